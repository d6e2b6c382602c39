/* Steered runs: see predicted.h. Where a witness leads to the two accesses, its order is followed; otherwise
 * the recorded run leads to the first. The thread that comes first is held before its access. The others go
 * on, the second thread before all, until it stands at its own access, or cannot get there while the first
 * one stands. Then the same with another past. */
#include "triage/predicted.h"
#include "classify/classify.h"
#include <stdlib.h>
#include <string.h>

/* INSTANCES of a race are tried, then OTHER_PASTS. MORE_EVENTS: beyond as many as the recorded run had. */
enum { INSTANCES = 4, OTHER_PASTS = 3, ATTEMPTS = INSTANCES + OTHER_PASTS, MORE_EVENTS = 20000 };

static const struct omen_instance *instance(const struct omen_race *race, int attempt) {
  return &race->sample[attempt < INSTANCES ? attempt : 0];
}

static struct omen_plan steer(const struct omen_predicted_proof *p, const struct omen_race *race,
                              int attempt) {
  const struct omen_instance *one = instance(race, attempt);
  const struct omen_predicted_order *order =
      attempt < INSTANCES ? omen_predicted_order_of(p->candidates, one) : NULL;
  int held = order ? order->held : 0;
  struct omen_suspect s = {.where = one->where,
                           .first = one->access[held],
                           .second = one->access[!held],
                           .past = order ? &order->past : NULL};
  struct omen_plan plan = {.tail = {.strategy = OMEN_STRATEGY_RUN, .max_events = p->events + MORE_EVENTS},
                           .then = OMEN_THEN_AT_ONCE,
                           .region = true,
                           .tell = OMEN_TELL_LIVE};
  if (attempt >= INSTANCES) {
    plan.leave.at = OMEN_LEAVE_EVENT;
    plan.leave.count = 1;
    plan.leave.seed = attempt == INSTANCES ? OMEN_LEAVE_LOCKSTEP : (uint64_t)attempt;
  }
  omen_suspect_add(&plan, &s, true, false);
  return plan;
}

/* Of what the other one touched while the first was held, the very access that was predicted was the first.
 */
static bool was_it(const struct omen_outcome *o, const struct omen_plan_constraint *c) {
  const struct omen_plan_event *first = omen_constraint_held(c), *second = omen_constraint_awaited(c);
  bool held = false;
  for (size_t i = 0; i < o->nsteps; i++) {
    const struct omen_out_step *s = &o->steps[i];
    if (s->to >= 0 && s->thread == (int)first->thread) held = !strcmp(s->why, "held");
    if (held && s->to < 0 && s->thread == (int)second->thread) return s->site == second->site;
  }
  return false;
}

/* Both stood at their accesses at the same time. A constraint that is exact is met by the very accesses, or
 * came about before anybody was held. */
static bool stood(const struct omen_plan *plan, const struct omen_outcome *o) {
  const struct omen_plan_constraint *c = &plan->constraints[0];
  if (o->held != OMEN_PLAN_MET || o->awaited != OMEN_PLAN_MET) return false;
  return c->exact ? !omen_outcome_counter(o, "came_already") : was_it(o, c);
}

static const char *why_not(const struct omen_plan *plan, const struct omen_outcome *o) {
  bool followed = plan->leave.at == OMEN_LEAVE_WITNESS;
  if (followed && (o->held != OMEN_PLAN_MET || o->awaited == OMEN_PLAN_MET))
    return "the run went another way than the predicted order";
  switch (o->awaited) {
  case OMEN_PLAN_MET:
    return stood(plan, o) ? "the two met, and the run that was seen then orders them"
                          : "the second thread comes to this memory at another place first";
  case OMEN_PLAN_BLOCKED: return "the second thread waits for what comes after the first access";
  case OMEN_PLAN_SPUN: return "the second thread goes round until the first access was made";
  default: return "the second thread does not come to its access before the first was made";
  }
}

static int weigh(struct omen_predicted_proof *p, size_t i, int attempt, const struct omen_plan *plan,
                 const struct omen_result *r, struct omen_err *err) {
  bool races = false;
  if (stood(plan, &r->outcome)) {
    if (omen_predicted_confirm(p->x, plan, &races, err)) return -1;
    p->runs++;
  }
  if (races) {
    p->why[i] = NULL;
    p->plan[i] = omen_plan_copy(plan);
    p->sample[i] = attempt < INSTANCES ? attempt : 0;
  } else if (attempt == 0)
    p->why[i] = why_not(plan, &r->outcome);
  return 0;
}

/* A past of one's own is a whole run. Of the races of one memory, which mostly wait for the same thing, the
 * first that is open tries it; the next one once that was brought about. */
static bool has_turn(const struct omen_predicted_proof *p, const struct omen_race *races, size_t i,
                     int attempt) {
  if (!p->why[i] || !races[i].samples) return false;
  if (attempt < INSTANCES) return (size_t)attempt < races[i].samples;
  for (size_t k = 0; k < i; k++)
    if (p->why[k] && !strcmp(races[k].location.name, races[i].location.name)) return false;
  return true;
}

/* All races whose turn it is, with one attempt each. */
static int attempt_all(struct omen_predicted_proof *p, const struct omen_race *races, size_t n, int attempt,
                       struct omen_err *err) {
  struct omen_plan *plan = omen_xcalloc(n + 1, sizeof *plan);
  struct omen_result *result = omen_xcalloc(n + 1, sizeof *result);
  size_t *which = omen_xcalloc(n + 1, sizeof *which), m = 0;
  for (size_t i = 0; i < n; i++) {
    if (!has_turn(p, races, i, attempt)) continue;
    which[m] = i;
    plan[m++] = steer(p, &races[i], attempt);
  }
  int failed = m ? omen_explore(p->x, plan, m, result, err) : 0;
  bool ran = !failed;
  for (size_t k = 0; k < m; k++) {
    if (!failed) failed = weigh(p, which[k], attempt, &plan[k], &result[k], err);
    if (ran) omen_result_release(&result[k]);
    omen_plan_release(&plan[k]);
  }
  if (ran) p->runs += (int)m;
  free(plan);
  free(result);
  free(which);
  return failed;
}

static size_t count_open(const struct omen_predicted_proof *p, size_t n) {
  size_t open = 0;
  for (size_t i = 0; i < n; i++) open += p->why[i] != NULL;
  return open;
}

int omen_predicted_prove(struct omen_predicted_proof *p, const struct omen_race *races, size_t n,
                         struct omen_err *err) {
  p->why = omen_xcalloc(n + 1, sizeof *p->why);
  p->plan = omen_xcalloc(n + 1, sizeof *p->plan);
  p->sample = omen_xcalloc(n + 1, sizeof *p->sample);
  for (size_t i = 0; i < n; i++) p->why[i] = "there was no time left to try";
  for (int attempt = 0; attempt < ATTEMPTS;) {
    size_t open = count_open(p, n);
    if (omen_work() > p->until) break;
    if (attempt_all(p, races, n, attempt, err)) return p->x->over ? 0 : -1;
    if (attempt < INSTANCES || count_open(p, n) == open) attempt++;
  }
  return 0;
}
