/* Running families: see family.h. */
#include "classify/family.h"
#include "record/defect_words.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* What the two threads do after their accesses: each of the four in turn (plan_words.def). In every eighth
 * member both threads stand before their accesses until nobody else can go on; then the held one always goes
 * on at once. Run-until-blocked with the first thread going on and with it standing still, and round-robin
 * are the extremes; then random, PCT and POS by turns. */
static enum omen_plan_then then_of(int i) {
  static const enum omen_plan_then turns[] = {OMEN_THEN_AT_ONCE, OMEN_THEN_STAY, OMEN_THEN_STRATEGY,
                                              OMEN_THEN_BEHIND};
  return turns[i % 4];
}
/* On the brink the held one never stays for more than the one access. */
static enum omen_plan_then then_in(const struct omen_family *p, int i) {
  return !p->brink ? then_of(i) : i % 2 ? OMEN_THEN_BEHIND : OMEN_THEN_AT_ONCE;
}
static bool brink(int i) { return i % 8 == 4; }
bool omen_member_adjacent(int i) { return then_of(i) == OMEN_THEN_AT_ONCE || then_of(i) == OMEN_THEN_BEHIND; }

/* The strategy's seed is the member's number. Members on the brink add this constant, so that they draw other
 * random numbers than their neighbours of the same strategy. Another constant would do as well, but changes
 * the schedules that verdicts were measured on. */
#define BRINK_SEED (1ull << 40)

/* An exact constraint takes an event without a site for the thread's event of that number. Here an access is
 * meant, always: what has no site gives memory back. */
static void name_access(struct omen_plan_event *e) {
  if (e->site == OMEN_NO_SITE) e->site = OMEN_FREE_SITE;
}

static void make_exact(struct omen_plan_constraint *c) {
  c->exact = true;
  name_access(&c->earlier);
  name_access(&c->later);
}

void omen_suspect_add(struct omen_plan *plan, const struct omen_suspect *s, bool flipped, bool brink) {
  const struct omen_plan *past = plan->leave.at == OMEN_LEAVE_NEVER ? s->past : NULL;
  if (past) plan->leave = past->leave;
  for (uint64_t i = 0; past && i < past->ndecisions; i++) omen_plan_add_decision(plan, &past->decisions[i]);
  omen_plan_add_race(plan, &s->first, &s->second, s->where, flipped, brink);
  struct omen_plan_constraint *c = &plan->constraints[plan->nconstraints - 1];
  if (past && past->leave.at == OMEN_LEAVE_WITNESS) make_exact(c);
  c->late = s->late;
}

struct omen_plan omen_family_plan(const struct omen_family *p, bool flipped, int i) {
  static const uint32_t turns[] = {OMEN_STRATEGY_RANDOM, OMEN_STRATEGY_PCT, OMEN_STRATEGY_POS};
  uint32_t strategy = i < OMEN_FAMILY_ALWAYS || i == 4 ? OMEN_STRATEGY_RUN
                      : i == OMEN_FAMILY_ALWAYS        ? OMEN_STRATEGY_RR
                                                       : turns[(i / 4 + i) % 3];
  bool stands = p->brink || brink(i);
  struct omen_plan plan = {.then = then_in(p, i),
                           .tail = {.strategy = strategy, .seed = (uint64_t)i | (stands ? BRINK_SEED : 0)}};
  if (p->as_recorded && strategy == OMEN_STRATEGY_RUN) plan.tail.seed = OMEN_TAIL_AS_RECORDED;
  if (p->leave) {
    plan.leave.at = OMEN_LEAVE_EVENT;
    plan.leave.count = p->leave;
    plan.leave.seed = p->leave_seed;
  }
  omen_suspect_add(&plan, p->s, flipped, stands);
  return plan;
}

bool omen_result_met(const struct omen_result *r) { return r->outcome.awaited == OMEN_PLAN_MET; }

/* An abort is always at the same instruction: its stack says where it came from. */
static uint64_t crash_place(const struct omen_outcome *o) {
  if (o->status != SIGABRT || !o->crash.n) return o->pc;
  return XXH3_64bits(o->crash.pc, o->crash.n * sizeof *o->crash.pc);
}

/* What is waited for, in any order. Whose end somebody waits for depends on how far that one came, and says
 * nothing: unless nothing else is waited for. A descriptor is an object of the runtime's own, which lies
 * elsewhere in every process. */
static uint64_t deadlock_place(const struct omen_outcome *o) {
  uint64_t sum = 0, ends = 0;
  for (size_t i = 0; i < o->nwaits; i++) {
    const struct omen_out_wait *w = &o->waits[i];
    uint64_t one =
        XXH3_64bits_withSeed(w->what, strlen(w->what), strcmp(w->what, "descriptor") ? w->addr : 0);
    *(strcmp(w->what, "join") ? &sum : &ends) += one;
  }
  return sum ? sum : ends;
}

/* The end alone; the defect that ended a run is among its defects. */
static struct omen_violation end_of(const struct omen_outcome *o) {
  switch (o->end) {
  case OMEN_END_SIGNAL:
    if (o->status == SIGXCPU)
      return (struct omen_violation){.what = OMEN_CONSEQUENCE_INFINITE_LOOP, .ends = true};
    return (struct omen_violation){.what = o->status == SIGABRT ? OMEN_CONSEQUENCE_ASSERTION
                                                                : OMEN_CONSEQUENCE_CRASH,
                                   .place = crash_place(o),
                                   .ends = true};
  case OMEN_END_DEADLOCK:
    return (struct omen_violation){
        .what = OMEN_CONSEQUENCE_DEADLOCK, .place = deadlock_place(o), .ends = true};
  case OMEN_END_ENDLESS: return (struct omen_violation){.what = OMEN_CONSEQUENCE_INFINITE_LOOP, .ends = true};
  default: return (struct omen_violation){0};
  }
}

size_t omen_result_violations(const struct omen_result *r) { return r->outcome.ndefects + 1; }

struct omen_violation omen_result_violation(const struct omen_result *r, size_t i) {
  const struct omen_outcome *o = &r->outcome;
  if (i >= o->ndefects) return end_of(o);
  uint64_t name = omen_defect_name_of(&o->defects[i]);
  return (struct omen_violation){.what = omen_defect_consequence(o->defects[i].kind),
                                 .place = name,
                                 .defect = name,
                                 .ends = o->end == OMEN_END_DEFECT && i + 1 == o->ndefects};
}

bool omen_result_broke_off(const struct omen_result *r) {
  const struct omen_outcome *o = &r->outcome;
  return o->end == OMEN_END_LOST || o->end == OMEN_END_DEFECT || end_of(o).what;
}

/* Lines of a descriptor come from several operations: they are put together first. */
static uint64_t loose_hash(const struct omen_result *r) {
  enum { SLOTS = 16 };
  uint64_t sum = (uint64_t)r->outcome.end * 1000003 + (uint64_t)r->outcome.status;
  for (uint32_t slot = 0; slot < SLOTS; slot++) {
    struct omen_buf text = {0};
    for (size_t i = 0; i < r->noutputs; i++)
      if (r->outputs[i].fd % SLOTS == slot) omen_buf_add(&text, r->outputs[i].data, r->outputs[i].len);
    for (size_t at = 0; at < text.len;) {
      const char *end = memchr(text.data + at, '\n', text.len - at);
      size_t n = end ? (size_t)(end - text.data) - at + 1 : text.len - at;
      sum += XXH3_64bits_withSeed(text.data + at, n, slot + 1);
      at += n;
    }
    omen_buf_release(&text);
  }
  return sum;
}

/* A family of a program that writes much would fill the memory. */
static void forget_outputs(struct omen_result *r) {
  omen_buf_release(&r->bytes);
  free(r->outputs);
  r->outputs = NULL;
  r->noutputs = r->coutputs = 0;
}

int omen_families_run(struct omen_explorer *x, struct omen_family *families, size_t n, int *runs,
                      struct omen_err *err) {
  size_t total = 0, at = 0;
  for (size_t i = 0; i < n; i++) {
    if (families[i].want > OMEN_FAMILY_MAX) families[i].want = OMEN_FAMILY_MAX;
    if (families[i].want > families[i].n) total += 2 * (size_t)(families[i].want - families[i].n);
  }
  if (!total) return 0;
  struct omen_plan *plan = omen_xcalloc(total, sizeof *plan);
  struct omen_result *result = omen_xcalloc(total, sizeof *result);
  for (size_t i = 0; i < n; i++)
    for (int k = families[i].n; k < families[i].want; k++)
      for (int order = 0; order < 2; order++) plan[at++] = omen_family_plan(&families[i], order, k);
  int failed = omen_explore(x, plan, total, result, err);
  at = 0;
  for (size_t i = 0; !failed && i < n; i++)
    for (struct omen_family *p = &families[i]; p->n < p->want; p->n++)
      for (int order = 0; order < 2; order++) {
        p->run[order][p->n] = result[at++];
        p->loose[order][p->n] = loose_hash(&p->run[order][p->n]);
        omen_units_add(&p->units, order, p->n, &p->run[order][p->n]);
        forget_outputs(&p->run[order][p->n]);
      }
  *runs += (int)total;
  for (size_t i = 0; i < total; i++) omen_plan_release(&plan[i]);
  free(plan);
  free(result);
  return failed ? -1 : 0;
}

void omen_family_release(struct omen_family *p) {
  for (int order = 0; order < 2; order++)
    for (int i = 0; i < p->n; i++) omen_result_release(&p->run[order][i]);
  omen_units_release(&p->units);
}

bool omen_family_dragged(const struct omen_family *p) {
  for (int i = 0; i < p->n; i++)
    for (int order = 0; order < 2; order++)
      if (omen_outcome_counter(&p->run[order][i].outcome, "dragged")) return true;
  return false;
}

void omen_family_to_brink(struct omen_family *p) {
  omen_family_release(p);
  p->units = (struct omen_units){0};
  p->want = p->n;
  p->n = 0;
  p->brink = true;
}
