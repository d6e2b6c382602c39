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
#include "runtime/fiber/fiber.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
 * OMRT_INTERRUPTED the caller unwinds its own state and calls omrt_up.interrupt(). */
enum omrt_waited omrt_wait(struct omrt_waitq *q, enum omrt_why why, const void *obj, int64_t deadline,
                           bool cancellable);
struct omrt_fiber *omrt_wake_one(struct omrt_waitq *q); /* the fiber woken, or NULL */
int omrt_wake_all(struct omrt_waitq *q);
void omrt_wake(struct omrt_fiber *f); /* takes it out of its queue, if any */
/* Moves the fibers of `from` (at most n) to the end of `to` without waking them (futex requeue). */
int omrt_requeue(struct omrt_waitq *from, struct omrt_waitq *to, int n);
/* This fiber has nothing to do until others did something: lets all of them go first. */
void omrt_yield(void);
/* Notes a fruitless look at addr (an atomic load or failed trylock that saw `value`); yields after some. */
void omrt_spin(const void *addr, uint64_t value);

/* Virtual time in ns for CLOCK_REALTIME, CLOCK_MONOTONIC, ... (recorded; an input). */
int64_t omrt_time(int clock);
/* A virtual monotonic deadline from an absolute timespec on `clock`, saturating. */
struct timespec;
int64_t omrt_deadline(int clock, const struct timespec *abs);
struct omrt_fiber *omrt_fiber_by_pthread(void *pthread);
#endif
