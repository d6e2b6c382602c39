/* Which instances of a race are explored, with which pasts and in which rounds of a loop: see study.h. */
#include "classify/single.h"
#include "classify/study.h"

enum {
  EARLY_PAIRS = 4,
  EARLY_AT_ONCE = 4, /* --pre-race: pairs of a family; families of an instance in a batch */
  AS_RECORDED = 4    /* instances that are tried so; each is two runs */
};

/* The first instance, which is the one that is shown, gets twice as many. */
void omen_study_families(struct omen_study *t, const struct omen_suspect *s, size_t n,
                         const struct omen_effort *e) {
  t->base = OMEN_FAMILY_ALWAYS + (e->schedules < OMEN_FAMILY_MAX ? e->schedules : OMEN_FAMILY_MAX);
  if (t->base > OMEN_FAMILY_MAX) t->base = OMEN_FAMILY_MAX;
  size_t most = n * (2 + (size_t)e->pre_race) + AS_RECORDED + OMEN_SINGLE_PASTS + 1;
  t->family = omen_xcalloc(most, sizeof *t->family);
  t->last = omen_xcalloc(n + 1, sizeof *t->last);
  for (size_t i = 0; i < n; i++)
    t->family[t->families++] =
        (struct omen_family){.s = &s[i], .instance = (int)i, .want = i ? t->base : 2 * t->base};
}

/* The same instances with another schedule before the race. */
static void add_early_paths(struct omen_study *t, size_t instances, int k, int pre_race) {
  int want = t->base < EARLY_PAIRS ? t->base : EARLY_PAIRS;
  for (size_t i = 0; i < instances; i++) {
    const struct omen_family *p = &t->family[i];
    const struct omen_outcome *o = &p->run[OMEN_RECORDED][0].outcome;
    uint64_t all = omen_outcome_counter(o, "events"), live = omen_outcome_counter(o, "live_events");
    uint64_t race = all > live ? all - live : 1;
    t->family[t->families++] =
        (struct omen_family){.s = p->s,
                             .instance = p->instance,
                             .want = want,
                             .leave = 1 + race * (uint64_t)(pre_race - k) / (uint64_t)(pre_race + 1),
                             .leave_seed = (uint64_t)k + 1};
  }
}

/* The recording is left at places spread evenly between its beginning and the race. Some at a time: the first
 * sure violation ends it. */
int omen_study_early(struct omen_study *t, int pre_race, size_t instances) {
  for (int k = 0; k < pre_race && !omen_study_sure(t);) {
    for (int end = k + EARLY_AT_ONCE; k < end && k < pre_race; k++)
      add_early_paths(t, instances, k, pre_race);
    if (omen_study_explore(t)) return -1;
  }
  return 0;
}

/* How often was the access of the family made by then, and right after, by the same instruction? */
static int count_repeats(struct omen_study *t, const struct omen_family *p, uint64_t *count) {
  struct omen_suspect any = *p->s;
  any.first.repeat = OMEN_REPEAT_COUNT;
  struct omen_plan plan = omen_family_plan(
      &(struct omen_family){.s = &any, .leave = p->leave, .leave_seed = p->leave_seed}, false, 0);
  struct omen_result r;
  int failed = omen_explore_fresh(t->x, &plan, 1, &r, t->err);
  omen_plan_release(&plan);
  if (failed) return -1;
  t->j->runs++;
  *count = omen_outcome_counter(&r.outcome, "repeats");
  omen_result_release(&r);
  return 0;
}

/* A loop that makes the access again and again is one instance, its first round. Where that fails in either
 * order, a later round decides: the other access may come before the last round, or after it. */
int omen_study_last(struct omen_study *t, size_t instances) {
  for (size_t i = 0; i < instances; i++) {
    uint64_t count = 0;
    if (!omen_weigh_always(&t->family[i])) continue;
    if (count_repeats(t, &t->family[i], &count)) return -1;
    if (count < 2) continue;
    t->last[i] = *t->family[i].s;
    t->last[i].first.repeat = count - 1;
    t->last[i].first.call = 0; /* rounds are counted by what is told */
    t->family[t->families++] =
        (struct omen_family){.s = &t->last[i], .instance = t->family[i].instance, .want = t->base};
  }
  return omen_study_explore(t);
}

/* Of a loop's accesses that all came behind the other one, whoever flips the order meets the first. What the
 * last round does may differ: it is the one that waits. */
int omen_study_late(struct omen_study *t, const struct omen_suspect *s, size_t n) {
  const struct omen_suspect *last = NULL;
  for (size_t i = 1; i < n; i++)
    if (!s[i].past && s[i].second.thread == s[0].second.thread && s[i].second.point > s[0].second.point &&
        (!last || s[i].second.point > last->second.point))
      last = &s[i];
  if (!last) return 0;
  t->late = *last;
  t->late.late = true;
  t->family[t->families++] =
      (struct omen_family){.s = &t->late, .instance = (int)(last - s), .want = t->base};
  return omen_study_explore(t);
}

static bool never_flipped(const struct omen_study *t) {
  for (size_t i = 0; i < t->families; i++)
    for (int k = 0; k < t->family[i].n; k++)
      if (omen_result_met(&t->family[i].run[OMEN_FLIPPED][k])) return false;
  return t->families;
}

/* A flipped run showed no more than that the order was not had there. */
static bool is_open(const struct omen_study *t) {
  for (size_t i = 0; i < t->families; i++)
    for (int k = 0; k < t->family[i].n; k++) {
      const struct omen_outcome *o = &t->family[i].run[OMEN_FLIPPED][k].outcome;
      bool proved = o->awaited == OMEN_PLAN_SPUN && o->spun_by == OMEN_KNOWN_PROVED;
      if (o->awaited != OMEN_PLAN_BLOCKED && !proved) return true;
    }
  return false;
}

/* Those families behind the first so many that have the order flipped are wanted whole; the others go. */
static void keep_flipped(struct omen_study *t, size_t from) {
  size_t kept = from;
  for (size_t i = from; i < t->families; i++) {
    struct omen_family *p = &t->family[i];
    bool met = omen_result_met(&p->run[OMEN_FLIPPED][0]);
    p->want = t->base;
    if (met && kept < i) t->family[kept] = *p;
    kept += met;
    if (!met) omen_family_release(p);
  }
  t->families = kept;
}

/* The order could not be flipped: what lets the second thread come to its access may be what others do, in
 * the order of the recorded run. */
int omen_study_recorded(struct omen_study *t, const struct omen_suspect *s, size_t instances) {
  if (!never_flipped(t) || !is_open(t)) return 0;
  size_t from = t->families;
  for (size_t i = 0; i < instances && i < AS_RECORDED; i++)
    t->family[t->families++] =
        (struct omen_family){.s = &s[i], .instance = (int)i, .as_recorded = true, .want = 1};
  if (omen_study_explore(t)) return -1;
  keep_flipped(t, from);
  return omen_study_explore(t);
}

/* The order could not be flipped: with another past, maybe. Then those pasts are judged like the others. */
int omen_study_pasts(struct omen_study *t, size_t instances) {
  size_t n;
  if (!instances || !never_flipped(t)) return 0;
  struct omen_family *at = &t->family[t->families];
  if (omen_single_pasts(t->x, t->family, instances, at, &n, &t->j->runs, t->err)) return -1;
  for (size_t i = 0; i < n; i++) at[i].want = t->base < EARLY_PAIRS ? t->base : EARLY_PAIRS;
  t->families += n;
  return n ? omen_study_explore(t) : 0;
}
