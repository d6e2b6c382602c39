/* All schedules of a small program with memory orders assumed: see cause_parts.h. */
#include "classify/cause_parts.h"
#include "explore/schedule_search.h"

/* SECONDS: of the processor. */
enum { RUNS = 2000 };
#define SECONDS 3.0

static struct omen_search_how limits(const struct omen_asking *a, const struct omen_plan *assumed) {
  const struct omen_budget *b = &a->q->x->budget;
  return (struct omen_search_how){.jobs = b->jobs,
                                  .once = true,
                                  .assumed = assumed,
                                  .runs = RUNS,
                                  .seconds = SECONDS,
                                  .deadline = b->deadline};
}

int omen_asking_search(struct omen_asking *a, const struct omen_plan *assumed, struct omen_plan *fails,
                       enum omen_search_answer *answer) {
  const struct omen_search_how how = limits(a, assumed);
  const struct omen_schedule_goal *goal = a->q->goal;
  struct omen_searched s;
  if (omen_search_all(a->q->x, &how, &s, a->err)) return -1;
  *answer = omen_searched_missing(&s) ? OMEN_SEARCH_OPEN : OMEN_SEARCH_HOLDS;
  for (size_t i = 0; i < s.n && *answer != OMEN_SEARCH_FAILS; i++) {
    if (!goal->shows(goal->context, &s.ends[i].result)) continue;
    *answer = OMEN_SEARCH_FAILS;
    *fails = omen_plan_copy(&s.ends[i].plan);
  }
  omen_searched_release(&s);
  return 0;
}
