/* A trace with what the solving side keeps about its expressions: an evaluator, hashes that are the same for
 * the same expression in every trace, the solver's terms; and conditions on them. */
#ifndef OMEN_SYMBOLIC_VIEW_H
#define OMEN_SYMBOLIC_VIEW_H
#include "symbolic/eval.h"

struct omen_sym_view {
  const struct omen_sym_trace *t;
  struct omen_sym_eval *eval;
  uint64_t *hash;       /* by node */
  uint32_t *mark, turn; /* by node: seen in this turn */
  void **terms;         /* by node: the solver's, of generation `generation` (z3.c) */
  uint64_t generation;
  uint32_t *stack;
  size_t cap;
};
struct omen_sym_view *omen_sym_view_new(const struct omen_sym_trace *t); /* borrows the trace */
void omen_sym_view_free(struct omen_sym_view *v);

/* A condition: a node of one bit is `want`; or, with `other`, a node is (want) or is not the same as a node
 * of another view, or as a number (other_view NULL). */
struct omen_sym_literal {
  struct omen_sym_view *view;
  uint32_t expr;
  bool want, pair;
  struct omen_sym_view *other_view;
  uint64_t other; /* the node there, or the number */
};
uint64_t omen_sym_literal_hash(const struct omen_sym_literal *l);
/* Under the inputs that both views' evaluators were started with: 1 holds, 0 does not, -1 not known. */
int omen_sym_literal_eval(const struct omen_sym_literal *l);
/* All of them, after starting the evaluators: 1, 0 (one does not hold), -1. */
int omen_sym_literals_hold(const struct omen_sym_literal *l, size_t n, const struct omen_inputs *in,
                           const struct omen_sym_model *over);

/* A growing list of conditions. */
struct omen_sym_literals {
  struct omen_sym_literal *list;
  size_t n, cap;
};
void omen_sym_literals_add(struct omen_sym_literals *l, struct omen_sym_literal literal);
void omen_sym_literals_release(struct omen_sym_literals *l);

/* The bytes of inputs that conditions depend on, with value 0, and how many nodes were met on the way. */
size_t omen_sym_literals_inputs(const struct omen_sym_literal *l, size_t n, struct omen_sym_model *out);
#endif
