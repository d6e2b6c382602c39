/* Which values an integer can have: an interval, by what it is computed from (masks, remainders, widened
 * small types, counted loops with constant bounds) and by the conditions that were passed on the way to where
 * it is used. Used to leave out checks that cannot fail, so every answer holds for all runs without undefined
 * behaviour. */
#ifndef OMEN_IR_RANGE_H
#define OMEN_IR_RANGE_H
#include "ir/cfg.h"
#include "ir/linear.h"

struct omen_range {
  int64_t lo, hi;
  bool known;
};
/* Of `v` (at most 64 bits), widened so, in block `at`. 64-bit values are seen as signed. */
struct omen_range omen_range_of(const struct omen_cfg *g, LLVMTargetDataRef td, LLVMValueRef v,
                                enum omen_ext ext, int at);
/* Of a linear form without the term `but` (-1: of all of it). Not known where it could wrap. */
struct omen_range omen_range_linear(const struct omen_cfg *g, LLVMTargetDataRef td,
                                    const struct omen_linear *l, int but, int at);
#endif
