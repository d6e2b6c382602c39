/* What sched.c, time.c, strategy.c and the system calls share, beyond sched.h. */
#ifndef OMRT_SCHED_INTERNAL_H
#define OMRT_SCHED_INTERNAL_H
#include "runtime/sched/sched.h"
#include "runtime/upward.h"
struct pollfd;

/* What a fiber that waits for the outside waits for (omrt_fiber.poll). `retry`: no descriptor tells; look
 * again every millisecond (children, file locks). */
struct omrt_pollset {
  int n;
  bool retry;
  struct pollfd *fds;
};

struct omrt_fiber *omrt_fiber_new(struct omrt_fiber *parent); /* not yet runnable */
void omrt_fiber_ready(struct omrt_fiber *f);
_Noreturn void omrt_fiber_end(void); /* the current fiber is done */
int omrt_fibers_made(void);          /* so far; the next has this number */
struct omrt_fiber *omrt_fiber_by_id(int id);
struct omrt_fiber *omrt_fiber_by_tid(int tid);

/* strategy.c: who goes next. `runnable` is the list (by rnext) of fibers that could; the current one is not
 * in it. */
extern uint64_t omrt_turn_began; /* the event at which the running thread came to run */
void omrt_strategy_init(void);
void omrt_strategy_live(void); /* an exploration leaves its recording: all anew, for whoever lives */
void omrt_strategy_new(struct omrt_fiber *f);
void omrt_strategy_begins(struct omrt_fiber *f); /* it was made: when may it begin? */
/* May any of them begin, or go on? `must`: one has to. */
bool omrt_strategy_due(struct omrt_fiber *list, bool must);
/* The one to run instead of the current fiber, or NULL: it goes on. `yields`: it would rather not. */
struct omrt_fiber *omrt_strategy_preempt(struct omrt_fiber *runnable, bool yields);
struct omrt_fiber *omrt_strategy_next(struct omrt_fiber *runnable); /* the current fiber cannot go on */
uint64_t omrt_strategy_random(void);
/* pos.c: the same two for partial order sampling */
struct omrt_fiber *omrt_pos_preempt(struct omrt_fiber *runnable, bool yields);
struct omrt_fiber *omrt_pos_next(struct omrt_fiber *runnable);

/* time.c */
void omrt_time_init(void *vdso);
void omrt_time_leave(void);        /* an exploration leaves its recording */
int64_t omrt_time_seen(int clock); /* omrt_time, for the program to look at */
void omrt_time_report(void);
int64_t
omrt_time_real(int clock); /* the clock as this process sees it now, unrecorded: real plus what was skipped */
void omrt_time_skip(int64_t ns);                     /* virtual time jumps ahead */
int64_t omrt_time_skipped(void);                     /* recording: as much as it did so far */
int64_t omrt_timespec_ns(const struct timespec *ts); /* saturating */

/* Signals: those on their way to any thread; a handler could run on f now. */
extern uint32_t omrt_signals_queued;
static inline bool omrt_signal_due(struct omrt_fiber *f) {
  return omrt_signals_queued && omrt_up.signal_due(f);
}
extern volatile uint64_t omrt_signal_arrived; /* bit a signal: set by the kernel's handler */
/* where.c: where a thread waits (the count of pcs); outcome lines: all threads, who waits, who goes round. */
int omrt_end_stack(const struct omrt_fiber *f, uint64_t *pcs, int max);
void omrt_end_threads(void);
void omrt_end_waits(bool running);
void omrt_end_loops(void);
void omrt_sched_report(void); /* counters */
/* Explorations: others may run here, though this is no event. */
void omrt_turn_point(void);
void omrt_preempted(void);    /* sched/preempt.h: this one was stopped where it is */
bool omrt_sched_alone(void);  /* nobody else could run, now or later by itself */
void omrt_quantum_over(void); /* as if a loop had used its quantum up */
/* The deadline of a fiber that waits, changed. */
void omrt_wait_until(struct omrt_fiber *f, int64_t deadline);
/* Time passes until the wait of f ends by itself, and others with it. */
void omrt_time_comes(const struct omrt_fiber *f);
/* A wait ended by itself. */
void omrt_kick(struct omrt_fiber *f, bool idle);
extern int omrt_outside_waiters;  /* fibers with a deadline or a pollset */
extern uint64_t omrt_event_limit; /* the run ends there; 0: never */
#endif
