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
  /* An order of the run's events that leads there: asked for once, where the first run does not. NULL: nobody
   * knows one, or there is nobody to ask. */
  const struct omen_plan *(*past)(void *arg);
  void *arg;
};
struct omen_inversion_trial {
  bool happened;         /* it did, and did again */
  struct omen_plan plan; /* how; the caller releases it */
  int runs;
  const char *why; /* why it did not */
};
/* -1: no exploration could be made. */
int omen_inversion_try(struct omen_explorer *x, const struct omen_inversion_goal *c, int schedules,
                       struct omen_inversion_trial *out, struct omen_err *err);
#endif
