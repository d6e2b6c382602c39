/* Makes a potential deadlock of a recorded run happen, where a schedule can be found that does
 * (OMEN_PLAN_CIRCLE, record/config.h). */
#ifndef OMEN_CLASSIFY_CIRCLE_H
#define OMEN_CLASSIFY_CIRCLE_H
#include "explore/explore.h"

struct omen_circle {
  struct omen_plan_edge edges[OMEN_PLAN_EDGES];
  size_t n;
  /* The first of the edges in the recorded run: its thread's own event, and the run's, when it took the
   * second lock. */
  uint32_t thread;
  uint64_t point, event;
};
/* `happened`: it did, and did again; *plan is how. `runs` explorations were made. -1: none could be. */
int omen_circle_try(struct omen_explorer *x, const struct omen_circle *c, int schedules,
                    struct omen_plan *plan, bool *happened, int *runs, struct omen_err *err);
#endif
