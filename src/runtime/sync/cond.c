/* Condition variables. A waiter is a record on its own stack, in the object's list from before it lets the
 * mutex go until it is signalled or gives up; so a signal finds it even while it runs a signal handler, and
 * no wake-up is spurious or lost. The program's pthread_cond_t holds nothing but the clock (bit 1 of __wrefs,
 * as glibc has it).
 *
 * Order between threads comes by the mutex alone: POSIX promises none by the signal itself. */
#include "runtime/sync/cond.h"
#include "runtime/sync/mutex.h"
#include "runtime/sync/misuse.h"
#include "runtime/sync/order.h"
#include "runtime/sync/real.h"
#include "runtime/sync/without.h"
#include <errno.h>

enum { SHARED = 1, MONOTONIC = 2, DESTROYED = 4 }; /* in __wrefs, as glibc has them */

struct waiter {
  struct waiter *next;
  struct omen_fiber *fiber;
  pthread_cond_t *cond;
  pthread_mutex_t *mutex;
  const void *frame;
  bool signalled, asleep, left;
};

clockid_t omen_cond_clock(const pthread_cond_t *c) {
  return c->__data.__wrefs & MONOTONIC ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

static void enlist(struct waiter *w) {
  struct omen_object *o = omen_object_get(OMEN_WAIT_COND, w->cond, w->frame);
  const struct waiter *other = o->more;
  if (other && other->mutex != w->mutex)
    omen_misused(&(struct omen_misuse){OMEN_DEFECT_THREAD_MISUSE, w->cond, o, NULL, w->frame},
                 "waits for a condition with another mutex than those that wait for it already");
  struct waiter **at = (struct waiter **)&o->more;
  while (*at) at = &(*at)->next;
  *at = w;
}

static void wake_destroyer(struct omen_object *o) {
  if (!o->more) omen_wake_all(&o->queue);
}

/* Takes it out of the list, if it still is in one (its memory may have been forgotten meanwhile). */
static void delist(struct waiter *w) {
  struct omen_object *o = omen_object_at(OMEN_WAIT_COND, w->cond);
  if (!o) return;
  for (struct waiter **at = (struct waiter **)&o->more; *at; at = &(*at)->next)
    if (*at == w) {
      *at = w->next;
      break;
    }
  wake_destroyer(o);
}

void omen_cond_check(const pthread_cond_t *c, const char *what, const void *frame) {
  if (__builtin_expect(c->__data.__wrefs & DESTROYED, 0))
    omen_misused_destroyed(OMEN_WAIT_COND, c, what, frame);
}

void omen_cond_signal(pthread_cond_t *c, bool all) {
  struct omen_object *o = omen_object_at(OMEN_WAIT_COND, c);
  if (!o) return;
  do {
    struct waiter *w = o->more;
    if (!w) break;
    o->more = w->next;
    w->signalled = true;
    OMEN_ORDER(wake, w->fiber);
    if (w->asleep) omen_wake(w->fiber);
  } while (all);
  wake_destroyer(o);
}

/* Sleeps until signalled or too late; handlers of signals may run in between, and a cancellation may unwind
 * from here. */
static int sleep_until_signalled(struct waiter *w, int64_t deadline) {
  while (!w->signalled) {
    w->asleep = true;
    enum omen_waited how = omen_wait(NULL, OMEN_WAIT_COND, w->cond, deadline, true);
    w->asleep = false;
    if (how == OMEN_INTERRUPTED)
      omen_object_interrupted(true);
    else if (how == OMEN_TIMED_OUT && !w->signalled)
      return ETIMEDOUT;
  }
  return 0;
}

/* Also when a cancellation unwinds: the thread's clean-up handlers run with the mutex held, and a signal that
 * it was given goes to another. */
static void leave(struct waiter *w) {
  if (w->left) return;
  w->left = true;
  if (!w->signalled)
    delist(w);
  else
    omen_cond_signal(w->cond, false);
  omen_mutex_lock(w->mutex, OMEN_LOCK_COND, NULL, w->frame);
}

int omen_cond_wait(pthread_cond_t *c, pthread_mutex_t *m, const struct omen_limit *limit, const void *frame) {
  omen_cond_check(c, "waits for a condition variable", frame);
  if (omen_without(frame)) { /* as if it had been woken for nothing, which is allowed */
    int given = omen_mutex_unlock(m, true, frame);
    if (given) return given;
    omen_yield();
    return omen_mutex_lock(m, OMEN_LOCK_COND, NULL, frame);
  }
  int64_t deadline = omen_limit_deadline(limit);
  pthread_testcancel();
  struct waiter w
      __attribute__((cleanup(leave))) = {.fiber = omen_cur, .cond = c, .mutex = m, .frame = frame};
  int r = omen_mutex_unlock(m, true, frame);
  if (r) {
    w.left = true;
    return r;
  }
  enlist(&w);
  r = sleep_until_signalled(&w, deadline);
  w.left = true;
  if (!w.signalled) delist(&w);
  int locked = omen_mutex_lock(m, OMEN_LOCK_COND, NULL, frame);
  return locked ? locked : r;
}

/* Like glibc, waits until nobody is in it. Those that were signalled are out already. */
void omen_cond_destroy(pthread_cond_t *c, const void *frame) {
  struct omen_object *o;
  omen_cond_check(c, "destroys a condition variable", frame);
  omen_misused_destroy(OMEN_WAIT_COND, c, frame);
  while ((o = omen_object_at(OMEN_WAIT_COND, c)) && o->more) {
    if (omen_object_wait(o, &o->queue, OMEN_NEVER) == OMEN_INTERRUPTED) omen_object_interrupted(false);
  }
  c->__data.__wrefs |= DESTROYED;
  omen_object_destroy(omen_object_get(OMEN_WAIT_COND, c, frame), frame);
}
