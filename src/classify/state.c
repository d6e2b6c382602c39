/* Comparing states: see state.h. */
#include "classify/state.h"
#include <stdlib.h>
#include <string.h>

static struct omen_plan to_region(const struct omen_suspect *s, bool flipped) {
  struct omen_plan p = {.tail.strategy = OMEN_STRATEGY_RUN, .then = OMEN_THEN_AT_ONCE, .region = true};
  omen_suspect_add(&p, s, flipped, false);
  return p;
}

/* 0: it did not come to the ends of the regions. */
static uint64_t state_of(const struct omen_result *r) {
  return r->outcome.end == OMEN_END_REGION ? omen_outcome_counter(&r->outcome, "state") : 0;
}

static void weigh(const struct omen_result pair[2], struct omen_states *out) {
  uint64_t a = state_of(&pair[0]), b = state_of(&pair[1]);
  if (!a || !b)
    out->fails++;
  else if (a == b)
    out->same++;
  else
    out->changes++;
}

int omen_states_compare(struct omen_explorer *x, const struct omen_suspect *instances, size_t n,
                        struct omen_states *out, struct omen_err *err) {
  *out = (struct omen_states){0};
  struct omen_plan *plans = omen_xcalloc(2 * n, sizeof *plans);
  struct omen_result *runs = omen_xcalloc(2 * n, sizeof *runs);
  for (size_t i = 0; i < n; i++) {
    plans[2 * i] = to_region(&instances[i], false);
    plans[2 * i + 1] = to_region(&instances[i], true);
  }
  int result = omen_explore(x, plans, 2 * n, runs, err);
  for (size_t i = 0; !result && i < n; i++) {
    weigh(&runs[2 * i], out);
    omen_result_release(&runs[2 * i]);
    omen_result_release(&runs[2 * i + 1]);
  }
  for (size_t i = 0; i < 2 * n; i++) omen_plan_release(&plans[i]);
  free(plans);
  free(runs);
  return result;
}
