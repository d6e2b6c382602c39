/* From what a solver found to inputs that a program can be given: strings end at their first zero, argc has
 * as many arguments as it says, standard input and files may be longer or shorter. */
#ifndef OMEN_SYMBOLIC_REALISE_H
#define OMEN_SYMBOLIC_REALISE_H
#include "symbolic/eval.h"

/* `out` is a copy of `base` with the model's bytes. */
void omen_sym_realise(const struct omen_inputs *base, const struct omen_sym_model *m,
                      struct omen_inputs *out);
uint64_t omen_sym_inputs_hash(const struct omen_inputs *in);

/* X(symbol, meaning): other sizes of what is read. WORD: with each word of it in its turn. */
#define OMEN_SYM_SIZES(X)                                                                                    \
  X(TWICE, "its end repeated")                                                                               \
  X(MORE, "some bytes more")                                                                                 \
  X(HALF, "half of it")                                                                                      \
  X(LESS, "its last line or byte missing")                                                                   \
  X(EMPTY, "nothing")                                                                                        \
  X(LONGER_WORD, "a word longer by a letter")                                                                \
  X(SHORTER_WORD, "a word shorter by a letter")
enum omen_sym_size {
#define X(symbol, meaning) OMEN_SYM_SIZE_##symbol,
  OMEN_SYM_SIZES(X)
#undef X
      OMEN_SYM_SIZE_COUNT
};
#define OMEN_SYM_WORDS 12u /* at most so many words of a source are made longer and shorter */
/* `word`: which, for LONGER_WORD and SHORTER_WORD. False: that makes no difference, or there is no room, or
 * no such word. */
bool omen_sym_resize(const struct omen_inputs *base, size_t source, enum omen_sym_size how, uint32_t word,
                     struct omen_inputs *out);
#endif
