/* sync/deadlock.h: threads that wait for ever while others go on. (Where nobody can go on the run ends as a
 * deadlock by itself: runtime/end.h.)
 *
 * A thread is stuck when it waits, without a time limit, for what some other thread has to give (a mutex,
 * rwlock, spinlock, a thread's end, the end of a once routine), and that thread is stuck, too, or has ended.
 * Conditions, semaphores and barriers can be served by anybody who still runs: who waits for one is stuck
 * only when nobody does. Mutexes that the program passes from thread to thread are not counted on. */
#ifndef OMRT_SYNC_DEADLOCK_H
#define OMRT_SYNC_DEADLOCK_H
#include <stdbool.h>
#include <stdint.h>
struct omrt_fiber;

/* Notes a defect for each set of threads that wait for each other, or for a thread that ended: at the end of
 * the run, when it is certain that none of them went on. May end an exploration. */
void omrt_deadlock_report(void);
/* An exploration: f is about to wait. If that closes a circle, the run is looked at again after a while
 * (omrt_deadlock_due, an event number; 0: never): it may be all that is still to come. */
void omrt_deadlock_blocked(const struct omrt_fiber *f);
void omrt_deadlock_look(void);
extern bool omrt_deadlock_cancels; /* the program cancels threads: a wait may end by that */
#endif
