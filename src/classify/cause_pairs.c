/* Which pairs of a run may be reversed: see cause_parts.h. */
#include "classify/cause_parts.h"
#include "trace/event.h"
#include <stdlib.h>

/* OF_A_KIND: of the same two instructions in the same direction. */
enum { OF_A_KIND = 3 };

/* Races are of one class when the same two instructions race. A lock has no instruction, nor has what else is
 * done to objects: each time is its own. */
static uint64_t class_key(const struct omen_candidate *p) {
  uint64_t lo = omen_candidate_event(p, 0)->site, hi = omen_candidate_event(p, 1)->site, was = lo;
  if (p->kind == OMEN_PAIR_LOCK || p->kind == OMEN_PAIR_USE) {
    uint64_t name[] = {p->of[0]->name[p->event[0]], p->of[1]->name[p->event[1]]};
    return (name[0] * 31 + name[1]) | 1ull << 63;
  }
  if (lo > hi) lo = hi, hi = was;
  return ((uint64_t)p->kind << 60) + (lo << 30) + hi;
}

static void add_candidate(struct omen_asking *a, struct omen_candidate p) {
  uint64_t *v = omen_table_at(&a->classes, class_key(&p));
  if (!*v) *v = ++a->nclasses;
  p.class = (uint32_t)*v - 1;
  OMEN_GROW(a->pair, a->npairs, a->cpairs);
  a->pair[a->npairs++] = p;
}

/* Pairs of the recorded run of which one event came here and the other did not. */
static void add_missing(struct omen_asking *a) {
  const struct omen_run_trace *r = a->q->recorded_trace;
  for (size_t i = 0; r && i < r->npairs; i++) {
    const struct omen_traced_pair *p = &r->pair[i];
    const uint64_t *first = omen_table_find(&a->trace.names, r->name[p->first]),
                   *second = omen_table_find(&a->trace.names, r->name[p->second]);
    if (!first == !second) continue;
    uint32_t here = (uint32_t)(first ? *first : *second), there = first ? p->second : p->first;
    if (p->kind == OMEN_PAIR_RACE && a->trace.event[here].obj != r->event[first ? p->first : p->second].obj)
      continue;
    add_candidate(a, (struct omen_candidate){
                         .kind = p->kind, .of = {&a->trace, r}, .event = {here, there}, .where = p->where});
  }
}

static void find_candidates(struct omen_asking *a) {
  for (size_t i = 0; i < a->trace.npairs; i++) {
    const struct omen_traced_pair *p = &a->trace.pair[i];
    add_candidate(a, (struct omen_candidate){.kind = p->kind,
                                             .of = {&a->trace, &a->trace},
                                             .event = {p->first, p->second},
                                             .where = p->where});
  }
  add_missing(a);
}

/* Those whose later event is missing have places of their own. */
static void choose_from(struct omen_asking *a, bool missing, size_t most) {
  uint32_t *seen = omen_xcalloc((size_t)a->nclasses * 2 + 1, sizeof *seen);
  for (size_t i = a->npairs; i-- > 0 && a->nflips < most;) {
    const struct omen_candidate *p = &a->pair[i];
    bool upwards = omen_candidate_event(p, 0)->site < omen_candidate_event(p, 1)->site;
    if ((p->of[0] != p->of[1]) != missing || seen[p->class * 2 + upwards]++ >= OF_A_KIND) continue;
    a->flip[a->nflips++] = (struct omen_flip){.pair = (uint32_t)i};
  }
  free(seen);
}

static int trace(struct omen_asking *a, bool *shows) {
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

int omen_asking_open(struct omen_asking *a, bool *shows) {
  if (trace(a, shows)) return -1;
  if (!*shows) return 0;
  find_candidates(a);
  choose_from(a, false, OMEN_CAUSE_FLIPS * 2 / 3);
  choose_from(a, true, OMEN_CAUSE_FLIPS);
  return 0;
}

void omen_asking_close(struct omen_asking *a) {
  for (size_t i = 0; i < a->nflips; i++) free(a->flip[i].set);
  omen_run_trace_release(&a->trace);
  omen_result_release(&a->failing);
  omen_table_release(&a->classes);
  free(a->pair);
}

struct omen_plan_constraint omen_candidate_order(const struct omen_candidate *p, bool other_way) {
  struct omen_plan_event e[2];
  for (int k = 0; k < 2; k++) e[k] = omen_run_trace_event(p->of[k], p->event[k], p->kind, p->where);
  return (struct omen_plan_constraint){.how = OMEN_HOW_HOLD_BEFORE,
                                       .exact = true,
                                       .earlier = e[other_way],
                                       .later = e[!other_way],
                                       .where = p->where};
}
