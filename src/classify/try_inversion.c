/* Making a potential deadlock happen: see try_inversion.h.
 *
 * The recording is left where the first of its threads holds its first lock and is about to take the second.
 * Threads that run until they block mostly do it at once. If not, the order that an engine predicted is
 * followed; then other schedules are tried from there, and some that leave the recording earlier. */
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

/* Runs n plans, and the first that did it once more. */
static int attempt(struct omen_explorer *x, const struct omen_inversion_goal *c,
                   const struct omen_plan *plans, size_t n, struct omen_inversion_trial *out,
                   struct omen_err *err) {
  int which, again;
  if (run(x, c, plans, n, &which, err)) return -1;
  out->runs += (int)n;
  if (which < 0) return 0;
  if (run(x, c, &plans[which], 1, &again, err)) return -1;
  out->runs++;
  out->happened = again == 0;
  if (out->happened) out->plan = omen_plan_copy(&plans[which]);
  return 0;
}

/* The order that an engine predicted. */
static int follow(struct omen_explorer *x, const struct omen_inversion_goal *c,
                  struct omen_inversion_trial *out, struct omen_err *err) {
  const struct omen_plan *past = c->past ? c->past(c->arg) : NULL;
  if (c->past) out->why = "no order of the recorded run's events leads there";
  if (!past) return 0;
  struct omen_plan plan = omen_plan_copy(past);
  plan.tail.strategy = OMEN_STRATEGY_RUN;
  for (size_t k = 0; k < c->n; k++) omen_plan_add_constraint(&plan, &c->edges[k]);
  out->why = "the run went another way than the predicted order";
  int result = attempt(x, c, &plan, 1, out, err);
  omen_plan_release(&plan);
  return result;
}

/* Schedules from..to, side by side. */
static int others(struct omen_explorer *x, const struct omen_inversion_goal *c, int from, int to, int want,
                  struct omen_inversion_trial *out, struct omen_err *err) {
  struct omen_plan plans[AT_ONCE];
  int failed = 0;
  for (int i = from; i < to && !out->happened && !failed;) {
    int n = 0;
    while (i < to && n < AT_ONCE) plans[n++] = plan_of(c, i++, want);
    failed = attempt(x, c, plans, (size_t)n, out, err);
    for (int k = 0; k < n; k++) omen_plan_release(&plans[k]);
  }
  return failed;
}

int omen_inversion_try(struct omen_explorer *x, const struct omen_inversion_goal *c, int schedules,
                       struct omen_inversion_trial *out, struct omen_err *err) {
  int want = 2 + (schedules > 0 ? schedules : 1);
  *out = (struct omen_inversion_trial){.why = "the threads did not come to hold these together"};
  if (others(x, c, 0, 1, want, out, err)) return -1; /* the first alone: mostly it is enough */
  if (!out->happened && follow(x, c, out, err)) return -1;
  return others(x, c, 1, want + EARLY, want, out, err);
}
