/* Delta debugging of a schedule: see reduce.h.
 *
 * A guilty run may have been switched hundreds of times by its strategy, and mostly none of that matters.
 * Decisions are left out as long as the run still ends or writes as it did, and the run with the other order
 * still does not: first all, then everything after the n-th (by bisection, until a plan has room for the
 * rest), then parts, ever smaller. The number of runs is bounded; what is left then is shown, whether or not
 * more could go. */
#include "classify/reduce.h"
#include "record/defect_words.h"
#include <signal.h>
#include <string.h>

enum { TESTS = 48 };

void omen_exhibit_release(struct omen_exhibit *e) {
  omen_result_release(&e->result[0]);
  omen_result_release(&e->result[1]);
}

struct reduction {
  struct omen_explorer *x;
  struct omen_exhibit *e; /* the best so far */
  bool output;            /* what is written differs; else the end does */
  int tests;
  struct omen_err *err;
};

static bool ends_alike(const struct omen_result *a, const struct omen_result *b) {
  return a->outcome.end == b->outcome.end && a->outcome.status == b->outcome.status;
}

/* The same consequence as r, at the same place. */
static bool shows(const struct reduction *t, const struct omen_result *run, const struct omen_result *r) {
  if (t->output) return run->hash == r->hash;
  if (t->e->defect) return omen_outcome_defect(&run->outcome, t->e->defect);
  bool anywhere = r->outcome.end == OMEN_END_SIGNAL && r->outcome.status == SIGXCPU;
  return ends_alike(run, r) && (anywhere || run->outcome.pc == r->outcome.pc);
}

static bool does_not(const struct reduction *t, const struct omen_result *run, const struct omen_result *r) {
  if (t->e->defect) return !omen_outcome_defect(&run->outcome, t->e->defect);
  return t->output ? run->hash != r->hash : !ends_alike(run, r);
}

static int run_pair(struct reduction *t, const struct omen_plan plan[2], struct omen_result result[2]) {
  t->e->runs += 2;
  return omen_explore(t->x, plan, 2, result, t->err);
}

static void adopt(struct omen_exhibit *e, const struct omen_plan plan[2], struct omen_result result[2]) {
  for (int i = 0; i < 2; i++) {
    omen_result_release(&e->result[i]);
    e->result[i] = result[i];
    e->plan[i] = plan[i];
  }
}

/* Tries a pair of plans that are like the best pair but for `change`; keeps it if it shows the same. */
static int try_pair(struct reduction *t, const struct omen_plan *change, bool *yes) {
  struct omen_plan plan[2] = {t->e->plan[0], t->e->plan[1]};
  struct omen_result result[2];
  bool guilty = t->e->guilty;
  for (int i = 0; i < 2; i++) {
    plan[i].flags = change->flags | OMEN_PLAN_TELL;
    plan[i].decisions = change->decisions;
    plan[i].nsteps = change->nsteps;
    memcpy(plan[i].steps, change->steps, sizeof plan[i].steps);
  }
  t->tests++;
  if (run_pair(t, plan, result)) return -1;
  const char *second = result[guilty].outcome.plan[1];
  *yes = !strcmp(second, "met") && shows(t, &result[guilty], &t->e->result[guilty]) &&
         (!t->e->apart || does_not(t, &result[!guilty], &result[guilty]));
  if (*yes) {
    adopt(t->e, plan, result);
  } else {
    omen_result_release(&result[0]);
    omen_result_release(&result[1]);
  }
  return 0;
}

/* The decisions that a run which tells made; those that there is room for go into the plan. Returns how many.
 */
static int decisions_of(const struct omen_outcome *o, struct omen_plan *into) {
  int n = 0;
  into->nsteps = 0;
  for (size_t i = 0; i < o->nsteps; i++) {
    const struct omen_out_step *s = &o->steps[i];
    if (s->to < 0 || !s->chosen) continue;
    if (n < OMEN_PLAN_STEPS)
      into->steps[into->nsteps++] = (struct omen_plan_step){
          .thread = (uint32_t)s->thread, .to = (uint32_t)s->to, .point = s->point, .turn = s->turn};
    n++;
  }
  return n;
}

/* So many decisions of the strategy, from the first on, are enough. */
static int fewer_by_halves(struct reduction *t, int *n) {
  int too_few = 0;
  while (*n > OMEN_PLAN_STEPS && too_few + 1 < *n && t->tests < TESTS) {
    struct omen_plan change = {.decisions = (uint64_t)(too_few + (*n - too_few) / 2)};
    bool yes;
    if (try_pair(t, &change, &yes)) return -1;
    if (yes)
      *n = (int)change.decisions;
    else
      too_few = (int)change.decisions;
  }
  return 0;
}

static void without(const struct omen_plan *from, uint32_t at, uint32_t count, struct omen_plan *out) {
  *out = *from;
  out->nsteps = 0;
  for (uint32_t i = 0; i < from->nsteps; i++)
    if (i < at || i >= at + count) out->steps[out->nsteps++] = from->steps[i];
}

static int fewer_by_parts(struct reduction *t) {
  for (uint32_t part = (t->e->plan[0].nsteps + 1) / 2; part; part /= 2) {
    for (uint32_t at = 0; at < t->e->plan[0].nsteps && t->tests < TESTS;) {
      struct omen_plan change;
      bool yes;
      without(&t->e->plan[0], at, part, &change);
      if (try_pair(t, &change, &yes)) return -1;
      if (!yes) at += part;
    }
  }
  return 0;
}

static int reduce(struct reduction *t) {
  struct omen_plan change = {.flags = OMEN_PLAN_FOLLOW};
  bool yes;
  int n = t->e->before = t->e->after = decisions_of(&t->e->result[t->e->guilty].outcome, &change);
  change.nsteps = 0;
  if (try_pair(t, &change, &yes)) return -1;
  if (yes) n = 0;
  if (n && fewer_by_halves(t, &n)) return -1;
  t->e->after = n;
  if (!n || n > OMEN_PLAN_STEPS) return 0; /* none matters; or too many do: then the strategy stays */
  change = (struct omen_plan){.flags = OMEN_PLAN_FOLLOW};
  decisions_of(&t->e->result[t->e->guilty].outcome, &change);
  if (try_pair(t, &change, &yes)) return -1;
  if (!yes) return 0;
  if (fewer_by_parts(t)) return -1;
  t->e->after = (int)t->e->plan[0].nsteps;
  return 0;
}

/* The reduced evidence, as `omen replay` will run it: does it show the same? */
static int confirm(struct reduction *t, bool *yes) {
  bool guilty = t->e->guilty;
  struct omen_result again;
  if (omen_explore_fresh(t->x, &t->e->plan[guilty], 1, &again, t->err)) return -1;
  t->e->runs++;
  *yes = shows(t, &again, &t->e->result[guilty]);
  omen_result_release(&again);
  return 0;
}

int omen_exhibit_make(struct omen_exhibit *out, struct omen_explorer *x, const struct omen_judgement *j,
                      struct omen_err *err) {
  *out = (struct omen_exhibit){
      .plan = {j->primary, j->alternate}, .guilty = j->guilty_alternate, .defect = j->defect};
  struct reduction t = {.x = x, .e = out, .output = j->class == OMEN_CLASS_OUTPUT_DIFFERS, .err = err};
  for (int i = 0; i < 2; i++) out->plan[i].flags |= OMEN_PLAN_TELL;
  if (run_pair(&t, out->plan, out->result)) return -1;
  out->apart = does_not(&t, &out->result[!out->guilty], &out->result[out->guilty]);
  const struct omen_plan first[2] = {out->plan[0], out->plan[1]};
  bool yes = false;
  int result = reduce(&t);
  if (!result) result = confirm(&t, &yes);
  if (!result && !yes) { /* back to what the judge confirmed */
    struct omen_result again[2];
    result = run_pair(&t, first, again);
    if (!result) adopt(out, first, again);
    out->after = out->before;
  }
  if (result) omen_exhibit_release(out);
  return result;
}
