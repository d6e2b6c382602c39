/* What a steered run shows: see predicted.h. That two threads stood at their accesses is what the plan aimed
 * at. That the two accesses race is for the detector to say, of this very run: memory, instructions and kinds
 * are as the run had them, and nothing that it did orders the two. */
#include "triage/predicted.h"
#include "classify/family.h"
#include "classify/run_trace.h"

static bool is_access(const struct omen_rawev *e, const struct omen_plan_event *name) {
  uint32_t site = name->site == OMEN_FREE_SITE ? OMEN_NO_SITE : name->site;
  return e->thread == name->thread && e->site == site;
}

static bool has_race(const struct omen_run_trace *t, const struct omen_plan_constraint *c) {
  for (size_t i = 0; i < t->npairs; i++) {
    const struct omen_rawev *a = &t->event[t->pair[i].first], *b = &t->event[t->pair[i].second];
    if (t->pair[i].kind != OMEN_PAIR_RACE) continue;
    if ((is_access(a, &c->earlier) && is_access(b, &c->later)) ||
        (is_access(a, &c->later) && is_access(b, &c->earlier)))
      return true;
  }
  return false;
}

/* *broke: the run ended before both accesses were made, maybe. */
static int run(struct omen_explorer *x, const struct omen_plan *plan, bool *races, bool *broke,
               struct omen_err *err) {
  struct omen_result r;
  struct omen_run_trace t;
  char *dir;
  if (omen_explore_traced(x, plan, &r, &dir, err)) return -1;
  int result = omen_run_trace_read(&t, dir, &r.outcome, err);
  if (!result) {
    *races = has_race(&t, &plan->constraints[0]);
    *broke = omen_result_broke_off(&r);
    omen_run_trace_release(&t);
  }
  omen_scratch_free(dir);
  omen_result_release(&r);
  return result;
}

/* A crash at the second access leaves the first unmade: then in the other order. */
int omen_predicted_confirm(struct omen_explorer *x, const struct omen_plan *plan, bool *races,
                           struct omen_err *err) {
  bool broke = false;
  *races = false;
  if (run(x, plan, races, &broke, err)) return -1;
  if (*races || !broke) return 0;
  struct omen_plan other = omen_plan_copy(plan);
  omen_plan_flip(&other, false);
  int result = run(x, &other, races, &broke, err);
  omen_plan_release(&other);
  return result;
}
