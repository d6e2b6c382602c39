/* Making a potential deadlock happen: see try_inversion.h.
 *
 * The recording is left where the first of its threads holds its first lock and is about to take the second.
 * Threads that run until they block mostly do it at once. If not, other schedules are tried from there, and
 * then some that leave the recording earlier. */
#include "classify/try_inversion.h"

enum { AT_ONCE = 8, EARLY = 4 };

static struct omen_plan plan_of(const struct omen_inversion_goal *c, int i, int schedules) {
  static const uint32_t turns[] = {OMEN_STRATEGY_RANDOM, OMEN_STRATEGY_PCT, OMEN_STRATEGY_POS};
  uint32_t strategy = i == 0 ? OMEN_STRATEGY_RUN : i == 1 ? OMEN_STRATEGY_RR : turns[i % 3];
  struct omen_plan p = {.leave = {.at = OMEN_LEAVE_POINT, .thread = c->thread, .count = c->point},
                        .tail = {.strategy = strategy, .seed = (uint64_t)i}};
  for (size_t k = 0; k < c->n; k++) omen_plan_add_constraint(&p, &c->edges[k]);
  if (i >= schedules) {
    int early = i - schedules;
    p.leave.at = OMEN_LEAVE_EVENT;
    p.leave.thread = 0;
    p.leave.count = 1 + c->event * (uint64_t)(EARLY - 1 - early) / EARLY;
    p.leave.seed = (uint64_t)i + 1;
  }
  return p;
}

static bool waits(const struct omen_outcome *o, const struct omen_plan_constraint *e) {
  for (size_t i = 0; i < o->nwaits; i++)
    if (o->waits[i].id == (int)e->thread && o->waits[i].addr == e->wants) return true;
  return false;
}

/* Do just these threads wait for just these locks, for ever? */
static bool happens(const struct omen_inversion_goal *c, const struct omen_outcome *o) {
  bool stuck = o->end == OMEN_END_DEADLOCK || (o->end == OMEN_END_DEFECT && o->ndefects &&
                                               o->defects[o->ndefects - 1].kind == OMEN_DEFECT_DEADLOCK);
  for (size_t i = 0; stuck && i < c->n; i++) stuck = waits(o, &c->edges[i]);
  return stuck;
}

/* Runs n plans; `which` becomes the first that did it. */
static int run(struct omen_explorer *x, const struct omen_inversion_goal *c, const struct omen_plan *plans,
               size_t n, int *which, struct omen_err *err) {
  struct omen_result result[AT_ONCE];
  *which = -1;
  if (omen_explore_fresh(x, plans, n, result, err)) return -1;
  for (size_t i = 0; i < n; i++) {
    if (*which < 0 && happens(c, &result[i].outcome)) *which = (int)i;
    omen_result_release(&result[i]);
  }
  return 0;
}

int omen_inversion_try(struct omen_explorer *x, const struct omen_inversion_goal *c, int schedules,
                       struct omen_plan *plan, bool *happened, int *runs, struct omen_err *err) {
  struct omen_plan plans[AT_ONCE];
  int want = 2 + (schedules > 0 ? schedules : 1), all = want + EARLY;
  *happened = false;
  *runs = 0;
  for (int i = 0; i < all && !*happened;) {
    int n = 0, which, again;
    do plans[n++] = plan_of(c, i++, want);
    while (i < all && n < AT_ONCE && i > 1); /* the first alone: mostly it is enough */
    int failed = run(x, c, plans, (size_t)n, &which, err);
    *runs += failed ? 0 : n;
    if (!failed && which >= 0) {
      failed = run(x, c, &plans[which], 1, &again, err);
      *runs += !failed;
      *happened = !failed && again == 0;
      if (*happened) *plan = omen_plan_copy(&plans[which]);
    }
    for (int k = 0; k < n; k++) omen_plan_release(&plans[k]);
    if (failed) return -1;
  }
  return 0;
}
