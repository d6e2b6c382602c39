/* A run as a list of switches: the plan of an exploration, whatever it is made of (an order of two accesses,
 * a strategy, the recorded schedule up to there), becomes a plan that names every switch of the run from the
 * start and needs nothing else. Then switches are left out as long as the run still shows what it did (delta
 * debugging): what stays are the fewest that matter. */
#ifndef OMEN_CLASSIFY_SCHEDULE_H
#define OMEN_CLASSIFY_SCHEDULE_H
#include "explore/explore.h"

/* Does a run show it? */
struct omen_schedule_goal {
  bool (*shows)(void *context, const struct omen_result *r);
  void *context;
  double deadline; /* omen_work() at which reducing ends, with what there is then; 0: none */
  bool whole;      /* no switch is left out */
  /* What shows it must no longer do so with the constraints of this plan: a shorter run may show the same for
   * another reason. NULL: any will do. */
  const struct omen_plan *but_for;
};
bool omen_goal_over(const struct omen_schedule_goal *g); /* its deadline is over, or the user wants an end */

/* The reduced plan of what `found` shows; the caller releases it. *before, *after: switches. False: no list
 * of switches shows it, and *out is a copy of `found`. -1: explorations could not be run. */
int omen_schedule_reduce(struct omen_explorer *x, const struct omen_plan *found,
                         const struct omen_schedule_goal *goal, struct omen_plan *out, bool *listed,
                         int *before, int *after, struct omen_err *err);
/* The same without leaving anything out, and from the start only. */
int omen_schedule_list(struct omen_explorer *x, const struct omen_plan *found,
                       const struct omen_schedule_goal *goal, struct omen_plan *out, bool *listed,
                       struct omen_err *err);
#endif
