/* Following a plan: see explore.h. */
#include "runtime/explore/explore.h"
#include "runtime/explore/circle.h"
#include "runtime/explore/first_access.h"
#include "runtime/explore/region.h"
#include "runtime/explore/steps.h"
#include "runtime/end.h"
#include "runtime/explore/recur.h"
#include "runtime/explore/checkpoint_server.h"
#include "runtime/log.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/shadow/shadow.h"
#include "runtime/symbolic/symbolic.h"

bool omrt_exploring, omrt_contained;
bool omrt_of_contained(void) { return omrt_config->flags & OMEN_FLAG_CONTAINED; }
static enum { FOLLOW, LIVE } phase;
static struct omrt_waitq hold_queue;
static struct omrt_fiber *held;     /* waits until the second thread made its access */
static struct omrt_fiber *standing; /* the second, before its access: OMEN_PLAN_BRINK */
static bool stood, searching;       /* searching: live, and the first access is yet to come */
static struct omrt_fiber *to_hold;  /* made the first access: is held where it next could be stopped */
static struct omrt_fiber *next_turn;
static const char *first_end = "missed", *second_end = "missed";
static const char *spun_by = "limit"; /* how it is known that the second only spins: proved, repeats, limit;
                                         outside: nobody came to end its wait */
static uint32_t turns;                /* since the last event */
static uint64_t live_events, held_events, quiet;
static uint64_t repeats;                 /* accesses by the name of the first that came before it */
static bool met;                         /* both accesses were made, or are now */
static bool first_writes, looked, wrote; /* the latter two: since the last event */
bool omrt_explore_due;
/* A quantum in which memory was only looked at counts for many yields: it is as many looks. */
enum {
  DEFAULT_MAX_EVENTS = 2000000,
  QUIET = 20000,
  QUIET_QUANTUM = 20,
  QUIET_LOOKS = 100,
  QUIET_STOPPED = 500,
  WAITED = 100,
  PATIENCE = 5,  /* times that WAITED lets as much time pass; then twice as much each time */
  TURNS = 20000, /* turns without an event that count as a quantum */
  HELD_BEFORE = 200000,
  HELD_AFTER = 5000
};

static const struct omen_plan *plan(void) { return &omrt_config->plan; }

static bool brink(void) { return plan()->seed & OMEN_PLAN_BRINK; }

static void schedule_by(uint32_t strategy, uint64_t seed) {
  omrt_config->strategy = strategy;
  omrt_config->seed = seed;
  omrt_strategy_live();
}

/* The recording is left behind. */
static void go_live(uint32_t strategy, uint64_t seed) {
  phase = LIVE;
  omrt_log_leave();
  omrt_replaying = false;
  omrt_exploring = omrt_contained = true;
  omrt_circle_on = omrt_circle_wanted();
  schedule_by(strategy, seed);
  omrt_explore_look_again();
  omrt_explore_limits();
  if (omrt_sym_on) omrt_sym_live();
}

static bool is(const struct omen_plan_access *a, uint32_t site) {
  return (uint32_t)omrt_cur->id == a->thread && omrt_cur->points == a->point && site == a->site;
}

static void due(bool on) {
  omrt_explore_due = on;
  omrt_watch_everything(on);
  __omen_hot.opaque = (__omen_hot.opaque & ~OMEN_OPAQUE_DUE) | (on ? OMEN_OPAQUE_DUE : 0);
}

static void gdb_stop(int which) {
  if (omrt_config->flags & OMEN_FLAG_GDB) omrt_gdb_stop(which);
}

/* The first is free. It goes on at once, before the second does anything more, or when the strategy says so.
 */
static void let_go(const char *why, bool at_once) {
  second_end = met ? "met" : why;
  if (!met && omrt_region_wanted()) omrt_region_end();
  if (at_once) {
    next_turn = held;
    due(true);
  }
  omrt_wake(held);
  held = NULL;
}

static bool at_the_race(uint64_t addr, uint64_t len) {
  return addr < plan()->where.addr + plan()->where.len && plan()->where.addr < addr + len;
}

static void hold(void) {
  held = omrt_cur;
  to_hold = NULL;
  due(false);
  omrt_wait(&hold_queue, OMRT_WAIT_HELD, (void *)plan()->where.addr, OMRT_NEVER, false);
}

/* A place where the current thread can be stopped: any access, any call of code that is not seen, and any
 * event. Whoever made its access in the race stops at the next one, so that nothing else of it comes before
 * the other's. */
static void stop_here(void) {
  if (to_hold == omrt_cur && !omrt_first_pending()) hold();
}

void omrt_explore_pass(void) {
  stop_here();
  if (next_turn) omrt_turn_point();
}

/* The same once more is the next time round. */
void omrt_explore_pass_access(uint64_t addr, bool write, uint32_t site) {
  if (to_hold == omrt_cur) omrt_first_again(addr, write, site);
  omrt_explore_pass();
}

OMEN_SLOW void __omen_opaque(void) {
  if (omrt_explore_due) omrt_explore_pass();
}

/* The second makes its access now. What then? By the seed: the first goes on before the second does anything
 * more; or it stands where it is until nobody else can go on; or the strategy decides; or the first makes its
 * access and stands behind it. The recorded order has no difference between the second and the last. */
static void meet(void) {
  enum { AT_ONCE, STAY, STRATEGY, BEHIND } then = brink() ? AT_ONCE : plan()->seed % 4;
  struct omrt_fiber *first = held;
  met = true;
  second_end = "met";
  gdb_stop(2);
  if (then == STAY || (then == BEHIND && plan()->kind == OMEN_PLAN_PRIMARY)) return;
  let_go("met", then != STRATEGY);
  if (then == BEHIND) to_hold = first;
}

/* The second waits before its access, as the first does, for all others. */
static void stand(void) {
  standing = omrt_cur;
  omrt_wait(&hold_queue, OMRT_WAIT_HELD, (void *)plan()->where.addr, OMRT_NEVER, false);
  if (next_turn)
    omrt_turn_point(); /* it was the last to wait: then it goes on although it is the first's turn */
}

/* Nobody else does anything more. Recorded order: the first makes its access and is held behind it; then the
 * second is free to make its own. */
static void end_standing(void) {
  struct omrt_fiber *first = held, *second = standing;
  standing = NULL;
  stood = true;
  held_events = 0;
  omrt_wake(second);
  if (plan()->kind != OMEN_PLAN_PRIMARY) return;
  held = NULL;
  to_hold = next_turn = first;
  due(true);
  omrt_wake(first);
}

static void end_hold(const char *why) {
  if (standing)
    end_standing();
  else
    let_go(why, true);
}

static void hold_before(bool write) {
  first_end = "met";
  first_writes = write;
  gdb_stop(1);
  hold();
  gdb_stop(3);
}

/* This is the first access. */
static void first_access(uint64_t addr, bool write, uint32_t site, uint32_t how, const void *frame) {
  omrt_first_begin(addr, write, site, how, frame);
  if (omen_plan_holds_before(plan())) {
    hold_before(write);
    return;
  }
  first_end = "met";
  first_writes = write;
  gdb_stop(1);
  to_hold = omrt_cur; /* after its access */
  due(true);
}

/* Met again on another schedule; in the heap it may be elsewhere. */
static bool found_again(uint64_t addr, uint64_t len, uint32_t site) {
  if (!searching || (uint32_t)omrt_cur->id != plan()->first.thread || site != plan()->first.site)
    return false;
  searching = false;
  omrt_config->plan.where = (struct omen_watch){addr, len};
  schedule_by(plan()->strategy, plan()->seed);
  return true;
}

/* Is this the first access of the race? */
static bool comes(uint64_t addr, uint64_t len, uint32_t site) {
  return !omen_plan_before_call(plan()) && at_the_race(addr, len) && is(&plan()->first, site) &&
         repeats == plan()->first.repeat;
}

/* The same of a library call whose accesses are told when it is over. */
static bool call_comes(uint32_t site) {
  const struct omen_plan_access *a = &plan()->first;
  return omen_plan_before_call(plan()) && (uint32_t)omrt_cur->id == a->thread &&
         omrt_cur->call.point == a->call_point && omrt_cur->call.nth + 1 == a->call && site == a->site;
}

void omrt_explore_library(uint32_t site) {
  if (phase == FOLLOW) {
    while (call_comes(site) && omrt_serving) omrt_server_access();
    if (!call_comes(site)) return;
    go_live(plan()->strategy, plan()->seed);
    omrt_first_library();
    hold_before(plan()->first.writes);
    return;
  }
  if ((uint32_t)omrt_cur->id == plan()->first.thread) omrt_first_over();
  if (brink() && held && !met && !stood && (uint32_t)omrt_cur->id == plan()->second.thread &&
      plan()->second.call && site == plan()->second.site)
    stand();
}

/* Whatever is to happen before this access. */
static void before(uint64_t addr, uint64_t len, bool write, uint32_t site, uint32_t how, const void *frame) {
  if (phase == FOLLOW) {
    while (comes(addr, len, site) && omrt_serving) omrt_server_access();
    if (!comes(addr, len, site)) {
      repeats += at_the_race(addr, len) && is(&plan()->first, site);
      return;
    }
    go_live(plan()->strategy, plan()->seed);
    first_access(addr, write, site, how, frame);
    return;
  }
  if ((uint32_t)omrt_cur->id == plan()->first.thread && site == plan()->first.site && at_the_race(addr, len))
    omrt_first_told(addr, write, site, how, frame);
  stop_here();
  omrt_turn_point();
  /* Who switches at every access never uses a quantum up. */
  if (++turns >= TURNS) omrt_quantum_over();
  if (found_again(addr, len, site)) {
    first_access(addr, write, site, how, frame);
    return;
  }
  /* The other side: a conflicting access by the second thread, wherever its code is now. */
  if (held && !met && (uint32_t)omrt_cur->id == plan()->second.thread && at_the_race(addr, len) &&
      (write || first_writes)) {
    if (brink() && !stood) stand();
    if (held && !met) meet();
  }
}

void omrt_explore_access(uint64_t addr, uint64_t len, bool write, uint32_t site, uint32_t how,
                         const void *frame) {
  looked |= !write;
  wrote |= write;
  before(addr, len, write, site, how, frame);
  if (phase == LIVE && at_the_race(addr, len))
    omrt_steps_access(addr, len, write, site, __builtin_frame_address(0));
}

/* Whoever runs waits for something that the held thread, or nobody, will do. */
static void goes_round(const char *how) {
  quiet = 0;
  omrt_recur_restart();
  if (!held && omrt_signal_from_recording()) return;
  if (!held) omrt_end_endless(how);
  if (standing) {
    end_standing();
    return;
  }
  if (!met) {
    spun_by = how;
    omrt_end_loops();
  }
  let_go("spun", true);
}

void omrt_explore_goes_round(bool proved) { goes_round(proved ? "proved" : "repeats"); }

/* All wait: time passes, and the longer they do the faster, so that no deadline is far. */
static void let_time_pass(void) {
  enum { MOST = 20 }; /* doublings: a day */
  uint64_t times = quiet / WAITED, doublings = times < PATIENCE ? 0 : times - PATIENCE;
  omrt_explore_skip((WAITED * 1000000ll) << (doublings < MOST ? doublings : MOST));
}

void omrt_explore_point(bool progress, bool call, enum omrt_quantum quantum) {
  if (phase == FOLLOW && plan()->leave && omrt_events >= plan()->leave) {
    searching = true;
    go_live(OMEN_STRATEGY_RANDOM, plan()->leave_seed);
  }
  if (phase == FOLLOW && omrt_circle_leaves()) go_live(plan()->strategy, plan()->seed);
  if (phase != LIVE) return;
  if (!(call && to_hold == omrt_cur && omrt_first_call())) stop_here();
  if (met && omrt_region_wanted()) omrt_region_point(quantum);
  uint64_t max = plan()->max_events ? plan()->max_events : DEFAULT_MAX_EVENTS;
  const char *limit = omrt_recur_repeats() ? "repeats" : "limit";
  if (held && ++held_events > (met ? HELD_AFTER : HELD_BEFORE)) goes_round(limit);
  if (++live_events > max) omrt_end_endless(limit);
  uint64_t was = quiet;
  uint32_t weight = !quantum ? 1 : looked && !wrote ? QUIET_LOOKS : QUIET_QUANTUM;
  if (quantum == OMRT_QUANTUM_STOPPED) weight = QUIET_STOPPED;
  omrt_recur_point(weight, wrote);
  quiet = progress ? 0 : quiet + weight;
  looked = wrote = false;
  turns = 0;
  if (quiet / WAITED > was / WAITED) let_time_pass();
  if (quiet >= QUIET) goes_round(limit);
}

bool omrt_explore_holds(void) { return held && !standing && !met; }

/* What somebody outside could end proves nothing. */
bool omrt_explore_stuck(bool outside) {
  if (met && omrt_region_wanted()) omrt_region_end();
  if (!held) return omrt_circle_stuck();
  if (outside && omrt_explore_holds()) spun_by = "outside";
  end_hold(outside ? "spun" : "blocked");
  return true;
}

struct omrt_fiber *omrt_explore_turn(struct omrt_fiber *runnable) {
  struct omrt_fiber *want = next_turn;
  if (want) {
    next_turn = NULL;
    due(to_hold != NULL);
    if (want->runnable) return want;
  }
  if (met && omrt_region_wanted()) return omrt_region_turn(runnable);
  if (omrt_circle_on) return omrt_circle_turn(runnable);
  if (held)
    for (struct omrt_fiber *f = runnable; f; f = f->rnext)
      if ((uint32_t)f->id == plan()->second.thread) return f;
  return NULL;
}

void omrt_explore_report(void) {
  omrt_explore_flush();
  if (omrt_sym_on) omrt_sym_finish();
  omrt_steps_settle();
  if (omrt_circle_wanted())
    omrt_circle_report();
  else if (plan()->kind)
    omrt_out_printf(&omrt_outcome, "plan %s %s %s\ncounter live_events %lu\ncounter repeats %lu\n", first_end,
                    second_end, spun_by, live_events, repeats);
  if (plan()->kind || omrt_recur_recording) omrt_recur_report();
}
