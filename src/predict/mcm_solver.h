/* Maximal causality as a formula: each event of a window has a number, those below 0 are run before the race,
 * in the order of their numbers (difference logic, in Z3). What is asserted holds for every correct
 * reordering; a question adds the two accesses. See docs/detection.md. */
#ifndef OMEN_PREDICT_MCM_SOLVER_H
#define OMEN_PREDICT_MCM_SOLVER_H
#include "predict/pair_search.h"

struct omen_mcm_solver;
/* NULL: there is no Z3, or it gave up. */
struct omen_mcm_solver *omen_mcm_solver_new(const struct omen_window *w, const uint32_t *must,
                                            struct omen_err *err);
void omen_mcm_solver_free(struct omen_mcm_solver *s);
/* As omen_pair_means asks. */
enum omen_pair_answer omen_mcm_solver_ask(struct omen_mcm_solver *s, const uint32_t pair[2], uint32_t **order,
                                          uint32_t *n);
#endif
