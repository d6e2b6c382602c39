/* Printed times: see times.h. */
#include "classify/times.h"
#include <string.h>

static bool looks_at_clock(const struct omen_family *p, int pair) {
  for (int order = 0; order < 2; order++)
    if (omen_outcome_counter(&p->run[order][pair].outcome, "clock_looks")) return true;
  return false;
}

/* What was run is wanted once more. */
static void begin_anew(struct omen_family *p) {
  omen_family_release(p);
  memset(p->run, 0, sizeof p->run);
  p->units = (struct omen_units){0};
  p->want = p->n;
  p->n = 0;
}

int omen_times_look(struct omen_explorer *x, struct omen_family *families, size_t n, size_t family, int pair,
                    int *runs, bool *more, struct omen_err *err) {
  struct omen_family *p = &families[family];
  *more = false;
  if (!looks_at_clock(p, pair)) return 0;
  struct omen_plan plan[2] = {omen_family_plan(p, false, pair), omen_family_plan(p, true, pair)};
  int failed = omen_elapsed_learn(x, plan, 2, more, err);
  for (int order = 0; order < 2; order++) omen_plan_release(&plan[order]);
  *runs += 4;
  if (failed || !*more) return failed;
  for (size_t i = 0; i < n; i++) begin_anew(&families[i]);
  return omen_families_run(x, families, n, runs, err);
}
