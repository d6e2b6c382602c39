/* The plan of this process: see current_plan.h. Decisions are found by a table of their own, since a plan may
 * have a million of them and is asked at every opportunity to switch. */
#include "runtime/explore/current_plan.h"
#include "runtime/rt.h"

struct omen_plan omrt_plan;
const struct omen_plan_constraint *omrt_plan_two;
static uint32_t *table; /* numbers of decisions, from 1; 0: none */
static uint64_t mask;

static uint64_t place(uint32_t thread, uint64_t point, uint32_t turn) {
  uint64_t h = (point * 0x9e3779b97f4a7c15ull + thread) * 0x9e3779b97f4a7c15ull + turn;
  return h ^ h >> 29;
}

static void index_decisions(void) {
  uint64_t n = 4;
  table = NULL;
  if (!omrt_plan.ndecisions) return;
  while (n < 2 * omrt_plan.ndecisions) n *= 2;
  table = omrt_alloc(n * sizeof *table);
  mask = n - 1;
  for (uint32_t i = 0; i < omrt_plan.ndecisions; i++) {
    const struct omen_plan_decision *d = &omrt_plan.decisions[i];
    uint64_t at = place(d->thread, d->point, d->turn) & mask;
    while (table[at]) at = (at + 1) & mask;
    table[at] = i + 1;
  }
}

const struct omen_plan_decision *omrt_plan_decision(enum omen_decision_kind kind, uint32_t thread,
                                                    uint64_t point, uint32_t turn) {
  if (!table) return NULL;
  for (uint64_t at = place(thread, point, turn) & mask; table[at]; at = (at + 1) & mask) {
    const struct omen_plan_decision *d = &omrt_plan.decisions[table[at] - 1];
    if (d->kind == kind && d->thread == thread && d->point == point && d->turn == turn) return d;
  }
  return NULL;
}

void omrt_plan_follow(void *bytes, uint64_t size) {
  const char *wrong = omen_plan_view(&omrt_plan, bytes, size, OMEN_STRATEGY_COUNT);
  if (wrong) omrt_fatal("the plan is damaged: %s", wrong);
  const char *refused = omen_plan_refused(&omrt_plan);
  if (refused) omrt_fatal("this runtime cannot follow the plan: %s", refused);
  omrt_plan_two = omen_plan_race(&omrt_plan);
  index_decisions();
}

void omrt_plan_init(void) {
  if (omrt_config->plan_size)
    omrt_plan_follow(omrt_config->watch + omrt_config->watches, omrt_config->plan_size);
}
