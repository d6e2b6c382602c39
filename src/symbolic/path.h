/* The way of a run: its decisions in their order, as hashes that are the same for the same way in another
 * run.
 *
 * A switch is several BRANCH steps, one a case, with the case that was taken last: in another run they come
 * in another order, and those that follow from the others are not there. So they are one decision: which of
 * the cases it was, or none (record/symbolic.h: which, chosen). */
#ifndef OMEN_SYMBOLIC_PATH_H
#define OMEN_SYMBOLIC_PATH_H
#include "symbolic/view.h"

struct omen_sym_path {
  const struct omen_sym_view *v;
  uint64_t n, before; /* decisions that came before the step at hand: how many, their hash */
  uint64_t path;      /* by what was decided about, and with the values that were made concrete */
  uint64_t word;      /* of the open decision: how it went so far */
  bool open;
  uint32_t last;   /* the open decision's latest step */
  uint64_t closed; /* omen_sym_path_step: the decision that ended there, with all before it; 0: none did */
};
static inline struct omen_sym_path omen_sym_path_begin(const struct omen_sym_view *v) {
  return (struct omen_sym_path){.v = v};
}
/* Goes to a step; every BRANCH, PIN and FAULT step in its turn. */
void omen_sym_path_step(struct omen_sym_path *w, uint32_t step);
void omen_sym_path_end(struct omen_sym_path *w);
/* How a step's decision went, or would have gone had the step been otherwise. */
uint64_t omen_sym_path_word(const struct omen_sym_view *v, uint32_t step, bool otherwise);
/* The same with what was decided about: in the other order of a race that may be something else, at the same
 * place. */
uint64_t omen_sym_path_exact(const struct omen_sym_view *v, uint32_t step, uint64_t word);
uint64_t omen_sym_path_mix(uint64_t a, uint64_t b);
/* The constant that an expression of one bit compares something with, + 1, and what that is; 0: it does not.
 */
uint64_t omen_sym_path_constant(const struct omen_sym_trace *t, uint32_t expr, uint32_t *compared);
#endif
