/* Printed times are no difference: where the two orders of a pair write differently, the numbers that come
 * from the clock are found (explore/elapsed.h), and the families are run and weighed once more without them.
 */
#ifndef OMEN_CLASSIFY_TIMES_H
#define OMEN_CLASSIFY_TIMES_H
#include "classify/family.h"
#include "explore/elapsed.h"

/* The pair writes differently. True in *more: by numbers that come from the clock and were not known as such;
 * the families were run again without these, and are to be weighed anew. */
int omen_times_look(struct omen_explorer *x, struct omen_family *families, size_t n, size_t family, int pair,
                    int *runs, bool *more, struct omen_err *err);
#endif
