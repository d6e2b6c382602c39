/* sched/: who runs. Fibers, the scheduling points at which control may change hands, waiting and waking,
 * virtual time. One kernel thread: nothing here is atomic, and nothing else runs between two points.
 *
 * The order of things in a served operation (mutex lock, atomic load, ...):
 *   1. omrt_point(EV, object, value)   the event gets its place in the total order; others may run before it
 * does
 *   2. look at the object; while it cannot be done: omrt_wait(queue, ...) and look again
 *   3. act, tell the clocks (shadow/hb.h), wake who may go on
 * There is no point between 2 and 3, so what was looked at still holds. */
#ifndef OMRT_SCHED_SCHED_H
#define OMRT_SCHED_SCHED_H
#include "record/events.h"
#include "runtime/symbolic/symbolic.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OMRT_NEVER INT64_MAX

/* What a fiber waits for: X(symbol, text in the report) */
#define OMRT_WAITS(X)                                                                                        \
  X(NOTHING, "run")                                                                                          \
  X(MUTEX, "mutex")                                                                                          \
  X(COND, "condition")                                                                                       \
  X(RWLOCK, "rwlock")                                                                                        \
  X(BARRIER, "barrier")                                                                                      \
  X(SPIN, "spinlock")                                                                                        \
  X(SEM, "semaphore")                                                                                        \
  X(ONCE, "once")                                                                                            \
  X(JOIN, "join")                                                                                            \
  X(FUTEX, "futex")                                                                                          \
  X(SLEEP, "sleep")                                                                                          \
  X(FD, "descriptor") X(IPC, "System V object") X(CHILD, "child") X(SIGWAIT, "signal") X(HELD, "held")       \
      X(DONE, "done")
enum omrt_why {
#define X(symbol, text) OMRT_WAIT_##symbol,
  OMRT_WAITS(X)
#undef X
};

struct omrt_hb;       /* the thread's clocks: shadow/ */
struct omrt_held;     /* locks held by a thread: sync/ */
struct omrt_hold;     /* who did something, and where: sync/ */
struct omrt_sigstate; /* pending and blocked signals: syscall/ */

struct omrt_fiber {
  /* fiber/: switching. sp and fsbase are valid only while the fiber is not running. */
  void *sp;
  uint64_t fsbase;
  /* sched/ */
  int id;                                     /* 0 is main; creation order; never reused */
  int tid;                                    /* what gettid says */
  char name[16];                              /* that the program gave it, or "" */
  struct omrt_fiber *qnext, *qprev;           /* in a wait queue */
  struct omrt_waitq *queue;                   /* the one it is in, or NULL */
  struct omrt_fiber *rnext, *rprev;           /* in the run queue */
  struct omrt_fiber *all_next, *all_prev;     /* all fibers */
  struct omrt_fiber *same_id;                 /* another one with a number of the same hash */
  struct omrt_fiber *alive_next, *alive_prev; /* those that are not done */
  struct omrt_fiber *same_pthread;            /* an older one with a pthread of the same hash */
  enum omrt_why why;
  uint32_t in_heap; /* memory/: in glibc's malloc and its kin, on behalf of the heap */
  const void *why_obj;
  const void *served; /* sync/: frame of the function that the program called to wait so */
  int64_t deadline;   /* virtual monotonic ns while waiting, or OMRT_NEVER */
  bool timed_out, interrupted, cancellable, runnable, done;
  uint64_t points;      /* its own event count */
  uint64_t priority;    /* PCT: the thread's; POS: that of its pending event, 0: none given yet */
  uint32_t turns;       /* how often it was asked, since the last of them, whether another should run */
  bool gave_way;        /* it stopped running because it only waited for others, in a loop */
  enum omen_ev pending; /* the event that it makes when it goes on */
  const void *pending_obj;
  struct {          /* shadow/: the last library call that tells its accesses when it is over: */
    uint64_t point; /* events that the thread had made when it began, */
    uint32_t nth;   /* and such calls that began since the last of them */
    uint32_t site;  /* its site + 1; 0: there was none yet */
  } call;
  /* spin detection */
  const void *spin_addr;
  uint64_t spin_value;
  uint32_t spin_count;
  uint32_t fruitless; /* sync/: trylocks that failed lately, for backing off */
  /* thread matters */
  int parent; /* number of who made it; -1: nobody */
  bool named; /* something that was written for people names it: so must a line of its own */
  uintptr_t stack_lo, stack_hi; /* the program's stack for it, as far as known */
  struct omrt_fiber *laid_next; /* memory.h: those that have ended, by the stacks they left */
  int *clear_tid;
  void *pthread;                      /* pthread_t = TLS base */
  const struct omrt_created *created; /* where; NULL: not known */
  bool joined, detached;
  struct omrt_held *held;    /* sync/lock_order.h: the locks that it has */
  struct omrt_hold *settled; /* sync/: who joined or detached it, and where; NULL: nobody, or not known */
  struct omrt_hb *hb;
  struct omrt_sigstate *sig;
  void *poll;                      /* syscall/: what it polls for */
  void *entry;                     /* syscall/: its struct omrt_frame, while a trapped call of it is served */
  struct omrt_sym_thread symbolic; /* symbolic/: its argument and result */
  uint64_t ran, lap_ran;           /* times that it was switched to; explore/recur.c: when the lap began */
};

struct omrt_waitq {
  struct omrt_fiber *head, *tail;
};

extern struct omrt_fiber *omrt_cur; /* never NULL after start-up */
/* List by all_next, oldest first: those that live, and those that ended and may still be asked for (ended_threads.h).
 */
extern struct omrt_fiber *omrt_all;
/* Those that are not done, by alive_next, oldest first: a program may make threads for hours. */
extern struct omrt_fiber *omrt_alive;
void omrt_name_fiber(struct omrt_fiber *f, const char *name); /* sync/name.c */
void omrt_fiber_named(struct omrt_fiber *f, void *pthread);   /* its pthread_t is known */

/* An event: counted, digested, recorded or checked; then maybe other fibers run before this returns. */
void omrt_point(enum omen_ev ev, const void *obj, uint64_t val);
/* The same without a chance to switch (the second half of an operation). */
void omrt_event(enum omen_ev ev, const void *obj, uint64_t val);

/* How a wait ended. */
enum omrt_waited { OMRT_WOKEN, OMRT_TIMED_OUT, OMRT_INTERRUPTED };
/* Puts the current fiber into q (FIFO; q may be NULL) and runs others until it is woken, the deadline
 * (virtual CLOCK_MONOTONIC ns) passes, or, if `cancellable`, a cancellation or a signal handler is due. After
 * OMRT_INTERRUPTED the caller unwinds its own state and calls omrt_interrupt_point(). */
enum omrt_waited omrt_wait(struct omrt_waitq *q, enum omrt_why why, const void *obj, int64_t deadline,
                           bool cancellable);
struct omrt_fiber *omrt_wake_one(struct omrt_waitq *q); /* the fiber woken, or NULL */
int omrt_wake_all(struct omrt_waitq *q);
void omrt_wake(struct omrt_fiber *f); /* takes it out of its queue, if any */
/* Moves the fibers of `from` (at most n) to the end of `to` without waking them (futex requeue). */
int omrt_requeue(struct omrt_waitq *from, struct omrt_waitq *to, int n);
/* This fiber has nothing to do until others did something: lets all of them go first. */
void omrt_yield(void);
/* Runs pending signal handlers; acts on a pending cancellation (does not return then). */
void omrt_interrupt_point(void);
/* Notes a fruitless look at addr (an atomic load or failed trylock that saw `value`); yields after some. */
void omrt_spin(const void *addr, uint64_t value);

/* Virtual time in ns for CLOCK_REALTIME, CLOCK_MONOTONIC, ... (recorded; an input). */
int64_t omrt_time(int clock);
/* A virtual monotonic deadline from an absolute timespec on `clock`, saturating. */
struct timespec;
int64_t omrt_deadline(int clock, const struct timespec *abs);
struct omrt_fiber *omrt_fiber_by_pthread(void *pthread);
#endif
