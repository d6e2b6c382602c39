/* Incidents: see incident.h. */
#include "classify/incident.h"
#include "classify/say.h"
#include "record/defect_words.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* ---- what went wrong ---- */

struct omen_wrong omen_wrong_of(const struct omen_result *r) {
  const struct omen_outcome *o = &r->outcome;
  if (o->end == OMEN_END_LOST || (o->end == OMEN_END_ENDLESS && o->endless_by == OMEN_KNOWN_LIMIT))
    return (struct omen_wrong){0};
  for (size_t i = 0; i < omen_result_violations(r); i++) {
    const struct omen_violation v = omen_result_violation(r, i);
    if (!v.what || !v.ends) continue;
    return (struct omen_wrong){v.what, v.place};
  }
  return (struct omen_wrong){0};
}

uint64_t omen_wrong_defect(const struct omen_result *r) {
  for (size_t i = 0; i < omen_result_violations(r); i++) {
    const struct omen_violation v = omen_result_violation(r, i);
    if (v.what && v.ends) return v.defect;
  }
  return 0;
}

/* ---- the list ---- */

void omen_incidents_open(struct omen_incidents *all, const struct omen_outcome *recorded) {
  struct omen_result r = {.outcome = *recorded}; /* borrowed */
  *all = (struct omen_incidents){.recorded = omen_wrong_of(&r)};
  if (recorded->end ==
      OMEN_END_ENDLESS) /* however it is known: that explorations go on, too, is nothing new */
    all->recorded = (struct omen_wrong){.what = OMEN_CONSEQUENCE_INFINITE_LOOP};
}

static void release(struct omen_incident *i) {
  omen_plan_release(&i->found);
  omen_plan_release(&i->plan);
  omen_cause_release(&i->cause);
  free(i);
}

void omen_incidents_release(struct omen_incidents *all) {
  for (size_t i = 0; i < all->n; i++) release(all->list[i]);
  free(all->list);
  omen_plan_release(&all->schedule);
  omen_run_trace_release(&all->trace);
  omen_result_release(&all->run);
  *all = (struct omen_incidents){0};
}

/* ---- endless loops ---- */

enum { LOOPS = 16 }; /* places of one run; more are not told apart */

/* The places where the run goes round for ever, each once. */
static size_t loops_of(const struct omen_incidents *all, const struct omen_outcome *o, uint64_t *places) {
  size_t n = 0;
  for (size_t i = 0; all->places.loop && i < o->nloops && n < LOOPS; i++) {
    uint64_t place = all->places.loop(all->places.context, o, i);
    bool had = !place;
    for (size_t k = 0; k < n; k++) had |= places[k] == place;
    if (!had) places[n++] = place;
  }
  return n;
}

/* One number for all of them, in any order; of a single one it is that one. */
static uint64_t together(const uint64_t *places, size_t n) {
  uint64_t sum = 0;
  for (size_t i = 0; i < n; i++) sum += places[i];
  return sum;
}

static struct omen_wrong wrong_of(const struct omen_incidents *all, const struct omen_result *r) {
  struct omen_wrong wrong = omen_wrong_of(r);
  uint64_t places[LOOPS];
  if (wrong.what == OMEN_CONSEQUENCE_INFINITE_LOOP)
    wrong.place = together(places, loops_of(all, &r->outcome, places));
  return wrong;
}

static bool goes_round_at(const struct omen_incidents *all, const struct omen_outcome *o, uint64_t place) {
  uint64_t places[LOOPS];
  size_t n = loops_of(all, o, places);
  if (!place || !n || together(places, n) == place) return true;
  for (size_t i = 0; i < n; i++)
    if (places[i] == place) return true;
  return false;
}

bool omen_incidents_shows(const struct omen_incidents *all, struct omen_wrong wrong,
                          const struct omen_result *r) {
  if (wrong.what != OMEN_CONSEQUENCE_INFINITE_LOOP) return omen_wrong_same(omen_wrong_of(r), wrong);
  return omen_wrong_of(r).what == wrong.what && goes_round_at(all, &r->outcome, wrong.place);
}

/* The incident that the run shows. */
static struct omen_incident *shown_by(const struct omen_incidents *all, const struct omen_result *r) {
  for (size_t i = 0; i < all->n; i++)
    if (omen_incidents_shows(all, all->list[i]->wrong, r)) return all->list[i];
  return NULL;
}

struct omen_incident *omen_incidents_find(const struct omen_incidents *all, struct omen_wrong wrong) {
  bool any = wrong.what == OMEN_CONSEQUENCE_INFINITE_LOOP && !wrong.place; /* wherever it goes round */
  for (size_t i = 0; i < all->n; i++)
    if (omen_wrong_same(all->list[i]->wrong, wrong) || (any && all->list[i]->wrong.what == wrong.what))
      return all->list[i];
  return NULL;
}

struct omen_incident *omen_incidents_add(struct omen_incidents *all, const struct omen_incident *i) {
  OMEN_GROW(all->list, all->n, all->capacity);
  struct omen_incident *kept = omen_xcalloc(1, sizeof *kept);
  *kept = *i;
  return all->list[all->n++] = kept;
}

static uint64_t line_of(const struct omen_incidents *all, const struct omen_result *r) {
  return all->places.wrong ? all->places.wrong(all->places.context, &r->outcome) : 0;
}

/* `cause`: tells those apart that go wrong at the same place; 0: the first of them. */
static struct omen_incident *add(struct omen_incidents *all, const struct omen_plan *plan,
                                 const struct omen_result *r, uint64_t cause) {
  struct omen_wrong wrong = wrong_of(all, r);
  struct omen_incident *i = omen_incidents_add(
      all,
      &(struct omen_incident){.wrong = wrong, .defect = omen_wrong_defect(r), .found = omen_plan_copy(plan)});
  uint64_t parts[] = {wrong.what, wrong.place, cause};
  i->line = line_of(all, r);
  i->loop = omen_say_violation(&r->outcome, i->defect, i->what, sizeof i->what);
  snprintf(i->id, sizeof i->id, "i%08x", (unsigned)XXH3_64bits(parts, (cause ? 3 : 2) * sizeof *parts));
  return i;
}

struct omen_incident *omen_incidents_take(struct omen_incidents *all, const struct omen_plan *plan,
                                          const struct omen_result *r) {
  struct omen_wrong wrong = omen_wrong_of(r);
  if (!wrong.what || omen_wrong_same(wrong, all->recorded)) return NULL;
  struct omen_incident *i = shown_by(all, r);
  if (!i) i = add(all, plan, r, 0);
  i->runs++;
  return i;
}

static uint64_t place(const struct omen_incidents *all, uint32_t site, bool line) {
  return all->places.place ? all->places.place(all->places.context, site, line) : site;
}

static bool at_places(const struct omen_incidents *all, const struct omen_cause_pair *p, uint32_t first,
                      uint32_t second, bool line) {
  uint64_t a = place(all, first, line), b = place(all, second, line);
  uint64_t x = place(all, p->side[0].site, line), y = place(all, p->side[1].site, line);
  return p->kind == OMEN_PAIR_RACE && ((x == a && y == b) || (x == b && y == a));
}

bool omen_incident_blames(const struct omen_incidents *all, const struct omen_incident *i, uint32_t first,
                          uint32_t second) {
  for (size_t k = 0; i->cause.tested && k < i->cause.npairs; k++)
    if (at_places(all, &i->cause.pairs[k], first, second, false)) return true;
  return false;
}

bool omen_incident_same_lines(const struct omen_incidents *all, const struct omen_incident *i, uint32_t first,
                              uint32_t second, struct omen_watch where) {
  for (size_t k = 0; i->cause.tested && k < i->cause.npairs; k++) {
    struct omen_watch w = i->cause.pairs[k].where;
    if (w.addr < where.addr + where.len && where.addr < w.addr + w.len &&
        at_places(all, &i->cause.pairs[k], first, second, true))
      return true;
  }
  return false;
}

/* ---- judging ---- */

struct judging {
  const struct omen_incidents *all;
  struct omen_wrong recorded; /* what the recorded run does is no new failure, unless it is asked about */
  struct omen_wrong wrong;
  uint64_t events; /* that the run which shows it made, behind the recording */
};

/* That a run is endless was proved once; a run of the same plan that is cut off shows it as well. */
static bool shows(void *context, const struct omen_result *r) {
  const struct judging *j = context;
  if (j->wrong.what == OMEN_CONSEQUENCE_INFINITE_LOOP && r->outcome.end == OMEN_END_ENDLESS)
    return goes_round_at(j->all, &r->outcome, j->wrong.place);
  return omen_wrong_same(omen_wrong_of(r), j->wrong);
}

/* It came to an end, and nothing went wrong that the recorded run does not do as well. */
static bool sound(void *context, const struct omen_result *r) {
  const struct judging *j = context;
  if (r->outcome.end == OMEN_END_LOST || r->outcome.end == OMEN_END_DIVERGED || omen_result_broke_off(r)) {
    struct omen_wrong w = omen_wrong_of(r);
    return omen_wrong_same(w, j->recorded);
  }
  return true;
}

static bool is_recorded(void *context, const struct omen_result *r) {
  const struct judging *j = context;
  struct omen_wrong w = omen_wrong_of(r);
  return w.what == j->recorded.what && w.place == j->recorded.place;
}

int omen_incidents_list_recorded(struct omen_explorer *x, struct omen_incidents *all, struct omen_err *err) {
  if (all->listed) return 0;
  struct omen_plan recorded = {0};
  struct judging j = {.all = all, .recorded = all->recorded};
  const struct omen_schedule_goal goal = {.shows = is_recorded, .context = &j};
  all->listed = true;
  if (omen_schedule_list(x, &recorded, &goal, &all->schedule, &all->has_schedule, err)) return -1;
  if (!all->has_schedule) return 0;
  char *dir;
  if (omen_explore_traced(x, &all->schedule, &all->run, &dir, err)) return -1;
  int result = omen_run_trace_read(&all->trace, dir, &all->run.outcome, err);
  for (size_t i = 0; !result && i < all->npredicted; i++) {
    const struct omen_suspect *s = &all->predicted[i];
    omen_run_trace_add_race(&all->trace, &s->first, &s->second, s->where);
  }
  omen_scratch_free(dir);
  return result;
}

static int confirm(struct omen_explorer *x, const struct omen_plan *plan, struct judging *j, bool *yes,
                   struct omen_err *err) {
  struct omen_result r;
  if (omen_explore_fresh(x, plan, 1, &r, err)) return -1;
  *yes = omen_incidents_shows(j->all, j->wrong, &r);
  j->events = omen_outcome_counter(&r.outcome, "live_events");
  omen_result_release(&r);
  return 0;
}

/* A run in which nothing goes wrong, where the recorded one is not it: pairs are known from there of which
 * one event never came. */
struct omen_reference {
  bool found;
  struct omen_result run;
  struct omen_run_trace trace;
};

static void release_reference(struct omen_reference *ref) {
  if (!ref->found) return;
  omen_run_trace_release(&ref->trace);
  omen_result_release(&ref->run);
}

static int find_sound(struct omen_explorer *x, struct judging *j, struct omen_reference *ref,
                      struct omen_err *err) {
  static const uint32_t turns[] = {OMEN_STRATEGY_RUN, OMEN_STRATEGY_RR,  OMEN_STRATEGY_RANDOM,
                                   OMEN_STRATEGY_POS, OMEN_STRATEGY_PCT, OMEN_STRATEGY_RANDOM};
  for (size_t i = 0; i < sizeof turns / sizeof *turns && !ref->found; i++) {
    struct omen_plan p = {.leave = {.at = OMEN_LEAVE_EVENT}, .tail = {.strategy = turns[i], .seed = i}};
    char *dir;
    if (omen_explore_traced(x, &p, &ref->run, &dir, err)) return -1;
    ref->found = sound(j, &ref->run) && !omen_run_trace_read(&ref->trace, dir, &ref->run.outcome, err);
    omen_scratch_free(dir);
    if (!ref->found) omen_result_release(&ref->run);
  }
  return 0;
}

/* `how`: of the reduction, what else counts (schedule.h). */
static int judge(struct omen_explorer *x, struct omen_incidents *all, struct omen_incident *i, double seconds,
                 const struct omen_schedule_goal *how, struct omen_err *err) {
  struct judging j = {
      .all = all, .recorded = i->recorded ? (struct omen_wrong){0} : all->recorded, .wrong = i->wrong};
  struct omen_reference ref = {0};
  double start = omen_now(), work = omen_work();
  struct omen_schedule_goal goal = *how;
  bool listed = false;
  goal.shows = shows;
  goal.context = &j;
  goal.deadline = work + seconds / 2;
  i->judged = true;
  if (confirm(x, &i->found, &j, &i->confirmed, err)) return -1;
  if (!i->confirmed) {
    i->plan = omen_plan_copy(&i->found);
    return 0;
  }
  if (omen_schedule_reduce(x, &i->found, &goal, &i->plan, &listed, &i->before, &i->after, err)) return -1;
  bool again = true;
  if (listed && confirm(x, &i->plan, &j, &again, err)) return -1;
  if (!again) {
    omen_plan_release(&i->plan);
    i->plan = omen_plan_copy(&i->found);
    listed = false;
  }
  goal.deadline = work + seconds;
  int result = 0;
  if (listed) result = i->recorded ? find_sound(x, &j, &ref, err) : omen_incidents_list_recorded(x, all, err);
  bool has = !i->recorded && all->has_schedule;
  struct omen_cause_question q = {.x = x,
                                  .plan = &i->plan,
                                  .goal = &goal,
                                  .events = i->wrong.what == OMEN_CONSEQUENCE_INFINITE_LOOP ? j.events : 0,
                                  .recorded = has ? &all->schedule : NULL,
                                  .recorded_trace = has         ? &all->trace
                                                    : ref.found ? &ref.trace
                                                                : NULL,
                                  .sound = sound};
  if (!result && listed) result = omen_cause_ask(&q, &i->cause, err);
  release_reference(&ref);
  i->seconds = omen_now() - start;
  return result;
}

int omen_incident_judge(struct omen_explorer *x, struct omen_incidents *all, struct omen_incident *i,
                        double seconds, struct omen_err *err) {
  return judge(x, all, i, seconds, &(struct omen_schedule_goal){0}, err);
}

/* ---- judged once more ---- */

/* A reason that is asked about. */
struct appeal {
  struct omen_explorer *x;
  struct omen_incidents *all;
  struct omen_incident *i;
  uint32_t first, second;
  double seconds;
  struct omen_err *err;
};

static int try_appeal(struct appeal *a, const struct omen_schedule_goal *how, bool *blames) {
  struct omen_incident *i = a->i;
  omen_plan_release(&i->plan);
  omen_cause_release(&i->cause);
  i->plan = (struct omen_plan){0};
  int failed = judge(a->x, a->all, i, a->seconds, how, a->err);
  *blames = !failed && omen_incident_blames(a->all, i, a->first, a->second);
  return failed;
}

/* The shortest run may go wrong for another reason than the one that was found: so the run is asked as it is,
 * and then reduced as far as the reason stays. */
static int appeal(struct appeal *a, bool *blames) {
  struct omen_plan reason = {0};
  struct omen_schedule_goal whole = {.whole = true}, fewer = {.but_for = &reason};
  int failed = try_appeal(a, &whole, blames);
  if (failed || !*blames) return failed ? -1 : try_appeal(a, &(struct omen_schedule_goal){0}, blames);
  reason = omen_plan_copy(&a->i->cause.prevented);
  failed = try_appeal(a, &fewer, blames);
  if (!failed && !*blames) failed = try_appeal(a, &whole, blames);
  omen_plan_release(&reason);
  return failed;
}

struct omen_incident *omen_incidents_again(struct omen_explorer *x, struct omen_incidents *all,
                                           const struct omen_plan *plan, const struct omen_result *r,
                                           uint32_t first, uint32_t second, double seconds, bool enough,
                                           bool *explained, int *failed, struct omen_err *err) {
  uint64_t a = place(all, first, false), b = place(all, second, false);
  struct omen_incident *i = add(all, plan, r, a < b ? a * 31 + b : b * 31 + a);
  bool blames = false;
  i->runs = 1;
  *failed = appeal(&(struct appeal){x, all, i, first, second, seconds, err}, &blames);
  *explained = !*failed && i->cause.tested;
  blames &= !enough || i->cause.enough == OMEN_ENOUGH_YES;
  if (!*failed && blames) return i;
  release(i);
  all->n--;
  return NULL;
}

int omen_incidents_judge_recorded(struct omen_explorer *x, struct omen_incidents *all,
                                  const struct omen_outcome *recorded, double seconds, struct omen_err *err) {
  struct omen_result r = {.outcome = *recorded}; /* borrowed */
  struct omen_plan plan = {0};
  if (!omen_wrong_of(&r).what || omen_incidents_find(all, all->recorded)) return 0;
  struct omen_incident *i = add(all, &plan, &r, 0);
  i->runs = 1;
  i->recorded = true;
  int result = omen_incident_judge(x, all, i, seconds, err);
  if (!result && i->confirmed && i->cause.tested) return 0;
  release(i);
  all->n--;
  return result;
}

/* ---- the same line ---- */

static bool has_own_race(const struct omen_incidents *all, const struct omen_incident *i,
                         const struct omen_incident *other) {
  for (size_t k = 0; i->cause.tested && k < i->cause.npairs; k++) {
    const struct omen_cause_pair *p = &i->cause.pairs[k];
    if (p->kind == OMEN_PAIR_RACE && !omen_incident_blames(all, other, p->side[0].site, p->side[1].site))
      return true;
  }
  return false;
}

/* Deadlocks are told apart by what is waited for. */
bool omen_incidents_settle(struct omen_incidents *all) {
  struct omen_incident *i = all->n ? all->list[all->n - 1] : NULL, *other = NULL;
  if (!i || !i->line || i->wrong.what == OMEN_CONSEQUENCE_DEADLOCK) return false;
  bool recorded = i->wrong.what == all->recorded.what && i->line == all->recorded_line;
  for (size_t k = 0; k + 1 < all->n && !other; k++)
    if (all->list[k]->wrong.what == i->wrong.what && all->list[k]->line == i->line) other = all->list[k];
  if (!recorded && (!other || has_own_race(all, i, other))) return false;
  if (other) other->runs += i->runs;
  release(i);
  all->n--;
  return true;
}
