/* Telling and following who ran: see steps.h. */
#include "runtime/explore/steps.h"
#include "runtime/explore/current_plan.h"
#include "runtime/explore/explore.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/choice.h"
#include "runtime/sched/internal.h"
#include "runtime/outcome_write.h"
#include <stdio.h>
#include <string.h>

enum { LINES = 4000, ALL_LINES = 100000, DEPTH = 16, STREAMS = 64 };
static uint64_t decided;                              /* decisions so far */
static bool chosen;                                   /* the last answer was one */
static uint64_t step_lines, access_lines, from_lines; /* told so far */

static bool tells(void) { return omrt_mode.live && omrt_plan.tell; }
static bool tells_step(void) {
  bool all = omrt_plan.tell == OMEN_TELL_ALL;
  return (all || tells()) && step_lines++ < (all ? ALL_LINES : LINES);
}

/* Told before the access: what a write leaves is known when the next thing happens. Nobody else ran since. */
static struct {
  uint64_t addr;
  uint32_t len;
} unsettled;

void omrt_steps_settle(void) {
  if (!unsettled.len) return;
  uint64_t value = 0;
  if (omrt_page_readable(unsettled.addr) && omrt_page_readable(unsettled.addr + unsettled.len - 1)) {
    memcpy(&value, (const void *)unsettled.addr, unsettled.len);
    omrt_line_value(unsettled.len, value);
  }
  unsettled.len = 0;
}

/* ---- deciding ---- */

static const struct omen_plan_decision *listed(void) {
  return omrt_plan_switch((uint32_t)omrt_cur->id, omrt_cur->points, omrt_cur->turns);
}

/* NULL: the current fiber. A decision that cannot be made here is left out: the run went another way. */
static struct omrt_fiber *followed(const struct omen_plan_decision *d, struct omrt_fiber *runnable,
                                   struct omrt_fiber *plain, bool can_stay) {
  if (can_stay && d->to == (uint32_t)omrt_cur->id) return NULL;
  for (struct omrt_fiber *f = runnable; f; f = f->rnext)
    if ((uint32_t)f->id == d->to) return f;
  struct omrt_fiber *waits = omrt_fiber_by_id((int)d->to);
  if (!omrt_mode.passes_time || !waits || waits->done || waits->deadline == OMRT_NEVER) return plain;
  omrt_time_comes(waits);
  return waits->runnable ? waits : plain;
}

static bool strategy_decides(void) {
  return !omrt_plan.follow && (!omrt_plan.tail.decisions || decided < omrt_plan.tail.decisions);
}

/* A decision that is no switch: the strategy let a thread go on that yielded. */
static void tell_stay(void) {
  if (!tells_step()) return;
  omrt_steps_settle();
  omrt_line_step(omrt_cur->id, omrt_cur->points, omrt_cur->turns, omrt_cur->id, "yield", 0, 1, NULL, 0);
}

void omrt_steps_followed(const struct omrt_fiber *next, bool yields) {
  if (next)
    omrt_steps_switch(next, yields, false);
  else if (yields)
    tell_stay();
}

struct omrt_fiber *omrt_steps_preempt(struct omrt_fiber *runnable, bool yields) {
  struct omrt_fiber *plain = yields ? runnable : NULL, *next = plain;
  const struct omen_plan_decision *d = listed();
  if (d)
    next = followed(d, runnable, plain, true);
  else if (runnable && strategy_decides())
    next = omrt_strategy_preempt(runnable, yields);
  chosen = next != plain;
  decided += chosen;
  if (chosen && !next) tell_stay();
  return next;
}

struct omrt_fiber *omrt_steps_next(struct omrt_fiber *runnable) {
  struct omrt_fiber *next = runnable;
  const struct omen_plan_decision *d = listed();
  if (d)
    next = followed(d, runnable, runnable, false);
  else if (strategy_decides())
    next = omrt_strategy_next(runnable);
  chosen = next != runnable;
  decided += chosen;
  return next;
}

/* The choice's own event is behind the thread: it is named by the point before. */
uint32_t omrt_steps_choose(uint32_t kind, const void *obj, uint32_t n) {
  const struct omen_plan_decision *d = omrt_plan_choice((uint32_t)omrt_cur->id, omrt_cur->points - 1);
  uint32_t taken = 0;
  if (d)
    taken = d->to < n ? d->to : 0;
  else if (omrt_plan.choices)
    taken = omrt_choice_by_seed(omrt_plan.choices, n);
  else if (strategy_decides())
    taken = omrt_choice_by_seed(omrt_plan.tail.seed, n);
  decided += taken != 0;
  if (taken && tells_step()) {
    omrt_steps_settle();
    omrt_line_choice(omrt_cur->id, omrt_cur->points - 1, (int)kind, n, taken, (uint64_t)obj);
  }
  return taken;
}

void omrt_steps_stale(bool write, uint64_t value, uint32_t size, uint32_t behind, int by) {
  if (!tells() || access_lines++ >= LINES) return;
  if (!write) unsettled.len = 0; /* memory holds what is only shown */
  omrt_steps_settle();
  uint64_t pcs[DEPTH];
  omrt_line_stale(omrt_cur->id, omrt_cur->points, write ? 'w' : 'r', size, value, behind, by, pcs,
                  omrt_backtrace(__builtin_frame_address(0), pcs, DEPTH));
}

/* ---- telling ---- */

static const char *why_now(bool yields, bool forced) {
  if (omrt_cur->why != OMRT_WAIT_NOTHING) return omrt_wait_words[omrt_cur->why];
  return forced ? "race" : yields ? "yield" : "preempted";
}

void omrt_steps_switch(const struct omrt_fiber *next, bool yields, bool forced) {
  bool was_chosen = chosen && !forced;
  chosen = false;
  if (next == omrt_cur || !tells_step()) return;
  omrt_steps_settle();
  uint64_t pcs[DEPTH];
  uint64_t object = omrt_cur->why != OMRT_WAIT_NOTHING ? (uint64_t)omrt_cur->why_obj : 0;
  omrt_line_step(omrt_cur->id, omrt_cur->points, omrt_cur->turns, next->id, why_now(yields, forced), object,
                 was_chosen, pcs, omrt_backtrace(__builtin_frame_address(0), pcs, DEPTH));
}

void omrt_steps_access(uint64_t addr, uint64_t len, bool write, uint32_t site, const void *frame) {
  if (!tells() || access_lines++ >= LINES) return;
  omrt_steps_settle();
  uint64_t pcs[DEPTH];
  omrt_line_access(omrt_cur->id, omrt_cur->points, write ? 'w' : 'r', site, pcs,
                   omrt_backtrace(frame, pcs, DEPTH));
  if (len > 8) return;
  unsettled.addr = addr;
  unsettled.len = (uint32_t)len;
  if (!write) omrt_steps_settle();
}

/* ---- who wrote which bytes ----
 * What a stream holds back is written by another call, often at the program's end. So before and after each
 * call that fills a stream its place in the output is taken: what went to the descriptor, and what is held.
 */

static uint64_t sent[STREAMS];

void omrt_steps_wrote(uint64_t fd, uint64_t len) {
  if (fd < STREAMS) sent[fd] += len;
}

uint64_t omrt_steps_stream(const void *file) {
  const FILE *f = file;
  if (omrt_plan.fine) omrt_turn_point();
  if (!tells() || (unsigned)f->_fileno >= STREAMS) return 0;
  return sent[f->_fileno] + (uint64_t)(f->_IO_write_ptr - f->_IO_write_base);
}

void omrt_steps_put(const void *file, uint64_t since, const void *frame) {
  const FILE *f = file;
  uint64_t now = omrt_steps_stream(f);
  if (now <= since || from_lines++ >= LINES) return;
  omrt_steps_settle();
  uint64_t pcs[DEPTH];
  omrt_line_from((uint64_t)f->_fileno, since, now - since, omrt_cur->id, pcs,
                 omrt_backtrace(frame, pcs, DEPTH));
}
