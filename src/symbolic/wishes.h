/* Inputs that a comparison of a run asks for, without a solver: where the program compared a number of the
 * input with 1234, the digits become 1234, however many there were; where it compared a word with "port", the
 * word becomes that. What else depends on those bytes is not looked at: a run tells what came of it. */
#ifndef OMEN_SYMBOLIC_WISHES_H
#define OMEN_SYMBOLIC_WISHES_H
#include "record/inputs.h"
#include "symbolic/trace.h"

struct omen_sym_edit { /* bytes [from, to) of the source become others */
  uint32_t source, from, to, len;
  char bytes[64];
};
struct omen_sym_wish {
  uint32_t site, n; /* several edits: of comparisons that decide together */
  struct omen_sym_edit edit[3];
};
/* Calls each(arg, wish) for those of the trace, some of them more than once. */
void omen_sym_wishes(const struct omen_sym_trace *t, const struct omen_inputs *in,
                     void (*each)(void *arg, const struct omen_sym_wish *w), void *arg);
uint64_t omen_sym_wish_hash(const struct omen_sym_wish *w);
/* False: there is no room for it, or it changes nothing. */
bool omen_sym_grant(const struct omen_inputs *in, const struct omen_sym_wish *w, struct omen_inputs *out);
#endif
