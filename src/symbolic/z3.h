/* The door to Z3, which is loaded when the first question is asked: no other command pays for it. One
 * context; expressions are translated once a view. */
#ifndef OMEN_SYMBOLIC_Z3_H
#define OMEN_SYMBOLIC_Z3_H
#include "symbolic/view.h"

enum omen_solver_answer { OMEN_SAT, OMEN_UNSAT, OMEN_UNDECIDED };
/* A question. */
struct omen_z3_query {
  const struct omen_sym_literal *literals;
  size_t n;
  const struct omen_inputs *inputs; /* of the run; what is not asked about stays so */
  /* Bytes that the literals depend on: all four of argc, where it is one; with `strings`, all of a string up
   * to the last one that matters. */
  const struct omen_sym_model *bytes;
  bool strings; /* zeros of a string stand at its end only */
  /* 1: digits stay digits, text stays text, strings as long as they are. 2: strings may be longer by two,
   * numbers by digits. 0: anything goes. */
  int gentle;
  bool formatted;                 /* formatted text occurs */
  uint32_t least_args, most_args; /* what argc may be */
  uint32_t milliseconds;
};
struct omen_z3;
struct omen_z3 *omen_z3_new(struct omen_err *err); /* NULL: there is no libz3 */
void omen_z3_free(struct omen_z3 *z);
/* SAT: `model` gets the bytes that the solver cares about. */
enum omen_solver_answer omen_z3_ask(struct omen_z3 *z, const struct omen_z3_query *q,
                                    struct omen_sym_model *model);
/* The two nodes (or a node and a number) are one and the same term: equal without a question. */
bool omen_z3_identical(struct omen_z3 *z, const struct omen_sym_literal *pair);
#endif
