/* Questions for inputs, answered as cheaply as can be: from the answers so far; by trying earlier answers; by
 * trying all values where one byte is all that matters; by Z3. */
#ifndef OMEN_SYMBOLIC_SOLVE_H
#define OMEN_SYMBOLIC_SOLVE_H
#include "symbolic/z3.h"

/* X(name, meaning) */
#define OMEN_SOLVER_COUNTERS(X)                                                                              \
  X(questions, "asked")                                                                                      \
  X(cached, "answered by an earlier answer to the same")                                                     \
  X(reused, "answered by an earlier model that fits")                                                        \
  X(tried, "answered by trying all values of one byte")                                                      \
  X(ranged, "answered by the numbers between which a value lies")                                            \
  X(solved, "answered by Z3")                                                                                \
  X(sat, "there is an input")                                                                                \
  X(unsat, "there is none")                                                                                  \
  X(undecided, "given up: out of the time of a question")
struct omen_solver_counters {
#define X(name, meaning) uint64_t name;
  OMEN_SOLVER_COUNTERS(X)
#undef X
  double seconds;
};

struct omen_solver_options {
  uint32_t milliseconds; /* a question; 0: 2000 */
  uint32_t more_args;    /* how many arguments may be added; 0: 2 */
  bool only_z3;          /* for tests: no short cuts */
};
struct omen_solver;
/* NULL: there is no solver on this machine. */
struct omen_solver *omen_solver_new(const struct omen_solver_options *options, struct omen_err *err);
void omen_solver_free(struct omen_solver *s);
/* From here on a question has this part of its time, in eighths: 8 is all of it. */
void omen_solver_patience(struct omen_solver *s, uint32_t eighths);
const struct omen_solver_counters *omen_solver_counters(const struct omen_solver *s);

/* Inputs under which all literals hold: `model` says what of `in` is then otherwise. The literal that is
 * unlikely to hold goes first. `strings`: what is found must be strings, with no zero but at the end. */
enum omen_solver_answer omen_solver_ask(struct omen_solver *s, const struct omen_sym_literal *literals,
                                        size_t n, const struct omen_inputs *in, bool strings,
                                        struct omen_sym_model *model);
bool omen_solver_identical(struct omen_solver *s, const struct omen_sym_literal *pair);
/* The least and largest number of arguments that may be asked for, argv[0] among them. */
void omen_solver_args(const struct omen_solver *s, const struct omen_inputs *in, uint32_t *least,
                      uint32_t *most);
#endif
