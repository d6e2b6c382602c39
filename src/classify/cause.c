/* Asking for causes: see cause.h. */
#include "classify/cause.h"
#include "trace/event.h"
#include <stdlib.h>
#include <string.h>

/* FLIPS: pairs that are reversed, the last of the run first: a cause is mostly near to its consequence.
 * OF_A_KIND: of the same two instructions. AT_ONCE: of a batch. TRACED: cures whose set of reversed pairs is
 * looked at. TOGETHER: of so many pairs two are reversed at a time. */
enum { FLIPS = 96, OF_A_KIND = 3, AT_ONCE = 16, TRACED = 24, TOGETHER = 10 };

/* Two events that may be reversed. Of a pair whose later event did not come, since the run had gone wrong by
 * then, the later event is one of the recorded run. */
struct candidate {
  enum omen_pair_kind kind;
  const struct omen_run_trace *of[2];
  uint32_t event[2]; /* the earlier, the later */
  struct omen_watch where;
  uint32_t class;
};

struct flip {
  uint32_t pair; /* of the candidates */
  bool met, cures, traced;
  bool other;   /* what is asked about does not happen; something else goes wrong */
  uint8_t *set; /* by class: reversed in its run, too */
  size_t size;
};

struct asking {
  const struct omen_cause_question *q;
  struct omen_cause *out;
  struct omen_result failing; /* the run that goes wrong */
  struct omen_run_trace trace;
  struct candidate *pair;
  size_t npairs, cpairs;
  struct omen_table classes; /* of pairs, from 1 */
  uint32_t nclasses;
  struct flip flip[FLIPS];
  size_t nflips;
  struct omen_err *err;
};

static bool over(const struct asking *a) {
  return a->q->goal->deadline > 0 && omen_now() > a->q->goal->deadline;
}

static const struct omen_rawev *event(const struct candidate *p, int k) {
  return &p->of[k]->event[p->event[k]];
}

/* ---- which pairs ---- */

/* Races are of one class when the same two instructions race. A lock has no instruction: each time is its
 * own. */
static uint64_t class_key(const struct candidate *p) {
  uint64_t lo = event(p, 0)->site, hi = event(p, 1)->site, was = lo;
  if (p->kind == OMEN_PAIR_LOCK) {
    uint64_t name[] = {p->of[0]->name[p->event[0]], p->of[1]->name[p->event[1]]};
    return (name[0] * 31 + name[1]) | 1ull << 63;
  }
  if (lo > hi) lo = hi, hi = was;
  return ((uint64_t)p->kind << 60) + (lo << 30) + hi;
}

static void add_candidate(struct asking *a, struct candidate p) {
  uint64_t *v = omen_table_at(&a->classes, class_key(&p));
  if (!*v) *v = ++a->nclasses;
  p.class = (uint32_t)*v - 1;
  OMEN_GROW(a->pair, a->npairs, a->cpairs);
  a->pair[a->npairs++] = p;
}

/* Pairs of the recorded run of which one event came here and the other did not. */
static void add_missing(struct asking *a) {
  const struct omen_run_trace *r = a->q->recorded_trace;
  for (size_t i = 0; r && i < r->npairs; i++) {
    const struct omen_traced_pair *p = &r->pair[i];
    const uint64_t *first = omen_table_find(&a->trace.names, r->name[p->first]),
                   *second = omen_table_find(&a->trace.names, r->name[p->second]);
    if (!first == !second) continue;
    uint32_t here = (uint32_t)(first ? *first : *second), there = first ? p->second : p->first;
    if (p->kind == OMEN_PAIR_RACE && a->trace.event[here].obj != r->event[first ? p->first : p->second].obj)
      continue;
    add_candidate(a, (struct candidate){
                         .kind = p->kind, .of = {&a->trace, r}, .event = {here, there}, .where = p->where});
  }
}

static void find_candidates(struct asking *a) {
  for (size_t i = 0; i < a->trace.npairs; i++) {
    const struct omen_traced_pair *p = &a->trace.pair[i];
    add_candidate(a, (struct candidate){.kind = p->kind,
                                        .of = {&a->trace, &a->trace},
                                        .event = {p->first, p->second},
                                        .where = p->where});
  }
  add_missing(a);
}

/* Those whose later event is missing have places of their own. */
static void choose_from(struct asking *a, bool missing, size_t most) {
  uint32_t *seen = omen_xcalloc(a->nclasses + 1, sizeof *seen);
  for (size_t i = a->npairs; i-- > 0 && a->nflips < most;) {
    const struct candidate *p = &a->pair[i];
    if ((p->of[0] != p->of[1]) != missing || seen[p->class]++ >= OF_A_KIND) continue;
    a->flip[a->nflips++] = (struct flip){.pair = (uint32_t)i};
  }
  free(seen);
}

static void choose(struct asking *a) {
  choose_from(a, false, FLIPS * 2 / 3);
  choose_from(a, true, FLIPS);
}

/* ---- reversing ---- */

/* The two as they are, or the other way round. */
static struct omen_plan_constraint order_of(const struct candidate *p, bool other_way) {
  struct omen_plan_event e[2];
  for (int k = 0; k < 2; k++) e[k] = omen_run_trace_event(p->of[k], p->event[k], p->kind, p->where);
  return (struct omen_plan_constraint){.how = OMEN_HOW_HOLD_BEFORE,
                                       .exact = true,
                                       .earlier = e[other_way],
                                       .later = e[!other_way],
                                       .where = p->where};
}

static struct omen_plan reversed(const struct asking *a, const uint32_t *pairs, size_t n) {
  struct omen_plan p = omen_plan_copy(a->q->plan);
  p.then = OMEN_THEN_AT_ONCE;
  for (size_t i = 0; i < n; i++) {
    struct omen_plan_constraint c = order_of(&a->pair[pairs[i]], true);
    omen_plan_add_constraint(&p, &c);
  }
  return p;
}

static bool cures(const struct asking *a, const struct omen_result *r) {
  return r->outcome.awaited == OMEN_PLAN_MET && a->q->sound(a->q->goal->context, r);
}

static int try_flips(struct asking *a) {
  int result = 0;
  for (size_t at = 0; !result && at < a->nflips && !over(a); at += AT_ONCE) {
    struct omen_plan plans[AT_ONCE];
    struct omen_result r[AT_ONCE];
    size_t n = a->nflips - at < AT_ONCE ? a->nflips - at : AT_ONCE;
    for (size_t i = 0; i < n; i++) plans[i] = reversed(a, &a->flip[at + i].pair, 1);
    result = omen_explore(a->q->x, plans, n, r, a->err);
    for (size_t i = 0; i < n; i++) {
      omen_plan_release(&plans[i]);
      if (result) continue;
      struct flip *f = &a->flip[at + i];
      f->met = r[i].outcome.awaited == OMEN_PLAN_MET;
      f->cures = cures(a, &r[i]);
      f->other = f->met && !f->cures && r[i].outcome.end != OMEN_END_LOST &&
                 !a->q->goal->shows(a->q->goal->context, &r[i]);
      a->out->tried++;
      a->out->reversed += f->met;
      a->out->cured += f->cures;
      omen_result_release(&r[i]);
    }
  }
  return result;
}

/* ---- what a cure reversed ---- */

/* An event that did not come at all is reversed by every cure that lets the run go on: that says nothing. */
static bool is_reversed(const struct omen_run_trace *in, const struct candidate *p) {
  if (p->of[0] != p->of[1]) return false;
  const uint64_t *x = omen_table_find(&in->names, p->of[0]->name[p->event[0]]),
                 *y = omen_table_find(&in->names, p->of[1]->name[p->event[1]]);
  return x && y && *y < *x;
}

static int look(struct asking *a, struct flip *f) {
  struct omen_plan p = reversed(a, &f->pair, 1);
  struct omen_result r;
  char *dir;
  int result = omen_explore_traced(a->q->x, &p, &r, &dir, a->err);
  omen_plan_release(&p);
  if (result) return -1;
  struct omen_run_trace t;
  if (!omen_run_trace_read(&t, dir, &r.outcome, a->err)) {
    f->traced = cures(a, &r);
    f->set = omen_xcalloc(a->nclasses + 1, 1);
    f->set[a->pair[f->pair].class] = 1;
    for (size_t i = 0; i < a->npairs; i++)
      if (is_reversed(&t, &a->pair[i])) f->set[a->pair[i].class] = 1;
    for (uint32_t i = 0; i < a->nclasses; i++) f->size += f->set[i];
    omen_run_trace_release(&t);
  }
  omen_scratch_free(dir);
  omen_result_release(&r);
  return 0;
}

static int look_at_cures(struct asking *a) {
  int traced = 0;
  for (size_t i = 0; i < a->nflips && traced < TRACED; i++) {
    if (!a->flip[i].cures) continue;
    if (traced && over(a)) break;
    if (look(a, &a->flip[i])) return -1;
    traced++;
  }
  return 0;
}

static bool part_of(const struct asking *a, const struct flip *small, const struct flip *large) {
  if (small->size >= large->size) return false;
  for (uint32_t i = 0; i < a->nclasses; i++)
    if (small->set[i] && !large->set[i]) return false;
  return true;
}

/* No cure reverses a part of what this one did. */
static bool least(const struct asking *a, const struct flip *f) {
  if (!f->traced) return false;
  for (size_t i = 0; i < a->nflips; i++)
    if (a->flip[i].traced && part_of(a, &a->flip[i], f)) return false;
  return true;
}

/* ---- the answer ---- */

static struct omen_cause_side side_of(const struct candidate *p, int k) {
  const struct omen_rawev *e = event(p, k);
  bool lock = !omen_kind_is_access(e->kind);
  struct omen_pcs stack = omen_run_trace_stack(p->of[k], p->event[k]);
  struct omen_cause_side s = {.thread = e->thread,
                              .site = lock ? OMEN_NO_SITE : e->site,
                              .point = e->point,
                              .addr = lock ? e->obj2 : e->obj,
                              .size = lock ? 0 : e->size,
                              .write = e->kind == OMEN_KIND_WRITE || e->kind == OMEN_KIND_AWRITE,
                              .atomic = e->kind == OMEN_KIND_AREAD || e->kind == OMEN_KIND_AWRITE};
  s.pcs = omen_xcalloc(stack.n + 1, sizeof *s.pcs);
  s.npcs = stack.n;
  if (stack.n) memcpy(s.pcs, stack.pc, stack.n * sizeof *s.pcs);
  return s;
}

static void blame(struct asking *a, uint32_t pair) {
  const struct candidate *p = &a->pair[pair];
  struct omen_cause *c = a->out;
  c->pairs = omen_xrealloc(c->pairs, (c->npairs + 1) * sizeof *c->pairs);
  c->pairs[c->npairs++] = (struct omen_cause_pair){
      .kind = p->kind,
      .side = {side_of(p, 0), side_of(p, 1)},
      .where = p->kind == OMEN_PAIR_LOCK ? (struct omen_watch){event(p, 0)->obj2, 0} : p->where};
}

/* Did one of the two threads take the lock before and after the other's turn? Then its two turns were meant
 * to be one. */
static bool between(const struct asking *a, const struct candidate *p) {
  const struct omen_rawev *x = event(p, 0), *y = event(p, 1);
  bool again = false, before = false;
  for (size_t i = 0; i < a->trace.n; i++) {
    const struct omen_rawev *e = &a->trace.event[i];
    if (e->obj != x->obj || omen_kind_is_access(e->kind) != omen_kind_is_access(x->kind)) continue;
    if (!omen_kind_is_access(e->kind) && e->kind != x->kind) continue;
    before |= e->thread == y->thread && i < p->event[0];
    again |= p->of[1] == &a->trace && e->thread == x->thread && i > p->event[1];
  }
  return before || again;
}

/* Which class has been blamed already? */
static bool had(const struct asking *a, const uint32_t *pairs, size_t n, uint32_t class) {
  for (size_t i = 0; i < n; i++)
    if (a->pair[pairs[i]].class == class) return true;
  return false;
}

static int confirm(struct asking *a, const uint32_t *pairs, size_t n) {
  struct omen_result r;
  a->out->prevented = reversed(a, pairs, n);
  if (omen_explore_fresh(a->q->x, &a->out->prevented, 1, &r, a->err)) return -1;
  a->out->tested = cures(a, &r);
  omen_result_release(&r);
  return 0;
}

/* The recorded run, with the two events in the order that they have here. */
static int ask_enough(struct asking *a, const uint32_t *pairs, size_t n) {
  if (!a->q->recorded) return 0;
  struct omen_plan p = omen_plan_copy(a->q->recorded);
  p.then = OMEN_THEN_AT_ONCE;
  for (size_t i = 0; i < n; i++) {
    struct omen_plan_constraint c = order_of(&a->pair[pairs[i]], false);
    omen_plan_add_constraint(&p, &c);
  }
  struct omen_result r;
  int result = omen_explore(a->q->x, &p, 1, &r, a->err);
  omen_plan_release(&p);
  if (result) return -1;
  bool shows = a->q->goal->shows(a->q->goal->context, &r);
  if (shows)
    a->out->enough = OMEN_ENOUGH_YES;
  else if (r.outcome.awaited == OMEN_PLAN_MET)
    a->out->enough = OMEN_ENOUGH_NO;
  omen_result_release(&r);
  return 0;
}

/* Pairs that a least cure reversed together with its own, and without which the failure is another: the cure
 * needs both. One that reverses and changes nothing is not among them. */
static size_t with_it(const struct asking *a, const struct flip *f, uint32_t *pairs, size_t n) {
  for (size_t i = 0; i < a->nflips; i++) {
    uint32_t pair = a->flip[i].pair, class = a->pair[pair].class;
    if (a->flip[i].other && f->set[class] && a->pair[pair].kind == OMEN_PAIR_RACE && !had(a, pairs, n, class))
      pairs[n++] = pair;
  }
  return n;
}

/* The least cures: of races, or if there are none of that kind, of regions. */
static int answer(struct asking *a, bool *found) {
  uint32_t pairs[FLIPS];
  size_t n = 0, alone_n;
  bool race = false, locks = false;
  for (int races = 1; races >= 0 && !n; races--)
    for (size_t i = 0; i < a->nflips; i++) {
      const struct candidate *p = &a->pair[a->flip[i].pair];
      if ((p->kind == OMEN_PAIR_RACE) != races || !least(a, &a->flip[i])) continue;
      if (had(a, pairs, n, p->class)) continue;
      pairs[n++] = a->flip[i].pair;
      race |= races;
      locks |= between(a, p);
    }
  *found = n > 0;
  if (!n) return 0;
  alone_n = n;
  for (size_t i = 0; i < a->nflips; i++)
    if ((a->pair[a->flip[i].pair].kind == OMEN_PAIR_RACE) == race && least(a, &a->flip[i]))
      n = with_it(a, &a->flip[i], pairs, n);
  for (size_t i = 0; i < n; i++) blame(a, pairs[i]);
  a->out->kind = n > alone_n ? OMEN_CAUSE_RACES
                 : race      ? OMEN_CAUSE_RACE
                 : locks     ? OMEN_CAUSE_ATOMICITY
                             : OMEN_CAUSE_ORDER;
  n = alone_n;
  if (confirm(a, pairs, 1)) return -1;
  for (size_t i = 0; i < n && a->out->enough != OMEN_ENOUGH_YES; i++)
    if (ask_enough(a, &pairs[i], 1)) return -1;
  if (!race || n < 2 || a->out->enough == OMEN_ENOUGH_YES) return 0;
  enum omen_enough alone = a->out->enough;
  if (ask_enough(a, pairs, n)) return -1;
  if (a->out->enough == OMEN_ENOUGH_YES)
    a->out->kind = OMEN_CAUSE_RACES; /* each is needed, and together they are enough */
  else
    a->out->enough = alone;
  return 0;
}

/* Two of the last pairs together, the one that comes first in the run first. */
static int answer_together(struct asking *a) {
  uint32_t some[TOGETHER];
  size_t n = 0;
  for (size_t i = 0; i < a->nflips && n < TOGETHER; i++) {
    uint32_t pair = a->flip[i].pair;
    if (a->flip[i].met && a->pair[pair].kind == OMEN_PAIR_RACE && !had(a, some, n, a->pair[pair].class))
      some[n++] = pair;
  }
  for (size_t i = 0; i + 1 < n; i++)
    for (size_t k = i + 1; k < n && !over(a); k++) {
      uint32_t two[2] = {some[k], some[i]}; /* the list goes backwards */
      if (a->pair[two[0]].event[0] > a->pair[two[1]].event[0]) two[0] = some[i], two[1] = some[k];
      struct omen_plan p = reversed(a, two, 2);
      struct omen_result r;
      int result = omen_explore(a->q->x, &p, 1, &r, a->err);
      omen_plan_release(&p);
      if (result) return -1;
      bool yes = cures(a, &r);
      omen_result_release(&r);
      a->out->tried++;
      if (!yes) continue;
      blame(a, two[0]);
      blame(a, two[1]);
      a->out->kind = OMEN_CAUSE_RACES;
      return confirm(a, two, 2) || ask_enough(a, two, 2) ? -1 : 0;
    }
  return 0;
}

static int trace(struct asking *a, bool *shows) {
  char *dir;
  struct omen_plan p = omen_plan_copy(a->q->plan);
  p.tail.max_events = a->q->events;
  int failed = omen_explore_traced(a->q->x, &p, &a->failing, &dir, a->err);
  omen_plan_release(&p);
  if (failed) return -1;
  *shows = a->q->goal->shows(a->q->goal->context, &a->failing);
  int result = *shows ? omen_run_trace_read(&a->trace, dir, &a->failing.outcome, a->err) : 0;
  omen_scratch_free(dir);
  return result;
}

int omen_cause_ask(const struct omen_cause_question *q, struct omen_cause *out, struct omen_err *err) {
  struct asking *a = omen_xcalloc(1, sizeof *a);
  bool shows, found = false;
  *out = (struct omen_cause){0};
  a->q = q;
  a->out = out;
  a->err = err;
  int result = trace(a, &shows);
  if (!result && shows) {
    find_candidates(a);
    choose(a);
    result = try_flips(a);
    if (!result) result = look_at_cures(a);
    if (!result) result = answer(a, &found);
    if (!result && !found) result = answer_together(a);
  }
  for (size_t i = 0; i < a->nflips; i++) free(a->flip[i].set);
  omen_run_trace_release(&a->trace);
  omen_result_release(&a->failing);
  omen_table_release(&a->classes);
  free(a->pair);
  free(a);
  if (result) omen_cause_release(out);
  return result;
}

void omen_cause_release(struct omen_cause *c) {
  for (size_t i = 0; i < c->npairs; i++)
    for (int k = 0; k < 2; k++) free(c->pairs[i].side[k].pcs);
  free(c->pairs);
  omen_plan_release(&c->prevented);
  *c = (struct omen_cause){0};
}
