/* Free exploration: see free_explore.h. */
#include "classify/free_explore.h"
#include "explore/schedule_search.h"
#include "trace/event.h"
#include <stdlib.h>

/* SHORT: a run of so many events is listed, traced and left at its start; SHORT_SECONDS: if it took no
 * longer, since a trace has every access. FIRST, AT_ONCE: plans of the first batch, and of a later one. */
enum { SHORT = 20000, FIRST = 4, AT_ONCE = 16 };
#define SHORT_SECONDS 0.1
/* A run that takes many more events than the recorded one goes round in a loop that another thread would end;
 * so many more show it. Of a long run what comes right behind the place is enough. */
enum { MORE_EVENTS = 100000, TIMES = 4, LONG_EVENTS = 200000 };

static uint64_t events(const struct omen_free_effort *e) {
  return omen_outcome_counter(e->recorded, "events");
}

static bool is_short(const struct omen_free_effort *e) {
  return events(e) <= SHORT && e->cpu_seconds <= SHORT_SECONDS;
}

static uint64_t most_events(const struct omen_free_effort *e) {
  return is_short(e) ? events(e) * TIMES + MORE_EVENTS : LONG_EVENTS;
}

static int judge(struct omen_free *f, const struct omen_plan *plan, const struct omen_result *r,
                 struct omen_err *err) {
  for (size_t k = 0; k < f->nsettled; k++)
    if (omen_wrong_same(f->settled[k], omen_wrong_of(r))) return 0;
  struct omen_incident *i = omen_incidents_take(f->all, plan, r);
  if (!i || i->judged) return 0;
  if (!omen_plan_same(&i->found, plan)) { /* of a potential deadlock, whose plan is about locks */
    omen_plan_release(&i->found);
    i->found = omen_plan_copy(plan);
  }
  double start = omen_work();
  int result = omen_incident_judge(f->x, f->all, i, OMEN_INCIDENT_SECONDS, err);
  f->until += omen_work() - start;
  struct omen_wrong wrong = i->wrong;
  if (!result && f->all->list[f->all->n - 1] == i && omen_incidents_settle(f->all) &&
      f->nsettled < OMEN_FREE_SETTLED)
    f->settled[f->nsettled++] = wrong;
  return result;
}

/* ---- where the recording is left ---- */

static bool is_sound(const struct omen_result *r) {
  return r->outcome.end != OMEN_END_DIVERGED && !omen_result_broke_off(r);
}

/* Places from which threads that run until they block come to a good end, or to no end in the time there is.
 */
static int choose_places(struct omen_free *f, struct omen_err *err) {
  struct omen_plan plans[OMEN_FREE_PLACES];
  struct omen_result r[OMEN_FREE_PLACES];
  uint64_t first = f->x->alone, rest = events(&f->effort) - first;
  for (int i = 0; i < OMEN_FREE_PLACES; i++) {
    plans[i] = omen_free_base(first + rest * (uint64_t)i / OMEN_FREE_PLACES);
    plans[i].tail.max_events = most_events(&f->effort);
  }
  int result = omen_explore(f->x, plans, OMEN_FREE_PLACES, r, err);
  for (int i = 0; i < OMEN_FREE_PLACES; i++) {
    bool limit =
        !result && r[i].outcome.end == OMEN_END_ENDLESS && r[i].outcome.endless_by == OMEN_KNOWN_LIMIT;
    if (!result && (limit || is_sound(&r[i]))) f->place[f->places++] = plans[i].leave.count;
    if (!result) omen_result_release(&r[i]);
    omen_plan_release(&plans[i]);
  }
  if (!f->places) f->why_not = "what the program needs from outside cannot be had on another schedule";
  return result;
}

/* The recorded schedule, live from its start. */
static bool ends_alike(const struct omen_incidents *all, const struct omen_outcome *recorded) {
  return all->has_schedule && all->run.outcome.end == recorded->end &&
         all->run.outcome.status == recorded->status;
}

int omen_free_open(struct omen_free *f, struct omen_explorer *x, struct omen_incidents *all,
                   const struct omen_free_effort *effort, struct omen_err *err) {
  *f = (struct omen_free){
      .x = x, .all = all, .effort = *effort, .next = effort->from, .until = omen_work() + effort->seconds};
  if (!is_short(effort)) return choose_places(f, err);
  if (omen_incidents_list_recorded(x, all, err)) return -1;
  f->places = 1;
  f->place[0] = x->alone;
  if (ends_alike(all, effort->recorded))
    omen_free_switches_find(&f->switches, &all->trace);
  else
    f->why_not = "the run does not end as it did when it is made live from its start";
  return 0;
}

void omen_free_close(struct omen_free *f) { omen_free_switches_release(&f->switches); }

/* ---- runs ---- */

static struct omen_plan plan(const struct omen_free *f, int i) {
  int schedule = f->effort.weak ? i / OMEN_FREE_CHOICES : i;
  struct omen_plan p = omen_free_plan(&f->switches, f->place[schedule % f->places], f->effort.seed, schedule);
  if (f->effort.weak) p.choices = (uint32_t)i + 1;
  p.tail.max_events = most_events(&f->effort);
  return p;
}

/* ---- all schedules ---- */

/* A small program under a weak model is searched through (explore/schedule_search.h), as far as these limits
 * go: what needs several switches and a stale read is seldom met by chance. Seconds are of the processor,
 * since a busy machine must not change verdicts. SHARE: of a budget. */
enum { SEARCH_RUNS = 3000 };
#define SEARCH_SECONDS 6.0
#define SEARCH_SHARE 0.2

static bool is_wrong(const struct omen_result *r) { return omen_wrong_of(r).what != 0; }

/* One run of each kind of end that goes wrong, made again as an exploration like any other. */
static int judge_end(struct omen_free *f, const struct omen_plan *plan, struct omen_err *err) {
  struct omen_result r;
  if (omen_explore(f->x, plan, 1, &r, err)) return -1;
  int result = is_wrong(&r) ? judge(f, plan, &r, err) : 0;
  omen_result_release(&r);
  return result;
}

static struct omen_search_how search_limits(const struct omen_free *f) {
  double now = omen_now(), all = f->x->budget.deadline;
  return (struct omen_search_how){.jobs = f->x->budget.jobs,
                                  .runs = SEARCH_RUNS,
                                  .seconds = SEARCH_SECONDS,
                                  .deadline = all ? now + (all - now) * SEARCH_SHARE : 0};
}

int omen_free_search(struct omen_free *f, struct omen_err *err) {
  const struct omen_search_how how = search_limits(f);
  struct omen_searched s;
  if (!f->effort.weak || f->why_not || !is_short(&f->effort) || f->next) return 0;
  uint32_t watched = f->x->watches;
  int result = omen_search_all(f->x, &how, &s, err);
  if (!result && f->x->watches > watched) result = omen_explorer_keep_watch(f->x, err);
  for (size_t i = 0; !result && i < s.n; i++)
    if (is_wrong(&s.ends[i].result)) result = judge_end(f, &s.ends[i].plan, err);
  omen_searched_release(&s);
  return result;
}

/* Few at first; then as many as the time that they took leaves room for. */
static int how_many(const struct omen_free *f) {
  int left = f->effort.to - f->next, n = FIRST;
  if (f->why_not) return 0;
  if (f->runs) {
    double fit = (f->until - omen_work()) / (f->spent / f->runs);
    n = fit > AT_ONCE ? AT_ONCE : fit < 1 ? 1 : (int)fit;
  }
  return left < n ? left : n;
}

int omen_free_step(struct omen_free *f, bool *more, struct omen_err *err) {
  struct omen_plan plans[AT_ONCE];
  struct omen_result r[AT_ONCE];
  int n = how_many(f);
  double start = omen_work();
  for (int i = 0; i < n; i++) plans[i] = plan(f, f->next + i);
  int result = omen_explore(f->x, plans, n > 0 ? (size_t)n : 0, r, err);
  bool made = !result;
  f->spent += omen_work() - start;
  for (int i = 0; i < n; i++) {
    if (made && !result) result = judge(f, &plans[i], &r[i], err);
    if (made) omen_result_release(&r[i]);
    omen_plan_release(&plans[i]);
  }
  if (made && n > 0) f->next += n, f->runs += n;
  *more = n > 0 && f->next < f->effort.to && omen_work() < f->until;
  return result;
}
