/* Schedules as lists of switches: see schedule.h. */
#include "classify/schedule.h"
#include "classify/choices.h"
#include "base/interrupt.h"
#include <stdlib.h>
#include <string.h>

/* MOST: switches of a run that can be listed; a longer run keeps the part behind the recording. AT_ONCE:
 * plans of one batch while switches are left out. TESTS: in all; a test takes a millisecond or two for a
 * small program, and what is left after so many is short enough to be read. */
enum { MOST = 50000, AT_ONCE = 16, TESTS = 400 };

struct reduction {
  struct omen_explorer *x;
  const struct omen_schedule_goal *goal;
  struct omen_plan best;
  int tests;
  struct omen_err *err;
};

bool omen_goal_over(const struct omen_schedule_goal *g) {
  return omen_interrupted() || (g->deadline > 0 && omen_work() >= g->deadline);
}

static bool over(const struct reduction *t) { return t->tests >= TESTS || omen_goal_over(t->goal); }

static int run(struct reduction *t, const struct omen_plan *plans, size_t n, bool *yes) {
  struct omen_result *r = omen_xcalloc(n, sizeof *r);
  int failed = omen_explore(t->x, plans, n, r, t->err);
  t->tests += (int)n;
  for (size_t i = 0; !failed && i < n; i++) {
    yes[i] = t->goal->shows(t->goal->context, &r[i]);
    omen_result_release(&r[i]);
  }
  free(r);
  return failed ? -1 : 0;
}

/* Those that show it also where the goal's constraints hold do not count. */
static int leave_others(struct reduction *t, const struct omen_plan *plans, size_t n, bool *yes) {
  const struct omen_plan *but_for = t->goal->but_for;
  struct omen_plan *with = omen_xcalloc(n, sizeof *with);
  bool *all_the_same = omen_xcalloc(n, sizeof *all_the_same);
  for (size_t i = 0; i < n; i++) {
    with[i] = omen_plan_copy(&plans[i]);
    with[i].then = but_for->then;
    for (uint64_t k = 0; k < but_for->nconstraints; k++)
      omen_plan_add_constraint(&with[i], &but_for->constraints[k]);
  }
  int failed = run(t, with, n, all_the_same);
  for (size_t i = 0; i < n; i++) {
    yes[i] &= !all_the_same[i];
    omen_plan_release(&with[i]);
  }
  free(all_the_same);
  free(with);
  return failed;
}

/* Which of the plans show it? */
static int test(struct reduction *t, const struct omen_plan *plans, size_t n, bool *yes) {
  if (run(t, plans, n, yes)) return -1;
  return t->goal->but_for ? leave_others(t, plans, n, yes) : 0;
}

static int adopt_if(struct reduction *t, struct omen_plan *plan, bool *yes) {
  if (test(t, plan, 1, yes)) return -1;
  if (!*yes) return 0;
  omen_plan_release(&t->best);
  t->best = omen_plan_copy(plan);
  return 0;
}

/* ---- the list ---- */

static struct omen_plan empty_plan(uint64_t leave, bool every) {
  return (struct omen_plan){.leave = {.at = OMEN_LEAVE_EVENT, .count = leave},
                            .tail = {.strategy = OMEN_STRATEGY_RUN},
                            .every = every,
                            .follow = true};
}

static struct omen_plan plan_of_steps(const struct omen_outcome *o, uint64_t leave, bool every) {
  struct omen_plan p = empty_plan(leave, every);
  for (size_t i = 0; i < o->nsteps; i++) {
    const struct omen_out_step *s = &o->steps[i];
    if (s->to < 0) continue;
    struct omen_plan_decision d = {.kind = OMEN_DECISION_SWITCH,
                                   .thread = (uint32_t)s->thread,
                                   .to = (uint32_t)s->to,
                                   .point = s->point,
                                   .turn = s->turn};
    omen_plan_add_decision(&p, &d);
  }
  for (size_t i = 0; i < o->nchoices; i++) {
    struct omen_plan_decision d = omen_choice_decision(&o->choices[i]);
    omen_plan_add_decision(&p, &d);
  }
  return p;
}

static size_t switches(const struct omen_outcome *o) {
  size_t n = 0;
  for (size_t i = 0; i < o->nsteps; i++) n += o->steps[i].to >= 0;
  return n + o->nchoices;
}

/* The run once more, telling who ran: from its start, or (live) from where it left the recording. */
static int told(struct reduction *t, const struct omen_plan *found, enum omen_plan_tell tell, bool every,
                struct omen_result *r) {
  struct omen_plan p = omen_plan_copy(found);
  bool no_saved = t->x->no_saved;
  p.tell = tell;
  p.every = every;
  t->x->no_saved = true; /* a process that begins in the middle has nothing to tell of the start */
  int failed = omen_explore_fresh(t->x, &p, 1, r, t->err);
  t->x->no_saved = no_saved;
  omen_plan_release(&p);
  t->tests++;
  return failed ? -1 : 0;
}

/* `every`: with threads that are stopped where the recorded run did not race. */
static int list_all(struct reduction *t, const struct omen_plan *found, bool every, bool *yes) {
  struct omen_result all;
  *yes = false;
  if (told(t, found, OMEN_TELL_ALL, every, &all)) return -1;
  int result = 0;
  if (switches(&all.outcome) <= MOST) {
    struct omen_plan p = plan_of_steps(&all.outcome, 0, every);
    result = adopt_if(t, &p, yes);
    omen_plan_release(&p);
  }
  omen_result_release(&all);
  return result;
}

/* Those behind the recording only: where the whole run has too many, or meets another world when it is live
 * from the start. */
static int list_live(struct reduction *t, const struct omen_plan *found, bool *yes) {
  struct omen_result live;
  *yes = false;
  if (told(t, found, OMEN_TELL_LIVE, false, &live)) return -1;
  uint64_t events = omen_outcome_counter(&live.outcome, "events"),
           after = omen_outcome_counter(&live.outcome, "live_events");
  struct omen_plan p = plan_of_steps(&live.outcome, events > after ? events - after : 0, false);
  int result = adopt_if(t, &p, yes);
  omen_plan_release(&p);
  omen_result_release(&live);
  return result;
}

/* ---- leaving out ---- */

static struct omen_plan without(const struct omen_plan *from, const bool *gone) {
  struct omen_plan p = omen_plan_copy(from);
  p.ndecisions = 0;
  for (uint64_t i = 0; i < from->ndecisions; i++)
    if (!gone[i]) omen_plan_add_decision(&p, &from->decisions[i]);
  return p;
}

/* Parts of `size` switches, each left out by itself, some at a time; then all those that can go, together. If
 * that is too much, the first of them. *fewer: something went. */
static int leave_out(struct reduction *t, uint64_t size, bool *fewer) {
  uint64_t n = t->best.ndecisions, parts = (n + size - 1) / size;
  bool *can_go = omen_xcalloc(n + 1, sizeof *can_go), *gone = omen_xcalloc(n + 1, sizeof *gone), any = false;
  int result = 0;
  *fewer = false;
  for (uint64_t at = 0; !result && at < parts && !over(t); at += AT_ONCE) {
    struct omen_plan plans[AT_ONCE];
    bool yes[AT_ONCE];
    uint64_t k = parts - at < AT_ONCE ? parts - at : AT_ONCE;
    for (uint64_t i = 0; i < k; i++) {
      memset(gone, 0, n);
      for (uint64_t d = (at + i) * size; d < n && d < (at + i + 1) * size; d++) gone[d] = true;
      plans[i] = without(&t->best, gone);
    }
    result = test(t, plans, k, yes);
    for (uint64_t i = 0; i < k; i++) {
      omen_plan_release(&plans[i]);
      for (uint64_t d = (at + i) * size; !result && yes[i] && d < n && d < (at + i + 1) * size; d++)
        can_go[d] = any = true;
    }
  }
  if (!result && any) {
    struct omen_plan p = without(&t->best, can_go);
    result = adopt_if(t, &p, fewer);
    omen_plan_release(&p);
    uint64_t first = 0;
    while (!can_go[first]) first++;
    if (!result && !*fewer) {
      memset(gone, 0, n);
      for (uint64_t d = first / size * size; d < n && d < (first / size + 1) * size; d++) gone[d] = true;
      p = without(&t->best, gone);
      result = adopt_if(t, &p, fewer);
      omen_plan_release(&p);
    }
  }
  free(can_go);
  free(gone);
  return result;
}

/* One or two switches of those that are left, and nothing else: where each is needed only since others are
 * there, leaving out one at a time does not find them. */
static int pick_few(struct reduction *t) {
  enum { FEW = 12 };
  uint64_t n = t->best.ndecisions;
  struct omen_plan from = omen_plan_copy(&t->best);
  bool done = n < 3 || n > FEW;
  int result = 0;
  for (int two = 0; two < 2 && !done && !result && !over(t); two++) {
    struct omen_plan plans[FEW * FEW];
    bool yes[FEW * FEW] = {0};
    size_t made = 0;
    for (uint64_t i = 0; i < n; i++)
      for (uint64_t k = two ? i + 1 : i; k < (two ? n : i + 1); k++) {
        struct omen_plan p = empty_plan(from.leave.count, from.every);
        omen_plan_add_decision(&p, &from.decisions[i]);
        if (two) omen_plan_add_decision(&p, &from.decisions[k]);
        plans[made++] = p;
      }
    result = test(t, plans, made, yes);
    for (size_t i = 0; i < made; i++) {
      if (!result && !done && yes[i]) {
        omen_plan_release(&t->best);
        t->best = plans[i];
        done = true;
      } else
        omen_plan_release(&plans[i]);
    }
  }
  omen_plan_release(&from);
  return result;
}

static int reduce(struct reduction *t) {
  struct omen_plan none = empty_plan(t->best.leave.count, t->best.every);
  bool yes, fewer;
  int result = adopt_if(t, &none, &yes);
  omen_plan_release(&none);
  for (uint64_t size = (t->best.ndecisions + 1) / 2; !result && size && t->best.ndecisions && !over(t);) {
    result = leave_out(t, size, &fewer);
    if (size > t->best.ndecisions) size = t->best.ndecisions;
    if (!fewer || size > 1) size = fewer && size == 1 ? 1 : size / 2;
  }
  return result ? result : pick_few(t);
}

int omen_schedule_reduce(struct omen_explorer *x, const struct omen_plan *found,
                         const struct omen_schedule_goal *goal, struct omen_plan *out, bool *listed,
                         int *before, int *after, struct omen_err *err) {
  struct reduction t = {.x = x, .goal = goal, .err = err};
  *listed = false;
  int result = list_all(&t, found, false, listed);
  if (!result && !*listed) result = list_all(&t, found, true, listed);
  if (!result && !*listed) result = list_live(&t, found, listed);
  *before = (int)t.best.ndecisions;
  if (!result && *listed && !goal->whole) result = reduce(&t);
  *after = (int)t.best.ndecisions;
  if (!*listed) t.best = omen_plan_copy(found);
  if (result)
    omen_plan_release(&t.best);
  else
    *out = t.best;
  return result;
}

int omen_schedule_list(struct omen_explorer *x, const struct omen_plan *found,
                       const struct omen_schedule_goal *goal, struct omen_plan *out, bool *listed,
                       struct omen_err *err) {
  struct reduction t = {.x = x, .goal = goal, .err = err};
  int result = list_all(&t, found, false, listed);
  *out = t.best;
  return result;
}
