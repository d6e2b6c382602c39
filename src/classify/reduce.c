/* Delta debugging of a schedule: see reduce.h.
 *
 * A guilty run may have been switched hundreds of times by its strategy, and mostly none of that matters.
 * Decisions are left out as long as the run still ends or writes as it did, and the run with the other order
 * still does not: first all, then everything after the n-th (by bisection, until few enough
 * are left), then parts, ever smaller. The number of runs is bounded; what is left then is shown, whether or
 * not more could go. */
#include "classify/reduce.h"
#include "classify/choices.h"
#include "classify/family.h"
#include "record/defect_words.h"
#include <signal.h>
#include <string.h>

/* TESTS: pairs of runs for one exhibit. A pair takes some 10 ms, and a reader waits for it; twice as many
 * rarely take one more decision out. SHOWN: with more decisions than this a person reads none of them, so
 * they stay the strategy's. Plans themselves have room for many more. */
enum { TESTS = 48, SHOWN = 64 };

void omen_exhibit_release(struct omen_exhibit *e) {
  omen_result_release(&e->result[0]);
  omen_result_release(&e->result[1]);
  omen_plan_release(&e->plan[0]);
  omen_plan_release(&e->plan[1]);
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
  if (t->output && t->e->unit) return omen_unit_find(run, t->e->unit).found;
  if (t->output) return run->hash == r->hash;
  if (t->e->defect) return omen_outcome_defect(&run->outcome, t->e->defect);
  bool anywhere = r->outcome.end == OMEN_END_SIGNAL && r->outcome.status == SIGXCPU;
  return ends_alike(run, r) && (anywhere || run->outcome.pc == r->outcome.pc);
}

/* It wrote all that it had to write: what a run lacks that broke off it might have written later. */
static bool whole(const struct omen_result *r) { return !omen_result_broke_off(r); }

static bool does_not(const struct reduction *t, const struct omen_result *run, const struct omen_result *r) {
  if (t->e->defect) return !omen_outcome_defect(&run->outcome, t->e->defect);
  if (t->output && t->e->unit)
    return (whole(run) || ends_alike(run, r)) && omen_unit_apart(r, run, t->e->unit);
  return t->output ? run->hash != r->hash : !ends_alike(run, r);
}

static int run_pair(struct reduction *t, const struct omen_plan plan[2], struct omen_result result[2]) {
  t->e->runs += 2;
  return omen_explore(t->x, plan, 2, result, t->err);
}

/* Takes over plans and results. */
static void adopt(struct omen_exhibit *e, struct omen_plan plan[2], struct omen_result result[2]) {
  omen_exhibit_release(e);
  for (int i = 0; i < 2; i++) {
    e->result[i] = result[i];
    e->plan[i] = plan[i];
  }
}

/* What takes the place of the tail's decisions: either so many of them, or (follow) a list. */
struct change {
  bool follow;
  uint64_t allowed;
  struct omen_plan_decision *list;
  uint64_t n;
};

static struct omen_plan changed(const struct omen_plan *from, const struct change *change) {
  struct omen_plan p = omen_plan_copy(from);
  p.tell = true;
  p.follow = change->follow;
  p.tail.decisions = change->allowed;
  p.ndecisions = 0;
  for (uint64_t i = 0; i < change->n; i++) omen_plan_add_decision(&p, &change->list[i]);
  return p;
}

/* Tries a pair of plans that are like the best pair but for `change`; keeps it if it shows the same. */
static int try_pair(struct reduction *t, const struct change *change, bool *yes) {
  struct omen_plan plan[2] = {changed(&t->e->plan[0], change), changed(&t->e->plan[1], change)};
  struct omen_result result[2] = {0};
  bool guilty = t->e->guilty;
  t->tests++;
  int failed = run_pair(t, plan, result);
  *yes = !failed && result[guilty].outcome.awaited == OMEN_PLAN_MET &&
         shows(t, &result[guilty], &t->e->result[guilty]) &&
         (!t->e->apart || does_not(t, &result[!guilty], &result[guilty]));
  if (*yes) {
    adopt(t->e, plan, result);
    return 0;
  }
  for (int i = 0; i < 2; i++) {
    omen_plan_release(&plan[i]);
    if (!failed) omen_result_release(&result[i]);
  }
  return failed ? -1 : 0;
}

/* The decisions that a run which tells made; the first SHOWN go into the list. Returns how many there are. */
static int decisions_of(const struct omen_outcome *o, struct omen_plan_decision list[SHOWN]) {
  int n = 0;
  for (size_t i = 0; i < o->nsteps; i++) {
    const struct omen_out_step *s = &o->steps[i];
    if (s->to < 0 || !s->chosen) continue;
    if (n < SHOWN)
      list[n] = (struct omen_plan_decision){.kind = OMEN_DECISION_SWITCH,
                                            .thread = (uint32_t)s->thread,
                                            .to = (uint32_t)s->to,
                                            .point = s->point,
                                            .turn = s->turn};
    n++;
  }
  for (size_t i = 0; i < o->nchoices; i++, n++)
    if (n < SHOWN) list[n] = omen_choice_decision(&o->choices[i]);
  return n;
}

/* So many decisions of the strategy, from the first on, are enough. */
static int fewer_by_halves(struct reduction *t, int *n) {
  int too_few = 0;
  while (*n > SHOWN && too_few + 1 < *n && t->tests < TESTS) {
    struct change change = {.allowed = (uint64_t)(too_few + (*n - too_few) / 2)};
    bool yes;
    if (try_pair(t, &change, &yes)) return -1;
    if (yes)
      *n = (int)change.allowed;
    else
      too_few = (int)change.allowed;
  }
  return 0;
}

static uint64_t without(const struct omen_plan *from, uint64_t at, uint64_t count,
                        struct omen_plan_decision list[SHOWN]) {
  uint64_t n = 0;
  for (uint64_t i = 0; i < from->ndecisions; i++)
    if (i < at || i >= at + count) list[n++] = from->decisions[i];
  return n;
}

static int fewer_by_parts(struct reduction *t) {
  struct omen_plan_decision list[SHOWN];
  for (uint64_t part = (t->e->plan[0].ndecisions + 1) / 2; part; part /= 2) {
    for (uint64_t at = 0; at < t->e->plan[0].ndecisions && t->tests < TESTS;) {
      struct change change = {.follow = true, .list = list};
      bool yes;
      change.n = without(&t->e->plan[0], at, part, list);
      if (try_pair(t, &change, &yes)) return -1;
      if (!yes) at += part;
    }
  }
  return 0;
}

static int reduce(struct reduction *t) {
  struct omen_plan_decision list[SHOWN];
  struct change change = {.follow = true, .list = list};
  bool yes;
  int n = t->e->before = t->e->after = decisions_of(&t->e->result[t->e->guilty].outcome, list);
  if (try_pair(t, &change, &yes)) return -1;
  if (yes) n = 0;
  if (n && fewer_by_halves(t, &n)) return -1;
  t->e->after = n;
  if (!n || n > SHOWN) return 0; /* none matters; or too many do: then the strategy stays */
  int told = decisions_of(&t->e->result[t->e->guilty].outcome, list);
  change.n = (uint64_t)(told < SHOWN ? told : SHOWN);
  if (try_pair(t, &change, &yes)) return -1;
  if (!yes) return 0;
  if (fewer_by_parts(t)) return -1;
  t->e->after = (int)t->e->plan[0].ndecisions;
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
  *out = (struct omen_exhibit){.plan = {omen_plan_copy(&j->primary), omen_plan_copy(&j->alternate)},
                               .guilty = j->guilty_alternate,
                               .defect = j->defect,
                               .unit = j->unit};
  struct reduction t = {.x = x, .e = out, .output = j->class == OMEN_CLASS_OUTPUT_DIFFERS, .err = err};
  for (int i = 0; i < 2; i++) out->plan[i].tell = true;
  if (run_pair(&t, out->plan, out->result)) return omen_exhibit_release(out), -1;
  out->apart = does_not(&t, &out->result[!out->guilty], &out->result[out->guilty]);
  if (j->incident[0]) { /* reduced already, and confirmed */
    out->before = out->after = (int)out->plan[1].ndecisions;
    return 0;
  }
  struct omen_plan first[2] = {omen_plan_copy(&out->plan[0]), omen_plan_copy(&out->plan[1])};
  bool yes = false;
  int result = reduce(&t);
  if (!result) result = confirm(&t, &yes);
  if (!result && !yes) { /* back to what the judge confirmed */
    struct omen_result again[2];
    result = run_pair(&t, first, again);
    if (!result) {
      adopt(out, first, again);
      first[0] = first[1] = (struct omen_plan){0};
    }
    out->after = out->before;
  }
  for (int i = 0; i < 2; i++) omen_plan_release(&first[i]);
  if (result) omen_exhibit_release(out);
  return result;
}
