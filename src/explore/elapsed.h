/* explore/: numbers in what a program writes that come from the clock: a printed duration, a time of day. Two
 * explorations of a pair differ in them because a thread was held, which is no difference of the program's.
 *
 * Which numbers those are is found by running a plan twice, as it is and with a clock that goes faster
 * (OMEN_FLAG_FASTER): what changes by that alone is the clock's. A number is known by the line it stands in
 * (its descriptor and its text without the numbers) and its place among the numbers there. If it follows the
 * clock in one run, it does so in all: a duration of 0 stays 0 on any clock.
 *
 * Results of explorations have these numbers replaced by '#', as long as the explorer has such a list;
 * whoever compares what runs wrote need not know. */
#ifndef OMEN_EXPLORE_ELAPSED_H
#define OMEN_EXPLORE_ELAPSED_H
#include "explore/explore.h"

void omen_elapsed_release(struct omen_elapsed *e);
/* Runs the plans, each as it is and with the faster clock. True in *more: numbers were found that were not
 * known. A plan that goes another way on the faster clock, or never looks at the clock, tells nothing. */
int omen_elapsed_learn(struct omen_explorer *x, const struct omen_plan *plans, size_t n, bool *more,
                       struct omen_err *err);
void omen_elapsed_mask(const struct omen_elapsed *e, struct omen_result *r);
#endif
