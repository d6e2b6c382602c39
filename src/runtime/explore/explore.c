/* Following a plan: see explore.h. */
#include "runtime/explore/explore.h"
#include "runtime/end.h"
#include "runtime/log.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"

bool omen_exploring;
static enum { FOLLOW, LIVE } phase;
static struct omen_waitq hold_queue;
static struct omen_fiber *held;    /* waits until the second thread made its access */
static struct omen_fiber *to_hold; /* made the first access: is held where it next could be stopped */
static struct omen_fiber *next_turn;
static const char *first_end = "missed", *second_end = "missed";
static uint64_t live_events, quiet;
static bool first_writes;
enum { DEFAULT_MAX_EVENTS = 2000000, QUIET = 1000 };

static const struct omen_plan *plan(void) { return &omen_config->plan; }

/* The recording is left behind. */
static void go_live(void) {
  phase = LIVE;
  omen_log_leave();
  omen_replaying = false;
  omen_exploring = true;
  omen_config->strategy = plan()->strategy;
  omen_config->seed = plan()->seed;
  omen_strategy_init();
}

static bool is(const struct omen_plan_access *a, uint32_t site) {
  return (uint32_t)omen_cur->id == a->thread && omen_cur->points == a->point && site == a->site;
}

static void let_go(const char *why) {
  second_end = why;
  next_turn = held;
  omen_wake(held);
  held = NULL;
}

static bool at_the_race(uint64_t addr, uint64_t len) {
  return addr < plan()->where.addr + plan()->where.len && plan()->where.addr < addr + len;
}

static void hold(void) {
  held = omen_cur;
  to_hold = NULL;
  omen_wait(&hold_queue, OMEN_WAIT_HELD, (void *)plan()->where.addr, OMEN_NEVER, false);
}

/* A place where the current thread can be stopped. Racy memory and synchronisation are where the order of
 * threads matters: whoever made its access in the race stops at the next such place, so that nothing else of
 * it comes before the other's. */
static void stop_here(void) {
  if (to_hold == omen_cur) hold();
}

void omen_explore_access(uint64_t addr, uint64_t len, bool write, uint32_t site) {
  if (phase == FOLLOW) {
    if (!at_the_race(addr, len) || !is(&plan()->first, site)) return;
    first_end = "met";
    first_writes = write;
    go_live();
    if (plan()->kind == OMEN_PLAN_ALTERNATE)
      hold();
    else
      to_hold = omen_cur; /* after its access */
    return;
  }
  stop_here();
  omen_turn_point();
  /* The other side: a conflicting access by the second thread, wherever its code is now. */
  if (held && (uint32_t)omen_cur->id == plan()->second.thread && at_the_race(addr, len) &&
      (write || first_writes))
    let_go("met");
}

/* Many yields in a row and nothing else: whoever runs waits for something that the held thread, or nobody,
 * will do. */
static void quiet_too_long(void) {
  quiet = 0;
  if (held)
    let_go("spun");
  else
    omen_end_endless();
}

void omen_explore_point(bool progress) {
  if (phase != LIVE) return;
  stop_here();
  uint64_t max = plan()->max_events ? plan()->max_events : DEFAULT_MAX_EVENTS;
  if (++live_events > max) omen_end_endless();
  quiet = progress ? 0 : quiet + 1;
  if (quiet >= QUIET) quiet_too_long();
}

bool omen_explore_stuck(void) {
  if (!held) return false;
  let_go("blocked");
  return true;
}

struct omen_fiber *omen_explore_turn(struct omen_fiber *runnable) {
  struct omen_fiber *want = next_turn;
  if (want) {
    next_turn = NULL;
    if (want->runnable) return want;
  }
  if (held)
    for (struct omen_fiber *f = runnable; f; f = f->rnext)
      if ((uint32_t)f->id == plan()->second.thread) return f;
  return NULL;
}

void omen_explore_report(void) {
  omen_explore_flush();
  if (plan()->kind)
    omen_out_printf(&omen_outcome, "plan %s %s\ncounter live_events %lu\n", first_end, second_end,
                    live_events);
}
