/* What sched.c, time.c, strategy.c and the system calls share, beyond sched.h. */
#ifndef OMEN_SCHED_INTERNAL_H
#define OMEN_SCHED_INTERNAL_H
#include "runtime/sched/sched.h"
struct pollfd;

/* What a fiber that waits for the outside waits for (omen_fiber.poll). `retry`: no descriptor tells; look
 * again every millisecond (children, file locks). */
struct omen_pollset {
  int n;
  bool retry;
  struct pollfd *fds;
};

struct omen_fiber *omen_fiber_new(struct omen_fiber *parent); /* not yet runnable */
void omen_fiber_ready(struct omen_fiber *f);
_Noreturn void omen_fiber_end(void); /* the current fiber is done */
int omen_fibers_made(void);          /* so far; the next has this number */
struct omen_fiber *omen_fiber_by_id(int id);
struct omen_fiber *omen_fiber_by_tid(int tid);

/* strategy.c: who goes next. `runnable` is the list (by rnext) of fibers that could; the current one is not
 * in it. */
extern uint64_t omen_turn_began; /* the event at which the running thread came to run */
void omen_strategy_init(void);
void omen_strategy_live(void); /* an exploration leaves its recording: all anew, for whoever lives */
void omen_strategy_new(struct omen_fiber *f);
/* The one to run instead of the current fiber, or NULL: it goes on. `yields`: it would rather not. */
struct omen_fiber *omen_strategy_preempt(struct omen_fiber *runnable, bool yields);
struct omen_fiber *omen_strategy_next(struct omen_fiber *runnable); /* the current fiber cannot go on */
uint64_t omen_strategy_random(void);
/* pos.c: the same two for partial order sampling */
struct omen_fiber *omen_pos_preempt(struct omen_fiber *runnable, bool yields);
struct omen_fiber *omen_pos_next(struct omen_fiber *runnable);

/* time.c */
void omen_time_init(void *vdso);
int64_t
omen_time_real(int clock); /* the clock as this process sees it now, unrecorded: real plus what was skipped */
void omen_time_skip(int64_t ns);                     /* virtual time jumps ahead */
int64_t omen_time_skipped(void);                     /* recording: as much as it did so far */
int64_t omen_timespec_ns(const struct timespec *ts); /* saturating */

/* syscall/poll.c: waits until a descriptor of some waiting fiber is ready, at most until `deadline`
 * (virtual), and kicks those fibers; deadline 0 just looks. */
void omen_poll_outside(int64_t deadline, bool idle);
/* All who wait for descriptors wait for pipes and their kin that nobody outside has, and no signal can help:
 * then it is for ever, if nothing is there now. */
bool omen_poll_hopeless(void);
/* syscall/signal.c: has the outside something that could still come (timers)? A signal from outside arrived:
 * take it. */
bool omen_signal_expected(void);
bool omen_signal_handled(void); /* the program has handlers: it may be waiting for a signal */
bool omen_signal_timers(void);  /* the program set timers: a signal could come, if not in an exploration */
bool omen_signal_collect(bool idle);          /* true: there was one */
bool omen_signal_from_recording(void);        /* exploring: true: the next one was sent */
bool omen_signal_in_recording(void);          /* exploring: there is one, and the program handles it */
bool omen_signal_due(struct omen_fiber *f);   /* a handler could run on f now */
extern volatile uint64_t omen_signal_arrived; /* bit a signal: set by the kernel's handler */
/* Explorations: others may run here, though this is no event. */
void omen_turn_point(void);
void omen_preempted(void);    /* sched/preempt.h: this one was stopped where it is */
bool omen_sched_alone(void);  /* nobody else could run, now or later by itself */
void omen_quantum_over(void); /* as if a loop had used its quantum up */
/* The deadline of a fiber that waits, changed. */
void omen_wait_until(struct omen_fiber *f, int64_t deadline);
/* A wait ended by itself. */
void omen_kick(struct omen_fiber *f, bool idle);
extern int omen_outside_waiters; /* fibers with a deadline or a pollset */
#endif
