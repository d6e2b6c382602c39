/* From what a solver found to inputs that a program can be given: strings end at their first zero, argc has
 * as many arguments as it says, standard input and files may be longer or shorter. */
#ifndef OMEN_SYMBOLIC_REALISE_H
#define OMEN_SYMBOLIC_REALISE_H
#include "symbolic/eval.h"

/* `out` is a copy of `base` with the model's bytes. */
void omen_sym_realise(const struct omen_inputs *base, const struct omen_sym_model *m,
                      struct omen_inputs *out);
uint64_t omen_sym_inputs_hash(const struct omen_inputs *in);

/* X(symbol, meaning): other sizes of what is read to its end. */
#define OMEN_SYM_SIZES(X)                                                                                    \
  X(TWICE, "its end repeated")                                                                               \
  X(MORE, "some bytes more")                                                                                 \
  X(HALF, "half of it")                                                                                      \
  X(LESS, "its last line or byte missing")                                                                   \
  X(EMPTY, "nothing")
enum omen_sym_size {
#define X(symbol, meaning) OMEN_SYM_SIZE_##symbol,
  OMEN_SYM_SIZES(X)
#undef X
      OMEN_SYM_SIZE_COUNT
};
/* False: that makes no difference, or there is no room. */
bool omen_sym_resize(const struct omen_inputs *base, size_t source, enum omen_sym_size how,
                     struct omen_inputs *out);
#endif
