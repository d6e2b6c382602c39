/* Two threads kept apart: see cause_parts.h. Where threads change one thing in several steps, each order that
 * is reversed alone leaves others as bad, and something else goes wrong. One of the two is held before all
 * that it does to the memory of the pair, until the other has done all that it does to it, as far as the
 * recorded run tells, or cannot go on. */
#include "classify/cause_parts.h"
#include "trace/event.h"

static bool is_of(const struct omen_rawev *e, uint32_t thread, struct omen_watch where) {
  return omen_kind_is_access(e->kind) && e->thread == thread && e->obj < where.addr + where.len &&
         where.addr < e->obj + e->size;
}

static size_t first_of(const struct omen_run_trace *t, uint32_t thread, struct omen_watch where) {
  size_t i = 0;
  while (i < t->n && !is_of(&t->event[i], thread, where)) i++;
  return i;
}

static size_t last_of(const struct omen_run_trace *t, uint32_t thread, struct omen_watch where) {
  size_t i = t->n;
  while (i && !is_of(&t->event[i - 1], thread, where)) i--;
  return i ? i - 1 : t->n;
}

static bool plan_for(const struct omen_asking *a, const struct omen_candidate *p, int held,
                     struct omen_plan *out) {
  const struct omen_run_trace *recorded = a->q->recorded_trace;
  uint32_t mine = omen_candidate_event(p, held)->thread, others = omen_candidate_event(p, !held)->thread;
  size_t first = first_of(&a->trace, mine, p->where), last = last_of(recorded, others, p->where);
  if (first == a->trace.n || last == recorded->n) return false;
  struct omen_plan_constraint c = {
      .how = OMEN_HOW_HOLD_BEFORE,
      .exact = true,
      .earlier = omen_run_trace_event(recorded, (uint32_t)last, OMEN_PAIR_RACE, p->where),
      .later = omen_run_trace_event(&a->trace, (uint32_t)first, OMEN_PAIR_RACE, p->where),
      .where = p->where};
  *out = omen_plan_copy(a->q->plan);
  out->then = OMEN_THEN_AT_ONCE;
  omen_plan_add_constraint(out, &c);
  return true;
}

int omen_asking_apart(struct omen_asking *a, uint32_t pair, struct omen_plan *out, bool *found) {
  const struct omen_candidate *p = &a->pair[pair];
  *found = false;
  for (int held = 1; a->q->recorded_trace && held >= 0 && !*found; held--) {
    struct omen_result r;
    if (p->kind != OMEN_PAIR_RACE || !plan_for(a, p, held, out)) continue;
    int failed = omen_explore(a->q->x, out, 1, &r, a->err);
    *found = !failed && omen_asking_well(a, &r);
    if (!failed) omen_result_release(&r);
    if (!*found) omen_plan_release(out);
    if (failed) return -1;
  }
  return 0;
}
