/* Makes a potential deadlock of a recorded run happen, where a schedule can be found that does: by plans
 * whose constraints are LOCKS (record/plan.h). */
#ifndef OMEN_CLASSIFY_TRY_INVERSION_H
#define OMEN_CLASSIFY_TRY_INVERSION_H
#include "explore/explore.h"

/* Longer inversions are not tried: as many threads hardly ever come to their places at the same time. */
#define OMEN_CIRCLE_EDGES 5
struct omen_inversion_goal {
  struct omen_plan_constraint edges[OMEN_CIRCLE_EDGES]; /* LOCKS */
  size_t n;
  /* The first of the edges in the recorded run: its thread's own event, and the run's, when it took the
   * second lock. */
  uint32_t thread;
  uint64_t point, event;
};
/* `happened`: it did, and did again; *plan is how, and the caller's to release. `runs` explorations were
 * made. -1: none could be. */
int omen_inversion_try(struct omen_explorer *x, const struct omen_inversion_goal *c, int schedules,
                       struct omen_plan *plan, bool *happened, int *runs, struct omen_err *err);
#endif
