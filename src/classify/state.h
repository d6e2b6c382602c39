/* The replay analyzer of PLDI'07 (Narayanasamy et al.), the baseline that Portend's table 5 compares with: of
 * each instance of a race, both orders are run to the end of the two sequencing regions (the next
 * synchronisation or system call of each thread), and the program's memory there is compared. A race is
 * potentially benign when no instance changes the state and none fails. */
#ifndef OMEN_CLASSIFY_STATE_H
#define OMEN_CLASSIFY_STATE_H
#include "classify/classify.h"

struct omen_states {
  int same;    /* no-state-change: both orders leave the same memory */
  int changes; /* state-change */
  int fails;   /* replay-failure: an order could not be had, or did not come to the ends of the regions */
};

/* -1: an exploration could not be run at all. */
int omen_states_compare(struct omen_explorer *x, const struct omen_suspect *instances, size_t n,
                        struct omen_states *out, struct omen_err *err);
#endif
