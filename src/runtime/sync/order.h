/* sync/order.h: in which order locks are taken, over the recorded run: circles in it are deadlocks that did
 * not happen, but could (docs/deadlocks.md).
 *
 * An *edge* is: a thread that held one lock waited for, and got, another. Edges that form a circle are
 * reported when their threads differ, nothing orders them, and no lock held in two of them keeps the threads
 * apart. What orders two threads here is what would do so in every run: making and joining threads, barriers,
 * semaphores, once routines, wake-ups of conditions; not the locks themselves. */
#ifndef OMEN_SYNC_ORDER_H
#define OMEN_SYNC_ORDER_H
#include "runtime/sync/object.h"

struct omen_past; /* what a thread knows of the others; refcounted and never changed while shared */

/* The current thread has it now. `waits`: it would have waited for it for ever, had it not been free. Call it
 * after omen_object_held, or with the read lock at the head of o->readers. */
void omen_order_took(struct omen_object *o, bool read, bool waits);
void omen_order_gave(struct omen_object *o, int by); /* before it is forgotten who held it */

/* What orders threads. Nothing is kept before the first lock is taken while another is held. */
extern bool omen_order_on;
void omen_order_release_now(struct omen_past **to);
void omen_order_acquire_now(struct omen_past *from);
void omen_order_fork_now(struct omen_fiber *child);
void omen_order_join_now(struct omen_fiber *dead);
void omen_order_wake_now(struct omen_fiber *woken);
void omen_order_gone(struct omen_fiber *dead); /* it is forgotten */
void omen_past_free(struct omen_past **p);
#define OMEN_ORDER(verb, arg) (__builtin_expect(omen_order_on, 0) ? omen_order_##verb##_now(arg) : (void)0)

void omen_order_report(void); /* lines of the outcome: inversion, took, wants */
#endif
