/* Two threads kept apart: see cause_parts.h. Where threads change one thing in several steps, each order that
 * is reversed alone leaves others as bad, and something else goes wrong. One of the two is held before all
 * that it does to the memory of the pair, until the other has done all that it does to it, as far as the
 * recorded run tells, or cannot go on. */
#include "classify/cause_parts.h"

static bool plan_for(const struct omen_asking *a, const struct omen_candidate *p, int held,
                     struct omen_plan *out) {
  const struct omen_run_trace *recorded = a->q->recorded_trace;
  uint32_t mine = omen_candidate_event(p, held)->thread, others = omen_candidate_event(p, !held)->thread;
  struct omen_plan_constraint c;
  if (!omen_run_trace_apart(&a->trace, mine, recorded, others, p->where, &c)) return false;
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
