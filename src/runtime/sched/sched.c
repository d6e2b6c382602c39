/* Scheduling points, waiting and waking: see sched.h.
 *
 * Invariants: omrt_cur is the one fiber whose registers are in the processor; it is in no queue. Every other
 * fiber that is not done is either runnable (in the run queue) or waits (why != NOTHING). Nothing outside
 * this file changes `runnable`. In a replay the strategy is not asked: the log says who goes on, and whose
 * waits ended by themselves. */
#include "runtime/sched/sched.h"
#include "runtime/abi.h"
#include "runtime/end.h"
#include "runtime/fiber/fiber.h"
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/ended_threads.h"
#include "runtime/sched/internal.h"
#include "runtime/outcome_write.h"
#include "runtime/upward.h"
#include <string.h>

int omrt_outside_waiters;
uint64_t omrt_event_limit;
uint32_t omrt_signals_queued;
volatile uint64_t omrt_signal_arrived;
static struct omrt_fiber *all_last, *alive_last, *run_head, *run_tail;
static int fibers, points_since_look, fruitless;
static uint64_t alone_until; /* events when the second thread was made */
static int idles; /* of an exploration in which somebody waits for the outside: only time goes on */
static uint64_t switches;
enum { LOOK_EVERY = 256, SPINS = 8, FRUITLESS = 4, DEFAULT_QUANTUM = 50000, IDLES = 1000 };
/* So often each sleeper has had its time, while the outside withholds something: what it waits for will not
 * be sent. With more, servers whose housekeeping wakes every millisecond take long over each input that is
 * withheld; with less, a thread that looks a dozen times before it answers is late. In a run in which that
 * happened before, less is enough. */
enum { ROUNDS = 16, ROUNDS_AGAIN = 4 };

/* ---- the run queue ---- */

static void run_push(struct omrt_fiber *f) {
  f->runnable = true;
  f->rnext = NULL;
  f->rprev = run_tail;
  if (run_tail)
    run_tail->rnext = f;
  else
    run_head = f;
  run_tail = f;
}
static void run_take(struct omrt_fiber *f) {
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
  OMRT_ASSERT(!omrt_cur->runnable && !omrt_cur->queue);
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    if (f != omrt_cur && !f->done) OMRT_ASSERT(f->runnable == (f->why == OMRT_WAIT_NOTHING));
}

static int64_t quantum(void) {
  return omrt_config->quantum ? (int64_t)omrt_config->quantum : DEFAULT_QUANTUM;
}

/* A function that needs eight more bytes of stack pushes rax, whatever is in it. The stack of a stopped
 * thread is part of the program's image (explore/snapshot.c), the runtime's frames included. A count that
 * stood in rax by chance would make the images of two equal states differ, and an endless loop would not be
 * known as one. */
static inline void leave_no_count(void) { __asm__ volatile("xorl %%eax, %%eax" ::: "rax", "cc"); }

/* Runs `to`, which is in the run queue or is the current fiber. */
static __attribute__((noinline)) void go_to(struct omrt_fiber *to) {
  if (to->runnable) run_take(to);
  if (to != omrt_cur) {
    switches++;
    to->ran++;
    omrt_fiber_switch(to);
  }
  __omen_hot.ticks = quantum();
  omrt_turn_began = omrt_events;
  if (omrt_config->flags & OMEN_FLAG_DEBUG) check_invariants();
}

static void go(struct omrt_fiber *to) {
  leave_no_count();
  go_to(to);
}

static void replay_kicks(char type) {
  for (int id; (id = omrt_log_due(type)) >= 0;) {
    struct omrt_fiber *f = omrt_fiber_by_id(id);
    if (!f || f->done || f->why == OMRT_WAIT_NOTHING)
      omrt_diverged("thread %d does not wait here; recorded: its wait ended", id);
    omrt_kick(f, type == 'k');
  }
}

static struct omrt_fiber *replay_target(int id) {
  struct omrt_fiber *f = omrt_fiber_by_id(id);
  if (!f || f->done || (f != omrt_cur && !f->runnable))
    omrt_diverged("thread %d cannot run here; recorded: it went on", id);
  return f;
}

/* ---- points ---- */

/* Time and descriptors are looked at now and then while somebody waits for them. */
static void look_outside(void) {
  points_since_look = 0;
  if (!omrt_outside_waiters) return;
  int64_t now = omrt_time_real(1);
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    if (!f->done && f->why != OMRT_WAIT_NOTHING && f->deadline <= now) omrt_kick(f, false);
  if (!omrt_mode.world)
    omrt_up.poll(0, false);
  else
    omrt_mode.world->alarms_look();
}

/* Whoever was switched away and goes on has been asked once more (turns): a plan may say that it is switched
 * away again, at the same place. Who is asked how often must be the same whether the log, a strategy or a
 * plan decides, since decisions are named by it. */
static void preempt(bool yields) {
  omrt_settle();
  omrt_cur->turns++;
  if (omrt_mode.by_log) {
    replay_kicks('K');
    omrt_up.signal_collect(false);
    int to = omrt_log_due('W');
    struct omrt_fiber *f = to < 0 ? NULL : replay_target(to);
    if (omrt_mode.followed && (f ? f != omrt_cur : run_head != NULL)) omrt_mode.followed(f, yields);
    if (!f) return;
    if (f != omrt_cur) run_push(omrt_cur);
    bool switched = f != omrt_cur;
    go(f);
    omrt_cur->turns += switched;
    return;
  }
  if (++points_since_look >= LOOK_EVERY || (yields && !run_head)) look_outside();
  if (omrt_signal_arrived) omrt_up.signal_collect(false);
  while (run_head || (omrt_mode.passes_time && omrt_outside_waiters)) {
    struct omrt_fiber *next =
        omrt_mode.preempt ? omrt_mode.preempt(run_head, yields) : omrt_strategy_preempt(run_head, yields);
    if (!next) return;
    omrt_log_mark('W', next->id);
    omrt_cur->gave_way = yields;
    run_push(omrt_cur);
    go(next);
    omrt_cur->turns++;
    if (!omrt_mode.asks_again) return;
    yields = false;
  }
}

static void pending(enum omen_ev ev, const void *obj) {
  omrt_cur->pending = ev;
  omrt_cur->pending_obj = obj;
}

void omrt_turn_point(void) {
  pending(OMEN_EV_NONE, NULL);
  preempt(false);
}

void omrt_event(enum omen_ev ev, const void *obj, uint64_t val) {
  if (!omrt_on) return;
  /* The recorded thread was stopped before this event, maybe several times; this one has come further. */
  while (omrt_mode.checked && ev != OMEN_EV_PREEMPT && omrt_log_next_event() == OMEN_EV_PREEMPT)
    omrt_preempted();
  omrt_settle();
  omrt_cur->points++;
  omrt_cur->turns = 0;
  omrt_log_event(ev, omrt_cur->id, (uint64_t)obj, val);
  if (omrt_mode.event) omrt_mode.event(ev, obj); /* marks go behind the event */
  if (omrt_checkpoint_due) omrt_up.checkpoint();
  if (omrt_event_limit && omrt_events >= omrt_event_limit) omrt_end_limit();
}

static void point(enum omen_ev ev, const void *obj, uint64_t val, bool yields) {
  omrt_event(ev, obj, val);
  pending(ev, obj);
  if (omrt_mode.point) omrt_mode.point(ev, obj, yields);
  if (omrt_deadlock_due && omrt_events >= omrt_deadlock_due) omrt_up.deadlock_look();
  preempt(yields);
  if (__builtin_expect(omrt_children_share, 0)) omrt_up.children_look();
  if (omrt_signal_due(omrt_cur)) omrt_up.interrupt();
}

void omrt_point(enum omen_ev ev, const void *obj, uint64_t val) {
  if (!omrt_on) return;
  fruitless = 0;
  point(ev, obj, val, false);
  if (omrt_mode.made) omrt_mode.made(ev, obj, val);
}

/* The earliest moment at which a wait ends by itself. */
static int64_t first_deadline(bool *outside) {
  int64_t first = OMRT_NEVER;
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next) {
    if (f->done || f->why == OMRT_WAIT_NOTHING || f->runnable) continue;
    if (f->deadline < first) first = f->deadline;
    if (f->poll) *outside = true;
  }
  return first;
}

static void skip_to(int64_t deadline, bool idle) {
  int64_t now = omrt_time_real(1);
  if (deadline > now) omrt_time_skip(deadline - now);
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    if (!f->done && f->why != OMRT_WAIT_NOTHING && f->deadline <= deadline) omrt_kick(f, idle);
}

void omrt_time_comes(const struct omrt_fiber *f) { skip_to(f->deadline, false); }

static void yield(enum omen_ev ev, const void *obj) {
  if (!omrt_on) return;
  omrt_cur->spin_count = 0;
  /* Nobody else can run, and this one has nothing to do: then time passes. */
  if (!omrt_mode.by_log && !run_head && omrt_outside_waiters && ++fruitless >= FRUITLESS) {
    bool outside = false;
    int64_t first = first_deadline(&outside),
            alarm = omrt_mode.world ? omrt_mode.world->alarms_first() : OMRT_NEVER;
    if (alarm < first) first = alarm;
    if (first != OMRT_NEVER) {
      int64_t now = omrt_time_real(1);
      if (first > now) omrt_time_skip(first - now);
      fruitless = 0;
    }
  }
  point(ev, obj, 0, true);
}

void omrt_yield(void) { yield(OMEN_EV_YIELD, NULL); }

void omrt_spin(const void *addr, uint64_t value) {
  struct omrt_fiber *f = omrt_cur;
  if (f->spin_addr != addr || f->spin_value != value) {
    f->spin_addr = addr;
    f->spin_value = value;
    f->spin_count = 0;
  } else if (++f->spin_count >= SPINS) {
    omrt_yield();
  }
}

void omrt_preempted(void) { yield(OMEN_EV_PREEMPT, NULL); }
bool omrt_sched_alone(void) { return !run_head && !omrt_outside_waiters; }
void omrt_quantum_over(void) { yield(OMEN_EV_TICK, NULL); }
OMEN_SLOW void __omen_tick(uint32_t site) {
  __omen_hot.ticks = quantum();
  yield(OMEN_EV_TICK, NULL);
}
void __omen_pause(uint32_t site) { yield(OMEN_EV_PAUSE, NULL); }

/* ---- waiting and waking ---- */

static void queue_take(struct omrt_fiber *f) {
  struct omrt_waitq *q = f->queue;
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
static void queue_push(struct omrt_waitq *q, struct omrt_fiber *f) {
  f->queue = q;
  f->qnext = NULL;
  f->qprev = q->tail;
  if (q->tail)
    q->tail->qnext = f;
  else
    q->head = f;
  q->tail = f;
}

void omrt_wake(struct omrt_fiber *f) {
  if (f->why == OMRT_WAIT_NOTHING || f->done) return;
  queue_take(f);
  if (f->deadline != OMRT_NEVER || f->poll) omrt_outside_waiters--;
  f->why = OMRT_WAIT_NOTHING;
  f->deadline = OMRT_NEVER;
  f->poll = NULL;
  if (f != omrt_cur) run_push(f);
}

struct omrt_fiber *omrt_wake_one(struct omrt_waitq *q) {
  struct omrt_fiber *f = q->head;
  if (f) omrt_wake(f);
  return f;
}
int omrt_wake_all(struct omrt_waitq *q) {
  int n = 0;
  while (omrt_wake_one(q)) n++;
  return n;
}
int omrt_requeue(struct omrt_waitq *from, struct omrt_waitq *to, int n) {
  int moved = 0;
  while (moved < n && from->head) {
    struct omrt_fiber *f = from->head;
    queue_take(f);
    queue_push(to, f);
    moved++;
  }
  return moved;
}

void omrt_kick(struct omrt_fiber *f, bool idle) {
  if (!omrt_mode.by_log) omrt_log_mark(idle ? 'k' : 'K', f->id);
  f->timed_out = true;
  omrt_wake(f);
}

void omrt_wait_until(struct omrt_fiber *f, int64_t deadline) {
  if (f->why == OMRT_WAIT_NOTHING || f->done) return;
  if (!f->poll) omrt_outside_waiters += (deadline != OMRT_NEVER) - (f->deadline != OMRT_NEVER);
  f->deadline = deadline;
}

/* A timer's signal comes before any wait ends by itself. One that comes again and again, and moves nobody,
 * does not count. */
static bool next_alarm(int64_t first) {
  static int in_vain;
  int64_t alarm = omrt_mode.world->alarms_first();
  if (alarm >= first || in_vain > IDLES) return in_vain = 0, false;
  skip_to(alarm, true);
  omrt_mode.world->alarms_look();
  in_vain = run_head || omrt_cur->why == OMRT_WAIT_NOTHING ? 0 : in_vain + 1;
  return true;
}

/* Waits for descriptors of the program's own end, too, when a handler runs (which may write to a pipe). */
static bool signal_helps(void) {
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    if (!f->done && f->why == OMRT_WAIT_FD) return omrt_up.signal_in_recording();
  return false;
}

/* Nobody is held, and all waits that would end by themselves wait for input that the outside withholds: it
 * comes before they give it up. */
static bool input_is_all(int64_t first) {
  int64_t last = first;
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next) {
    if (f->done || f->why == OMRT_WAIT_NOTHING) continue;
    if (f->why == OMRT_WAIT_HELD || (f->deadline != OMRT_NEVER && !f->poll)) return false;
    if (f->deadline != OMRT_NEVER && f->deadline > last) last = f->deadline;
  }
  return omrt_mode.world->awaits_input(last);
}

/* When the last of the waits that end by themselves has ended. */
static int64_t last_deadline(void) {
  int64_t last = 0;
  for (const struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    if (!f->done && f->why != OMRT_WAIT_NOTHING && f->deadline != OMRT_NEVER && f->deadline > last)
      last = f->deadline;
  return last;
}

/* An input is withheld until something goes out, and only timers move threads: a server's housekeeping goes
 * on for ever. Each of them has had its time, ROUNDS times, and nothing went out. */
static bool waited_in_vain(int64_t first) {
  static uint64_t since;
  static int64_t until;
  static int rounds, enough = ROUNDS;
  uint64_t now = omrt_mode.world->withheld();
  if (!now) return false;
  if (now != since) rounds = 0;
  if (now != since || first > until) {
    until = last_deadline();
    rounds++;
  }
  since = now;
  if (rounds <= enough) return false;
  enough = ROUNDS_AGAIN;
  return true;
}

/* Nobody can run: let time pass, or wait for the outside, or it is a deadlock. */
static void idle(void) {
  bool signals = omrt_up.signal_expected(), outside = signals;
  int64_t first = first_deadline(&outside);
  if (omrt_mode.world && !outside && first == OMRT_NEVER) outside = signal_helps();
  if (omrt_mode.world && next_alarm(first)) return;
  if (first == OMRT_NEVER && outside && !signals && !omrt_mode.world && omrt_up.poll_hopeless()) {
    omrt_up.poll(0, true);
    if (!run_head && (omrt_cur->done || omrt_cur->why != OMRT_WAIT_NOTHING)) omrt_end_deadlock();
    return;
  }
  if (first == OMRT_NEVER && !outside) {
    if (omrt_mode.stuck && omrt_mode.stuck(false)) return;
    omrt_end_deadlock();
  }
  if (omrt_mode.world && outside && (first == OMRT_NEVER || ++idles > IDLES || waited_in_vain(first))) {
    idles = 0;
    if (omrt_mode.holds && omrt_mode.holds() && omrt_up.signal_in_order()) return;
    bool held = omrt_mode.stuck && omrt_mode.stuck(true);
    if (!held && !omrt_up.signal_from_recording()) omrt_end_outside();
    return;
  }
  if (omrt_mode.world && outside && input_is_all(first) && omrt_up.signal_from_recording()) return;
  if (!outside || omrt_mode.world) {
    skip_to(first, true);
    return;
  }
  omrt_up.poll(first, true);
  int64_t now = omrt_time_real(1);
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    if (!f->done && f->why != OMRT_WAIT_NOTHING && f->deadline <= now) omrt_kick(f, true);
  omrt_up.signal_collect(true);
}

/* The current fiber waits or is done: somebody else goes on (or the current one, when its wait was the first
 * to end). */
static void give_up(void) {
  struct omrt_fiber *next;
  omrt_settle();
  if (omrt_mode.by_log) {
    do replay_kicks('k');
    while (omrt_up.signal_collect(true));
    int to = omrt_log_due('w');
    if (to < 0) {
      omrt_log_end_if_killed();
      bool outside = omrt_up.signal_expected();
      if (omrt_log_next() == 'E' && first_deadline(&outside) == OMRT_NEVER && !run_head) omrt_end_deadlock();
      omrt_diverged("the current thread cannot go on; the recording has %s next",
                    omrt_log_record_name(omrt_log_next()));
    }
    next = replay_target(to);
    omrt_cur->turns++;
    if (omrt_mode.followed && next != omrt_cur) omrt_mode.followed(next, false);
  } else {
    omrt_cur->turns++;
    while (!run_head && (omrt_cur->done || omrt_cur->why != OMRT_WAIT_NOTHING)) idle();
    bool own = !omrt_cur->done && omrt_cur->why == OMRT_WAIT_NOTHING;
    if (omrt_mode.next)
      next = omrt_mode.next(run_head, own);
    else
      next = own ? omrt_cur : omrt_strategy_next(run_head);
    omrt_log_mark('w', next->id);
  }
  if (next != omrt_cur && !omrt_cur->done && omrt_cur->why == OMRT_WAIT_NOTHING) run_push(omrt_cur);
  go(next);
}

enum omrt_waited omrt_wait(struct omrt_waitq *q, enum omrt_why why, const void *obj, int64_t deadline,
                           bool cancellable) {
  struct omrt_fiber *f = omrt_cur;
  if (!omrt_on) return OMRT_TIMED_OUT;
  if (cancellable && omrt_signal_due(f)) return OMRT_INTERRUPTED;
  f->why = why;
  f->why_obj = obj;
  f->deadline = deadline;
  f->timed_out = f->interrupted = false;
  f->cancellable = cancellable;
  if (deadline != OMRT_NEVER || f->poll) omrt_outside_waiters++;
  if (q) queue_push(q, f);
  if (omrt_mode.wait) omrt_mode.wait(f);
  give_up();
  if (omrt_mode.resumed) omrt_mode.resumed();
  f->cancellable = false;
  if (f->interrupted) return OMRT_INTERRUPTED;
  return f->timed_out ? OMRT_TIMED_OUT : OMRT_WOKEN;
}

/* ---- fibers ---- */

int omrt_fibers_made(void) { return fibers; }

/* By number, and by pthread_t: both are asked for with every thread that is made, and with every switch of a
 * replay.
 */
enum { IDS = 4096, PTHREADS = 4096 };
static struct omrt_fiber *by_id[IDS], *by_pthread[PTHREADS];

static struct omrt_fiber **bucket_of(const void *pthread) {
  return &by_pthread[((uintptr_t)pthread >> 6) * 0x9e3779b97f4a7c15ull >> 52];
}

struct omrt_fiber *omrt_fiber_new(struct omrt_fiber *parent) {
  struct omrt_fiber *f = omrt_alloc(sizeof *f);
  f->id = fibers++;
  if (f->id == 1) alone_until = omrt_events;
  f->deadline = OMRT_NEVER;
  f->parent = parent ? parent->id : -1;
  if (parent) memcpy(f->name, parent->name, sizeof f->name);
  f->all_prev = all_last;
  if (all_last)
    all_last->all_next = f;
  else
    omrt_all = f;
  all_last = f;
  f->alive_prev = alive_last;
  if (alive_last)
    alive_last->alive_next = f;
  else
    omrt_alive = f;
  alive_last = f;
  f->same_id = by_id[f->id % IDS];
  by_id[f->id % IDS] = f;
  omrt_strategy_new(f);
  if (parent && (!omrt_mode.live || omrt_mode.fine)) omrt_strategy_begins(f);
  if (omrt_mode.fiber) omrt_mode.fiber(f);
  return f;
}
void omrt_fiber_ready(struct omrt_fiber *f) { run_push(f); }

static void not_alive(struct omrt_fiber *f) {
  if (f->alive_prev)
    f->alive_prev->alive_next = f->alive_next;
  else
    omrt_alive = f->alive_next;
  if (f->alive_next)
    f->alive_next->alive_prev = f->alive_prev;
  else
    alive_last = f->alive_prev;
}

void omrt_fiber_end(void) {
  struct omrt_fiber *f = omrt_cur;
  f->done = true;
  f->why = OMRT_WAIT_DONE;
  not_alive(f);
  give_up();
  omrt_fatal("internal error: a finished thread went on");
}

struct omrt_fiber *omrt_fiber_by_id(int id) {
  struct omrt_fiber *f = id >= 0 ? by_id[id % IDS] : NULL;
  while (f && f->id != id) f = f->same_id;
  return f;
}
struct omrt_fiber *omrt_fiber_by_tid(int tid) {
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    if (f->tid == tid) return f;
  return NULL;
}

static void forget(struct omrt_fiber *f) {
  struct omrt_fiber **at = &by_id[f->id % IDS];
  if (!omrt_ended(f)) return;
  while (*at != f) at = &(*at)->same_id;
  *at = f->same_id;
  if (f->all_prev)
    f->all_prev->all_next = f->all_next;
  else
    omrt_all = f->all_next;
  if (f->all_next)
    f->all_next->all_prev = f->all_prev;
  else
    all_last = f->all_prev;
  omrt_free(f, sizeof *f);
}

/* A dead thread's TLS may have been given to a new one: the newest wins, and the older is not looked for
 * again. It was joined or detached, then, and nobody can name it any more: it is forgotten, since a program
 * may make threads for hours. */
void omrt_fiber_named(struct omrt_fiber *f, void *pthread) {
  struct omrt_fiber **at = bucket_of(pthread);
  f->pthread = pthread;
  for (struct omrt_fiber **old = at; *old;)
    if ((*old)->pthread == pthread) {
      struct omrt_fiber *was = *old;
      *old = was->same_pthread;
      if (was->done) forget(was);
    } else
      old = &(*old)->same_pthread;
  f->same_pthread = *at;
  *at = f;
}
struct omrt_fiber *omrt_fiber_by_pthread(void *pthread) {
  struct omrt_fiber *f = *bucket_of(pthread);
  while (f && f->pthread != pthread) f = f->same_pthread;
  return f;
}

void omrt_sched_report(void) {
  omrt_line_counter("switches", switches);
  omrt_line_counter("threads", fibers);
  omrt_line_counter("alone_until", alone_until);
  uint64_t waiting = 0;
  for (const struct omrt_fiber *f = omrt_alive; f; f = f->alive_next) waiting += f->parent >= 0 && !f->ran;
  if (waiting) omrt_line_counter("threads_not_begun", waiting);
}
