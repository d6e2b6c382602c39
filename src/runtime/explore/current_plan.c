/* The plan of this process: see current_plan.h. A plan may have a million decisions and is asked at every
 * opportunity to switch. So they are sorted once, by thread and place, and each thread has its next one. */
#include "runtime/explore/current_plan.h"
#include "runtime/rt.h"
#include "runtime/shadow/shadow.h"

struct omen_plan omrt_plan;
const struct omen_plan_constraint *omrt_plan_two;
static uint32_t *order; /* decisions: switches first, by thread, point and turn */
static struct lane {    /* of a thread: the part of `order` that it has yet to come to */
  uint32_t thread, next, end;
} *lanes;
static uint32_t nlanes;

static bool earlier(const struct omen_plan_decision *x, const struct omen_plan_decision *y) {
  if (x->kind != y->kind) return x->kind < y->kind;
  if (x->thread != y->thread) return x->thread < y->thread;
  return x->point != y->point ? x->point < y->point : x->turn < y->turn;
}

static bool before(uint32_t a, uint32_t b) {
  const struct omen_plan_decision *x = &omrt_plan.decisions[a], *y = &omrt_plan.decisions[b];
  return earlier(x, y) || (a < b && !earlier(y, x));
}

/* Heap sort: libc's may allocate. */
static void sort(uint32_t n) {
  for (uint32_t root = n / 2; n > 1;) {
    uint32_t v;
    if (root)
      v = order[--root];
    else {
      v = order[--n];
      order[n] = order[0];
    }
    uint32_t at = root;
    for (uint32_t kid; (kid = at * 2 + 1) < n; at = kid) {
      if (kid + 1 < n && before(order[kid], order[kid + 1])) kid++;
      if (!before(v, order[kid])) break;
      order[at] = order[kid];
    }
    order[at] = v;
  }
}

static void index_decisions(void) {
  uint32_t n = (uint32_t)omrt_plan.ndecisions;
  order = NULL;
  nlanes = 0;
  if (!n) return;
  order = omrt_alloc(n * sizeof *order);
  lanes = omrt_alloc(n * sizeof *lanes);
  for (uint32_t i = 0; i < n; i++) order[i] = i;
  sort(n);
  for (uint32_t i = 0; i < n; i++) {
    const struct omen_plan_decision *d = &omrt_plan.decisions[order[i]];
    if (d->kind != OMEN_DECISION_SWITCH) break;
    if (!nlanes || lanes[nlanes - 1].thread != d->thread) lanes[nlanes++] = (struct lane){d->thread, i, i};
    lanes[nlanes - 1].end = i + 1;
  }
}

static struct lane *lane_of(uint32_t thread) {
  uint32_t lo = 0, hi = nlanes;
  while (lo < hi) {
    uint32_t mid = lo + (hi - lo) / 2;
    if (lanes[mid].thread < thread)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < nlanes && lanes[lo].thread == thread ? &lanes[lo] : NULL;
}

const struct omen_plan_decision *omrt_plan_switch(uint32_t thread, uint64_t point, uint32_t turn) {
  struct lane *l = nlanes ? lane_of(thread) : NULL;
  const struct omen_plan_decision *due = NULL;
  for (; l && l->next < l->end; l->next++) {
    const struct omen_plan_decision *d = &omrt_plan.decisions[order[l->next]];
    if (d->point > point || (d->point == point && d->turn > turn)) break;
    due = d;
  }
  return due;
}

const struct omen_plan_decision *omrt_plan_signal(uint32_t thread, uint64_t point) {
  for (uint64_t i = omrt_plan.ndecisions; i-- > 0;) {
    const struct omen_plan_decision *d = &omrt_plan.decisions[order[i]];
    if (d->kind == OMEN_DECISION_SWITCH) break; /* they stand behind the switches */
    if (d->kind != OMEN_DECISION_SIGNAL) continue;
    if (d->thread == thread && d->point == point) return d;
  }
  return NULL;
}

const struct omen_plan_decision *omrt_plan_choice(uint32_t thread, uint64_t point) {
  uint64_t lo = 0, hi = omrt_plan.ndecisions;
  struct omen_plan_decision key = {.kind = OMEN_DECISION_STORE, .thread = thread, .point = point};
  while (lo < hi) {
    uint64_t mid = lo + (hi - lo) / 2;
    if (earlier(&omrt_plan.decisions[order[mid]], &key))
      lo = mid + 1;
    else
      hi = mid;
  }
  if (lo == omrt_plan.ndecisions) return NULL;
  const struct omen_plan_decision *d = &omrt_plan.decisions[order[lo]];
  return d->kind == OMEN_DECISION_STORE && d->thread == thread && d->point == point ? d : NULL;
}

/* ---- constraints of two events, one after the other ---- */

static uint64_t constraint;

static const struct omen_plan_constraint *next_two(void) {
  for (; constraint < omrt_plan.nconstraints; constraint++)
    if (omen_constraint_holds(&omrt_plan.constraints[constraint])) return &omrt_plan.constraints[constraint];
  return NULL;
}

bool omrt_plan_next_two(void) {
  constraint++;
  const struct omen_plan_constraint *next = next_two();
  if (next) omrt_plan_two = next;
  return next != NULL;
}

void omrt_plan_follow(void *bytes, uint64_t size) {
  const char *wrong = omen_plan_view(&omrt_plan, bytes, size, OMEN_STRATEGY_COUNT);
  if (wrong) omrt_fatal("the plan is damaged: %s", wrong);
  const char *refused = omen_plan_refused(&omrt_plan);
  if (refused) omrt_fatal("this runtime cannot follow the plan: %s", refused);
  constraint = 0;
  omrt_plan_two = next_two();
  index_decisions();
  omrt_watch_every_access(omrt_plan.every);
}

void omrt_plan_init(void) {
  if (omrt_config->plan_size)
    omrt_plan_follow(omrt_config->watch + omrt_config->watches, omrt_config->plan_size);
}
