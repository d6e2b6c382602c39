/* Races behind incidents: see behind.h. */
#include "classify/behind.h"
#include <stdlib.h>
#include <string.h>

/* INSTANCES: of the race, in the prevented run. Each is reversed with all ways to go on behind it. WAYS: to
 * prevent the incident. */
enum { INSTANCES = 4, WAYS = 6 };

struct behind {
  struct omen_explorer *x;
  struct omen_incidents *all;
  const struct omen_suspect *s;
  const struct omen_incident *mask;
  struct omen_judgement *j;
  struct omen_result base; /* the prevented run, */
  struct omen_run_trace trace;
  int there, entailed, met, sound, alike;
  int ways;                                   /* runs that are well with the race the other way round */
  const struct omen_incident *guilty, *other; /* other: goes wrong then, and has another cause */
  struct omen_err *err;
};

/* ---- the race in the prevented run ---- */

static bool is_race(const struct behind *b, const struct omen_traced_pair *p) {
  uint32_t x = b->trace.event[p->first].site, y = b->trace.event[p->second].site;
  uint32_t first = b->s->first.site, second = b->s->second.site;
  return p->kind == OMEN_PAIR_RACE && ((x == first && y == second) || (x == second && y == first));
}

/* Nobody can have the race the other way round, and the order that prevents the incident kept: to come first,
 * the later of the two would have to come before itself. */
static bool contradicts(const struct behind *b, const struct omen_traced_pair *p,
                        const struct omen_plan_constraint *c) {
  const struct omen_rawev *x = &b->trace.event[p->first], *y = &b->trace.event[p->second];
  size_t earlier = omen_run_trace_find(&b->trace, &c->earlier),
         later = omen_run_trace_find(&b->trace, &c->later);
  return earlier < b->trace.n && later < b->trace.n && c->earlier.thread == x->thread &&
         c->later.thread == y->thread && p->first <= earlier && later <= p->second;
}

static bool entails(const struct behind *b, const struct omen_traced_pair *p) {
  const struct omen_plan *plan = &b->mask->cause.prevented;
  for (uint64_t i = 0; i < plan->nconstraints; i++)
    if (contradicts(b, p, &plan->constraints[i])) return true;
  return false;
}

/* Both are about the same memory, and there is no having the one without the other: that is one mistake, as
 * the two writes of `n = n + 1` are, whose read is to blame. */
static bool is_same_mistake(const struct behind *b) {
  if (!b->there || b->entailed < b->there) return false;
  for (size_t i = 0; i < b->mask->cause.npairs; i++) {
    const struct omen_cause_pair *p = &b->mask->cause.pairs[i];
    struct omen_watch w = p->where, mine = b->s->where;
    if (p->kind == OMEN_PAIR_RACE && w.addr < mine.addr + mine.len && mine.addr < w.addr + w.len) return true;
  }
  return false;
}

/* ---- reversed there ---- */

/* Constraints are brought about one after the other: the race's comes in between, where the run has it. */
static struct omen_plan reversed(const struct behind *b, const struct omen_traced_pair *p,
                                 enum omen_plan_then then) {
  const struct omen_plan *from = &b->mask->cause.prevented;
  struct omen_plan plan = omen_plan_copy(from);
  struct omen_plan_constraint mine = {.how = OMEN_HOW_HOLD_BEFORE,
                                      .exact = true,
                                      .earlier =
                                          omen_run_trace_event(&b->trace, p->second, p->kind, p->where),
                                      .later = omen_run_trace_event(&b->trace, p->first, p->kind, p->where),
                                      .where = p->where};
  bool added = false;
  plan.nconstraints = 0;
  plan.then = then;
  for (uint64_t i = 0; i < from->nconstraints; i++) {
    size_t held = omen_run_trace_find(&b->trace, omen_constraint_held(&from->constraints[i]));
    if (!added && p->first < held) omen_plan_add_constraint(&plan, &mine), added = true;
    omen_plan_add_constraint(&plan, &from->constraints[i]);
  }
  if (!added) omen_plan_add_constraint(&plan, &mine);
  return plan;
}

static int take(struct behind *b, const struct omen_plan *plan, const struct omen_result *r) {
  if (r->outcome.awaited != OMEN_PLAN_MET) return 0;
  b->met++;
  struct omen_incident *i = omen_incidents_take(b->all, plan, r);
  if (!i) {
    bool whole = !omen_result_broke_off(r);
    b->sound += whole;
    b->alike += whole && r->hash == b->base.hash;
    return 0;
  }
  if (!i->judged && omen_incident_judge(b->x, b->all, i, OMEN_INCIDENT_SECONDS, b->err)) return -1;
  if (omen_incident_blames(b->all, i, b->s->first.site, b->s->second.site))
    b->guilty = i;
  else
    b->other = i;
  return 0;
}

static int reverse(struct behind *b, const struct omen_traced_pair *p) {
  struct omen_plan plan[OMEN_THENS];
  struct omen_result r[OMEN_THENS];
  for (int then = 0; then < OMEN_THENS; then++) plan[then] = reversed(b, p, (enum omen_plan_then)then);
  int result = omen_explore(b->x, plan, OMEN_THENS, r, b->err), failed = result;
  b->j->runs += OMEN_THENS;
  for (int then = 0; then < OMEN_THENS; then++) {
    if (!result && !b->guilty) result = take(b, &plan[then], &r[then]);
    if (!failed) omen_result_release(&r[then]);
    omen_plan_release(&plan[then]);
  }
  return result ? -1 : 0;
}

static int look(struct behind *b) {
  for (size_t i = 0; i < b->trace.npairs && b->there < INSTANCES && !b->guilty; i++) {
    const struct omen_traced_pair *p = &b->trace.pair[i];
    if (!is_race(b, p)) continue;
    b->there++;
    if (entails(b, p))
      b->entailed++;
    else if (reverse(b, p))
      return -1;
  }
  return 0;
}

/* ---- other ways round the incident ---- */

static bool is_in_cause(const struct behind *b, uint32_t site) {
  for (size_t i = 0; i < b->mask->cause.npairs; i++)
    for (int k = 0; k < 2; k++)
      if (b->mask->cause.pairs[i].side[k].site == site) return true;
  return false;
}

/* The race came, and came the other way round. */
static bool had_turned(struct behind *b, const struct omen_run_trace *t) {
  for (size_t i = 0; i < t->npairs; i++) {
    const struct omen_rawev *x = &t->event[t->pair[i].first], *y = &t->event[t->pair[i].second];
    if (t->pair[i].kind == OMEN_PAIR_RACE && x->site == b->s->second.site && y->site == b->s->first.site &&
        x->thread == b->s->second.thread && y->thread == b->s->first.thread)
      return true;
  }
  return false;
}

/* Without that order of the cause. */
static int go_round(struct behind *b, const struct omen_plan_constraint *reversed) {
  struct omen_plan plan = omen_plan_copy(&b->mask->plan);
  struct omen_result r;
  struct omen_run_trace t;
  char *dir;
  plan.then = OMEN_THEN_AT_ONCE;
  omen_plan_add_constraint(&plan, reversed);
  int failed = omen_explore_traced(b->x, &plan, &r, &dir, b->err);
  omen_plan_release(&plan);
  if (failed) return -1;
  b->j->runs++;
  if (!omen_result_broke_off(&r) && r.outcome.end != OMEN_END_DIVERGED && r.hash == b->base.hash &&
      !omen_run_trace_read(&t, dir, &r.outcome, b->err)) {
    b->ways += had_turned(b, &t);
    omen_run_trace_release(&t);
  }
  omen_scratch_free(dir);
  omen_result_release(&r);
  return 0;
}

/* The incident may be prevented in several ways, last by the two threads of the race kept apart. Where the
 * one that is known leaves the race only the recorded order, another may have it the other way round, and all
 * well. Not of accesses that the cause is made of. */
static int try_other_ways(struct behind *b) {
  const struct omen_cause *c = &b->mask->cause;
  if (b->guilty || b->entailed < b->there) return 0;
  if (is_in_cause(b, b->s->first.site) && is_in_cause(b, b->s->second.site)) return 0;
  for (size_t i = 0; i < c->npairs && i < WAYS; i++) {
    struct omen_plan_constraint apart;
    bool race = c->pairs[i].kind == OMEN_PAIR_RACE;
    if (c->pairs[i].reversed.exact && go_round(b, &c->pairs[i].reversed)) return -1;
    if (race && !b->ways &&
        omen_run_trace_apart(&b->trace, b->s->first.thread, &b->trace, b->s->second.thread, c->pairs[i].where,
                             &apart) &&
        go_round(b, &apart))
      return -1;
  }
  return 0;
}

/* ---- the verdict ---- */

static const char *word(const struct omen_incident *i) { return omen_consequence_word(i->wrong.what); }

static void say_harmless(struct behind *b) {
  struct omen_judgement *j = b->j;
  j->class = OMEN_CLASS_K_WITNESS;
  j->k = j->schedules = b->sound;
  j->paths = 1;
  snprintf(j->what, sizeof j->what,
           "%d schedule%s with the accesses in %s order end%s and write%s alike, once incident %s (%s) is "
           "prevented, which has another cause",
           b->sound, b->sound == 1 ? "" : "s", b->ways ? "the other" : "either", b->sound == 1 ? "s" : "",
           b->sound == 1 ? "s" : "", b->mask->id, word(b->mask));
}

/* There is no having the other order but with the incident, which another race causes. */
static bool has_one_order(const struct behind *b) {
  return b->there && b->entailed == b->there &&
         (b->mask->cause.kind == OMEN_CAUSE_RACE || b->mask->cause.kind == OMEN_CAUSE_RACES);
}

static void say_one_order(struct behind *b) {
  struct omen_judgement *j = b->j;
  j->class = OMEN_CLASS_SINGLE_ORDERING;
  j->proof = OMEN_PROOF_TIMEOUT;
  snprintf(j->what, sizeof j->what,
           "the other order comes only with incident %s (%s), which another race causes; where that is "
           "prevented, the first access comes first",
           b->mask->id, word(b->mask));
}

static void say_why_not(struct behind *b) {
  char why[120];
  if (!b->there)
    snprintf(why, sizeof why, "where that is prevented, the two do not race");
  else if (b->other)
    snprintf(why, sizeof why, "where that is prevented, incident %s (%s) comes", b->other->id,
             word(b->other));
  else if (b->entailed == b->there)
    snprintf(why, sizeof why, "and the two orders cannot be had without each other");
  else if (!b->met || !b->sound)
    snprintf(why, sizeof why, "where that is prevented, the other order could not be had");
  else
    snprintf(why, sizeof why, "where that is prevented, %d of %d runs write something else",
             b->sound - b->alike, b->sound);
  snprintf(b->j->not_judged, sizeof b->j->not_judged,
           "every run with the accesses in the other order ended with incident %s (%s), which has another "
           "cause; %s",
           b->mask->id, word(b->mask), why);
}

static bool settle(struct behind *b) {
  if (b->guilty)
    omen_judge_by_incident(b->j, b->guilty);
  else if (b->ways)
    b->sound = b->ways, say_harmless(b);
  else if (is_same_mistake(b))
    omen_judge_by_incident(b->j, b->mask);
  else if (has_one_order(b))
    say_one_order(b);
  else if (b->sound && b->sound == b->met && b->alike == b->sound)
    say_harmless(b);
  else
    return say_why_not(b), false;
  return true;
}

static int look_behind(struct behind *b, bool *found) {
  char *dir;
  if (omen_explore_traced(b->x, &b->mask->cause.prevented, &b->base, &dir, b->err)) return -1;
  int result = omen_run_trace_read(&b->trace, dir, &b->base.outcome, b->err);
  omen_scratch_free(dir);
  if (!result) result = look(b);
  if (!result) result = try_other_ways(b);
  if (!result) *found = settle(b);
  omen_run_trace_release(&b->trace);
  omen_result_release(&b->base);
  return result;
}

int omen_behind_judge(struct omen_explorer *x, struct omen_incidents *all, const struct omen_suspect *s,
                      const struct omen_wrong *masks, size_t nmasks, struct omen_judgement *j, bool *found,
                      struct omen_err *err) {
  for (size_t i = 0; i < nmasks && !*found; i++) {
    struct behind b = {.x = x, .all = all, .s = s, .j = j, .err = err};
    b.mask = omen_incidents_find(all, masks[i]);
    if (b.mask && b.mask->cause.tested && look_behind(&b, found)) return -1;
  }
  if (*found) j->not_judged[0] = 0;
  return 0;
}
