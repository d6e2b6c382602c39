/* Between which numbers an expression lies, whatever the inputs are: enough to see that an index of eight
 * bits stays inside its table, which Z3 finds out by taking the whole way to that index apart. */
#ifndef OMEN_SYMBOLIC_SYM_RANGE_H
#define OMEN_SYMBOLIC_SYM_RANGE_H
#include "symbolic/trace.h"

/* Unsigned, both ends included. Of more than 64 bits nothing is known: 0 to UINT64_MAX. */
struct omen_sym_range {
  uint64_t least, most;
};
struct omen_sym_range omen_sym_range(const struct omen_sym_trace *t, uint32_t node);
#endif
