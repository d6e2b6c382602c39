/* Scheduling points, waiting and waking: see sched.h.
 *
 * Invariants: omen_cur is the one fiber whose registers are in the processor; it is in no queue. Every other
 * fiber that is not done is either runnable (in the run queue) or waits (why != NOTHING). Nothing outside
 * this file changes `runnable`. In a replay the strategy is not asked: the log says who goes on, and whose
 * waits ended by themselves. */
#include "runtime/sched/sched.h"
#include "runtime/abi.h"
#include "runtime/end.h"
#include "runtime/explore/contained.h"
#include "runtime/explore/explore.h"
#include "runtime/explore/recur.h"
#include "runtime/explore/server.h"
#include "runtime/explore/steps.h"
#include "runtime/fiber/fiber.h"
#include "runtime/invariant/invariant.h"
#include "runtime/log.h"
#include "runtime/rt.h"
#include "runtime/sched/gone.h"
#include "runtime/sched/internal.h"
#include "runtime/segment/segment.h"
#include "runtime/shadow/hb.h"
#include "runtime/sync/deadlock.h"
#include <sys/syscall.h>
#include <string.h>

struct omen_fiber *omen_cur, *omen_all, *omen_alive;
int omen_outside_waiters;
static struct omen_fiber *all_last, *alive_last, *run_head, *run_tail;
static int fibers, points_since_look, fruitless;
static int idles; /* of an exploration in which somebody waits for the outside: only time goes on */
static uint64_t switches;
enum { LOOK_EVERY = 256, SPINS = 8, FRUITLESS = 4, DEFAULT_QUANTUM = 50000, IDLES = 1000 };

/* ---- the run queue ---- */

static void run_push(struct omen_fiber *f) {
  f->runnable = true;
  f->rnext = NULL;
  f->rprev = run_tail;
  if (run_tail)
    run_tail->rnext = f;
  else
    run_head = f;
  run_tail = f;
}
static void run_take(struct omen_fiber *f) {
  if (f->rprev)
    f->rprev->rnext = f->rnext;
  else
    run_head = f->rnext;
  if (f->rnext)
    f->rnext->rprev = f->rprev;
  else
    run_tail = f->rprev;
  f->rnext = f->rprev = NULL;
  f->runnable = false;
}

static void check_invariants(void) {
  OMEN_ASSERT(!omen_cur->runnable && !omen_cur->queue);
  for (struct omen_fiber *f = omen_alive; f; f = f->alive_next)
    if (f != omen_cur && !f->done) OMEN_ASSERT(f->runnable == (f->why == OMEN_WAIT_NOTHING));
}

static int64_t quantum(void) {
  return omen_config->quantum ? (int64_t)omen_config->quantum : DEFAULT_QUANTUM;
}

/* Runs `to`, which is in the run queue or is the current fiber. */
static void go(struct omen_fiber *to) {
  if (to->runnable) run_take(to);
  if (to != omen_cur) {
    switches++;
    to->ran++;
    omen_fiber_switch(to);
  }
  __omen_hot.ticks = quantum();
  omen_turn_began = omen_events;
  if (omen_config->flags & OMEN_FLAG_DEBUG) check_invariants();
}

static void replay_kicks(char type) {
  for (int id; (id = omen_log_due(type)) >= 0;) {
    struct omen_fiber *f = omen_fiber_by_id(id);
    if (!f || f->done || f->why == OMEN_WAIT_NOTHING)
      omen_diverged("thread %d does not wait here; recorded: its wait ended", id);
    omen_kick(f, type == 'k');
  }
}

static struct omen_fiber *replay_target(int id) {
  struct omen_fiber *f = omen_fiber_by_id(id);
  if (!f || f->done || (f != omen_cur && !f->runnable))
    omen_diverged("thread %d cannot run here; recorded: it went on", id);
  return f;
}

/* ---- points ---- */

/* Time and descriptors are looked at now and then while somebody waits for them. */
static void look_outside(void) {
  points_since_look = 0;
  if (!omen_outside_waiters) return;
  int64_t now = omen_time_real(1);
  for (struct omen_fiber *f = omen_alive; f; f = f->alive_next)
    if (!f->done && f->why != OMEN_WAIT_NOTHING && f->deadline <= now) omen_kick(f, false);
  if (!omen_contained)
    omen_poll_outside(0, false);
  else
    omen_alarms_look();
}

static void preempt(bool yields) {
  omen_invariant_settle();
  if (omen_replaying) {
    replay_kicks('K');
    omen_signal_collect(false);
    int to = omen_log_due('W');
    if (to >= 0) {
      struct omen_fiber *f = replay_target(to);
      if (f != omen_cur) run_push(omen_cur);
      go(f);
    }
    return;
  }
  omen_cur->turns++;
  if (++points_since_look >= LOOK_EVERY || (yields && !run_head)) look_outside();
  if (omen_signal_arrived) omen_signal_collect(false);
  if (!run_head) return;
  struct omen_fiber *next = omen_exploring ? omen_explore_turn(run_head) : NULL;
  bool forced = next != NULL;
  if (!next)
    next = omen_exploring ? omen_steps_preempt(run_head, yields) : omen_strategy_preempt(run_head, yields);
  if (!next) return;
  if (omen_exploring) omen_steps_switch(next, yields, forced);
  omen_log_mark('W', next->id);
  omen_cur->gave_way = yields;
  run_push(omen_cur);
  go(next);
}

static void pending(enum omen_ev ev, const void *obj) {
  omen_cur->pending = ev;
  omen_cur->pending_obj = obj;
}

void omen_turn_point(void) {
  pending(OMEN_EV_NONE, NULL);
  preempt(false);
}

void omen_event(enum omen_ev ev, const void *obj, uint64_t val) {
  if (!omen_on) return;
  /* The recorded thread was stopped before this event, maybe several times; this one has come further. */
  while (omen_following && ev != OMEN_EV_PREEMPT && omen_log_next_event() == OMEN_EV_PREEMPT)
    omen_preempted();
  omen_invariant_settle();
  omen_cur->points++;
  omen_cur->turns = 0;
  omen_log_event(ev, omen_cur->id, (uint64_t)obj, val);
  if (omen_exploring | omen_recur_recording) omen_recur_event(ev, obj); /* marks go behind the event */
  if (omen_segment_due) omen_segment_event();
  if (omen_serving) omen_server_event();
  if (omen_contained_limit && omen_events >= omen_contained_limit) omen_contained_over();
}

/* Calls that only let time pass. */
static bool just_waits(enum omen_ev ev, const void *obj) {
  uintptr_t nr = (uintptr_t)obj;
  return ev == OMEN_EV_SYSCALL && (nr == SYS_sched_yield || nr == SYS_nanosleep || nr == SYS_clock_nanosleep);
}

static enum omen_quantum of_quantum(enum omen_ev ev) {
  return ev == OMEN_EV_TICK      ? OMEN_QUANTUM_LOOP
         : ev == OMEN_EV_PREEMPT ? OMEN_QUANTUM_STOPPED
                                 : OMEN_NO_QUANTUM;
}

static void point(enum omen_ev ev, const void *obj, uint64_t val, bool yields) {
  omen_event(ev, obj, val);
  pending(ev, obj);
  if (omen_config->plan.kind)
    omen_explore_point(!yields && !just_waits(ev, obj), ev == OMEN_EV_SYSCALL, of_quantum(ev));
  if (omen_recur_recording) omen_recur_recorded(of_quantum(ev));
  if (omen_recur_due) omen_recur_look();
  if (omen_deadlock_due && omen_events >= omen_deadlock_due) omen_deadlock_look();
  preempt(yields);
  if (omen_signal_due(omen_cur)) omen_interrupt_point();
}

void omen_point(enum omen_ev ev, const void *obj, uint64_t val) {
  if (!omen_on) return;
  fruitless = 0;
  point(ev, obj, val, false);
}

/* The earliest moment at which a wait ends by itself. */
static int64_t first_deadline(bool *outside) {
  int64_t first = OMEN_NEVER;
  for (struct omen_fiber *f = omen_alive; f; f = f->alive_next) {
    if (f->done || f->why == OMEN_WAIT_NOTHING || f->runnable) continue;
    if (f->deadline < first) first = f->deadline;
    if (f->poll) *outside = true;
  }
  return first;
}

static void skip_to(int64_t deadline, bool idle) {
  int64_t now = omen_time_real(1);
  if (deadline > now) omen_time_skip(deadline - now);
  for (struct omen_fiber *f = omen_alive; f; f = f->alive_next)
    if (!f->done && f->why != OMEN_WAIT_NOTHING && f->deadline <= deadline) omen_kick(f, idle);
}

static void yield(enum omen_ev ev, const void *obj) {
  if (!omen_on) return;
  omen_cur->spin_count = 0;
  /* Nobody else can run, and this one has nothing to do: then time passes. */
  if (!omen_replaying && !run_head && omen_outside_waiters && ++fruitless >= FRUITLESS) {
    bool outside = false;
    int64_t first = first_deadline(&outside), alarm = omen_contained ? omen_alarms_first() : OMEN_NEVER;
    if (alarm < first) first = alarm;
    if (first != OMEN_NEVER) {
      int64_t now = omen_time_real(1);
      if (first > now) omen_time_skip(first - now);
      fruitless = 0;
    }
  }
  point(ev, obj, 0, true);
}

void omen_yield(void) { yield(OMEN_EV_YIELD, NULL); }

void omen_spin(const void *addr, uint64_t value) {
  struct omen_fiber *f = omen_cur;
  if (f->spin_addr != addr || f->spin_value != value) {
    f->spin_addr = addr;
    f->spin_value = value;
    f->spin_count = 0;
  } else if (++f->spin_count >= SPINS) {
    omen_yield();
  }
}

void omen_preempted(void) { yield(OMEN_EV_PREEMPT, NULL); }
bool omen_sched_alone(void) { return !run_head && !omen_outside_waiters; }
void omen_quantum_over(void) { yield(OMEN_EV_TICK, NULL); }
OMEN_SLOW void __omen_tick(uint32_t site) {
  __omen_hot.ticks = quantum();
  yield(OMEN_EV_TICK, NULL);
}
void __omen_pause(uint32_t site) { yield(OMEN_EV_PAUSE, NULL); }

/* ---- waiting and waking ---- */

static void queue_take(struct omen_fiber *f) {
  struct omen_waitq *q = f->queue;
  if (!q) return;
  if (f->qprev)
    f->qprev->qnext = f->qnext;
  else
    q->head = f->qnext;
  if (f->qnext)
    f->qnext->qprev = f->qprev;
  else
    q->tail = f->qprev;
  f->qnext = f->qprev = NULL;
  f->queue = NULL;
}
static void queue_push(struct omen_waitq *q, struct omen_fiber *f) {
  f->queue = q;
  f->qnext = NULL;
  f->qprev = q->tail;
  if (q->tail)
    q->tail->qnext = f;
  else
    q->head = f;
  q->tail = f;
}

void omen_wake(struct omen_fiber *f) {
  if (f->why == OMEN_WAIT_NOTHING || f->done) return;
  queue_take(f);
  if (f->deadline != OMEN_NEVER || f->poll) omen_outside_waiters--;
  f->why = OMEN_WAIT_NOTHING;
  f->deadline = OMEN_NEVER;
  f->poll = NULL;
  if (f != omen_cur) run_push(f);
}

struct omen_fiber *omen_wake_one(struct omen_waitq *q) {
  struct omen_fiber *f = q->head;
  if (f) omen_wake(f);
  return f;
}
int omen_wake_all(struct omen_waitq *q) {
  int n = 0;
  while (omen_wake_one(q)) n++;
  return n;
}
int omen_requeue(struct omen_waitq *from, struct omen_waitq *to, int n) {
  int moved = 0;
  while (moved < n && from->head) {
    struct omen_fiber *f = from->head;
    queue_take(f);
    queue_push(to, f);
    moved++;
  }
  return moved;
}

void omen_kick(struct omen_fiber *f, bool idle) {
  if (!omen_replaying) omen_log_mark(idle ? 'k' : 'K', f->id);
  f->timed_out = true;
  omen_wake(f);
}

void omen_wait_until(struct omen_fiber *f, int64_t deadline) {
  if (f->why == OMEN_WAIT_NOTHING || f->done) return;
  if (!f->poll) omen_outside_waiters += (deadline != OMEN_NEVER) - (f->deadline != OMEN_NEVER);
  f->deadline = deadline;
}

/* A timer's signal comes before any wait ends by itself. One that comes again and again, and moves nobody,
 * does not count. */
static bool next_alarm(int64_t first) {
  static int in_vain;
  int64_t alarm = omen_alarms_first();
  if (alarm >= first || in_vain > IDLES) return in_vain = 0, false;
  skip_to(alarm, true);
  omen_alarms_look();
  in_vain = run_head || omen_cur->why == OMEN_WAIT_NOTHING ? 0 : in_vain + 1;
  return true;
}

/* Waits for descriptors of the program's own end, too, when a handler runs (which may write to a pipe). */
static bool signal_helps(void) {
  for (struct omen_fiber *f = omen_alive; f; f = f->alive_next)
    if (!f->done && f->why == OMEN_WAIT_FD) return omen_signal_in_recording();
  return false;
}

/* Nobody can run: let time pass, or wait for the outside, or it is a deadlock. */
static void idle(void) {
  bool signals = omen_signal_expected(), outside = signals;
  int64_t first = first_deadline(&outside);
  if (omen_contained && !outside && first == OMEN_NEVER) outside = signal_helps();
  if (omen_contained && next_alarm(first)) return;
  if (first == OMEN_NEVER && outside && !signals && !omen_contained && omen_poll_hopeless()) {
    omen_poll_outside(0, true);
    if (!run_head && (omen_cur->done || omen_cur->why != OMEN_WAIT_NOTHING)) omen_end_deadlock();
    return;
  }
  if (first == OMEN_NEVER && !outside) {
    if (omen_exploring && omen_explore_stuck(false)) return;
    omen_end_deadlock();
  }
  if (omen_contained && outside && (first == OMEN_NEVER || ++idles > IDLES)) {
    idles = 0;
    if (omen_exploring && omen_explore_holds() && omen_signal_from_recording()) return;
    bool held = omen_exploring && omen_explore_stuck(true);
    if (!held && !omen_signal_from_recording()) omen_end_outside();
    return;
  }
  if (!outside || omen_contained) {
    skip_to(first, true);
    return;
  }
  omen_poll_outside(first, true);
  int64_t now = omen_time_real(1);
  for (struct omen_fiber *f = omen_alive; f; f = f->alive_next)
    if (!f->done && f->why != OMEN_WAIT_NOTHING && f->deadline <= now) omen_kick(f, true);
  omen_signal_collect(true);
}

/* The current fiber waits or is done: somebody else goes on (or the current one, when its wait was the first
 * to end). */
static void give_up(void) {
  struct omen_fiber *next;
  omen_invariant_settle();
  if (omen_replaying) {
    do replay_kicks('k');
    while (omen_signal_collect(true));
    int to = omen_log_due('w');
    if (to < 0) {
      omen_log_end_if_killed();
      bool outside = omen_signal_expected();
      if (omen_log_next() == 'E' && first_deadline(&outside) == OMEN_NEVER && !run_head) omen_end_deadlock();
      omen_diverged("the current thread cannot go on; the recording has %s next",
                    omen_log_record_name(omen_log_next()));
    }
    next = replay_target(to);
  } else {
    bool forced = false;
    omen_cur->turns++;
    while (!run_head && (omen_cur->done || omen_cur->why != OMEN_WAIT_NOTHING)) idle();
    if (!omen_cur->done && omen_cur->why == OMEN_WAIT_NOTHING)
      next = omen_cur;
    else if (!omen_exploring)
      next = omen_strategy_next(run_head);
    else if (!(forced = (next = omen_explore_turn(run_head)) != NULL))
      next = omen_steps_next(run_head);
    if (omen_exploring) omen_steps_switch(next, false, forced);
    omen_log_mark('w', next->id);
  }
  if (next != omen_cur && !omen_cur->done && omen_cur->why == OMEN_WAIT_NOTHING) run_push(omen_cur);
  go(next);
}

enum omen_waited omen_wait(struct omen_waitq *q, enum omen_why why, const void *obj, int64_t deadline,
                           bool cancellable) {
  struct omen_fiber *f = omen_cur;
  if (!omen_on) return OMEN_TIMED_OUT;
  if (cancellable && omen_signal_due(f)) return OMEN_INTERRUPTED;
  f->why = why;
  f->why_obj = obj;
  f->deadline = deadline;
  f->timed_out = f->interrupted = false;
  f->cancellable = cancellable;
  if (deadline != OMEN_NEVER || f->poll) omen_outside_waiters++;
  if (q) queue_push(q, f);
  if (omen_exploring) omen_deadlock_blocked(f);
  give_up();
  f->cancellable = false;
  if (f->interrupted) return OMEN_INTERRUPTED;
  return f->timed_out ? OMEN_TIMED_OUT : OMEN_WOKEN;
}

/* ---- fibers ---- */

int omen_fibers_made(void) { return fibers; }

/* By number, and by pthread_t: both are asked for with every thread that is made, and with every switch of a
 * replay.
 */
enum { IDS = 4096, PTHREADS = 4096 };
static struct omen_fiber *by_id[IDS], *by_pthread[PTHREADS];

static struct omen_fiber **bucket_of(const void *pthread) {
  return &by_pthread[((uintptr_t)pthread >> 6) * 0x9e3779b97f4a7c15ull >> 52];
}

struct omen_fiber *omen_fiber_new(struct omen_fiber *parent) {
  struct omen_fiber *f = omen_alloc(sizeof *f);
  f->id = fibers++;
  f->deadline = OMEN_NEVER;
  f->parent = parent ? parent->id : -1;
  if (parent) memcpy(f->name, parent->name, sizeof f->name);
  f->all_prev = all_last;
  if (all_last)
    all_last->all_next = f;
  else
    omen_all = f;
  all_last = f;
  f->alive_prev = alive_last;
  if (alive_last)
    alive_last->alive_next = f;
  else
    omen_alive = f;
  alive_last = f;
  f->same_id = by_id[f->id % IDS];
  by_id[f->id % IDS] = f;
  omen_strategy_new(f);
  if (omen_serving) omen_server_fiber(f);
  return f;
}
void omen_fiber_ready(struct omen_fiber *f) { run_push(f); }

static void not_alive(struct omen_fiber *f) {
  if (f->alive_prev)
    f->alive_prev->alive_next = f->alive_next;
  else
    omen_alive = f->alive_next;
  if (f->alive_next)
    f->alive_next->alive_prev = f->alive_prev;
  else
    alive_last = f->alive_prev;
}

void omen_fiber_end(void) {
  struct omen_fiber *f = omen_cur;
  f->done = true;
  f->why = OMEN_WAIT_DONE;
  not_alive(f);
  give_up();
  omen_fatal("internal error: a finished thread went on");
}

struct omen_fiber *omen_fiber_by_id(int id) {
  struct omen_fiber *f = id >= 0 ? by_id[id % IDS] : NULL;
  while (f && f->id != id) f = f->same_id;
  return f;
}
struct omen_fiber *omen_fiber_by_tid(int tid) {
  for (struct omen_fiber *f = omen_alive; f; f = f->alive_next)
    if (f->tid == tid) return f;
  return NULL;
}

static void forget(struct omen_fiber *f) {
  struct omen_fiber **at = &by_id[f->id % IDS];
  if (!omen_gone(f)) return;
  while (*at != f) at = &(*at)->same_id;
  *at = f->same_id;
  if (f->all_prev)
    f->all_prev->all_next = f->all_next;
  else
    omen_all = f->all_next;
  if (f->all_next)
    f->all_next->all_prev = f->all_prev;
  else
    all_last = f->all_prev;
  omen_free(f, sizeof *f);
}

/* A dead thread's TLS may have been given to a new one: the newest wins, and the older is not looked for
 * again. It was joined or detached, then, and nobody can name it any more: it is forgotten, since a program
 * may make threads for hours. */
void omen_fiber_named(struct omen_fiber *f, void *pthread) {
  struct omen_fiber **at = bucket_of(pthread);
  f->pthread = pthread;
  for (struct omen_fiber **old = at; *old;)
    if ((*old)->pthread == pthread) {
      struct omen_fiber *was = *old;
      *old = was->same_pthread;
      if (was->done) forget(was);
    } else
      old = &(*old)->same_pthread;
  f->same_pthread = *at;
  *at = f;
}
struct omen_fiber *omen_fiber_by_pthread(void *pthread) {
  struct omen_fiber *f = *bucket_of(pthread);
  while (f && f->pthread != pthread) f = f->same_pthread;
  return f;
}

void omen_sched_report(void);
void omen_sched_report(void) {
  omen_out_printf(&omen_outcome, "counter switches %lu\ncounter threads %d\n", switches, fibers);
}
