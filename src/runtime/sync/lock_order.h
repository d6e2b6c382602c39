/* sync/lock_order.h: in which order locks are taken, over the recorded run: circles in it are deadlocks that
 * did not happen, but could (docs/synchronisation.md).
 *
 * An *edge* is: a thread that held one lock waited for, and got, another. Edges that form a circle are
 * reported when their threads differ, nothing orders them, and no lock held in two of them keeps the threads
 * apart. What orders two threads here is what would do so in every run: making and joining threads, barriers,
 * semaphores, once routines, wake-ups of conditions; not the locks themselves. */
#ifndef OMRT_SYNC_LOCK_ORDER_H
#define OMRT_SYNC_LOCK_ORDER_H
#include "runtime/sync/object.h"

struct omrt_past; /* what a thread knows of the others; refcounted and never changed while shared */

/* The current thread has it now. `waits`: it would have waited for it for ever, had it not been free. Call it
 * after omrt_object_held, or with the read lock at the head of o->readers. */
void omrt_order_took(struct omrt_object *o, bool read, bool waits);
void omrt_order_gave(struct omrt_object *o, int by); /* before it is forgotten who held it */

/* What orders threads. Nothing is kept before the first lock is taken while another is held. */
extern bool omrt_order_on;
void omrt_order_release_now(struct omrt_past **to);
void omrt_order_acquire_now(struct omrt_past *from);
void omrt_order_fork_now(struct omrt_fiber *child);
void omrt_order_join_now(struct omrt_fiber *dead);
void omrt_order_wake_now(struct omrt_fiber *woken);
void omrt_order_gone(struct omrt_fiber *dead); /* it is forgotten */
void omrt_past_free(struct omrt_past **p);
#define OMRT_ORDER(verb, arg) (__builtin_expect(omrt_order_on, 0) ? omrt_order_##verb##_now(arg) : (void)0)

void omrt_order_report(void); /* lines of the outcome: inversion, took, wants */
#endif
