/* Condition variables. A waiter is a record on its own stack, in the object's list from before it lets the
 * mutex go until it is signalled or gives up; so a signal finds it even while it runs a signal handler, and
 * no wake-up is spurious or lost. The program's pthread_cond_t holds nothing but the clock (bit 1 of __wrefs,
 * as glibc has it).
 *
 * Order between threads comes by the mutex alone: POSIX promises none by the signal itself. */
#include "runtime/sync/cond.h"
#include "runtime/mode.h"
#include "runtime/sched/choice.h"
#include "runtime/sync/children.h"
#include "runtime/sync/mutex.h"
#include "runtime/sync/misuse.h"
#include "runtime/sync/lock_order.h"
#include "runtime/sync/real.h"
#include "runtime/sync/without.h"
#include <errno.h>

enum { SHARED = 1, MONOTONIC = 2, DESTROYED = 4 }; /* in __wrefs, as glibc has them */

struct waiter {
  struct waiter *next;
  struct omrt_fiber *fiber;
  pthread_cond_t *cond;
  pthread_mutex_t *mutex;
  const void *frame;
  bool signalled, asleep, left;
};

clockid_t omrt_cond_clock(const pthread_cond_t *c) {
  return c->__data.__wrefs & MONOTONIC ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

static void enlist(struct waiter *w) {
  struct omrt_object *o = omrt_object_get(OMRT_WAIT_COND, w->cond, w->frame);
  const struct waiter *other = o->more;
  if (other && other->mutex != w->mutex)
    omrt_misused(&(struct omrt_misuse){OMEN_DEFECT_THREAD_MISUSE, w->cond, o, NULL, w->frame},
                 "waits for a condition with another mutex than those that wait for it already");
  struct waiter **at = (struct waiter **)&o->more;
  while (*at) at = &(*at)->next;
  *at = w;
}

static void wake_destroyer(struct omrt_object *o) {
  if (!o->more) omrt_wake_all(&o->queue);
}

/* Takes it out of the list, if it still is in one (its memory may have been forgotten meanwhile). */
static void delist(struct waiter *w) {
  struct omrt_object *o = omrt_object_at(OMRT_WAIT_COND, w->cond);
  if (!o) return;
  for (struct waiter **at = (struct waiter **)&o->more; *at; at = &(*at)->next)
    if (*at == w) {
      *at = w->next;
      break;
    }
  wake_destroyer(o);
}

void omrt_cond_check(const pthread_cond_t *c, const char *what, const void *frame) {
  if (__builtin_expect(c->__data.__wrefs & DESTROYED, 0))
    omrt_misused_destroyed(OMRT_WAIT_COND, c, what, frame);
}

static int64_t native_signal(void *c) { return omrt_real()->pthread_cond_signal(c); }
static int64_t native_broadcast(void *c) { return omrt_real()->pthread_cond_broadcast(c); }

/* The place in the list of the one that is woken. */
static struct waiter **woken(struct omrt_object *o, bool all) {
  struct waiter **at = (struct waiter **)&o->more;
  uint32_t n = 0;
  if (all || !omrt_mode.fine) return at;
  for (const struct waiter *w = *at; w; w = w->next) n++;
  for (uint32_t i = omrt_choose(OMRT_CHOICE_WAITER, o, n); i; i--) at = &(*at)->next;
  return at;
}

void omrt_cond_signal(pthread_cond_t *c, bool all) {
  if (omrt_children_use(c)) omrt_children_do(all ? native_broadcast : native_signal, c);
  struct omrt_object *o = omrt_object_at(OMRT_WAIT_COND, c);
  if (!o) return;
  do {
    struct waiter **at = woken(o, all), *w = *at;
    if (!w) break;
    *at = w->next;
    w->signalled = true;
    OMRT_ORDER(wake, w->fiber);
    if (w->asleep) omrt_wake(w->fiber);
  } while (all);
  wake_destroyer(o);
}

/* Sleeps until signalled or too late; handlers of signals may run in between, and a cancellation may unwind
 * from here. */
static int sleep_until_signalled(struct waiter *w, int64_t deadline) {
  while (!w->signalled) {
    bool children = omrt_children_use(w->cond);
    if (omrt_children_have(w->cond) && omrt_children_late(w->cond, deadline)) return ETIMEDOUT;
    w->asleep = true;
    enum omrt_waited how = omrt_wait(NULL, OMRT_WAIT_COND, w->cond, deadline, true);
    w->asleep = false;
    omrt_children_waited();
    if (children && how == OMRT_TIMED_OUT) return 0; /* as if for nothing: a child may have signalled it */
    if (how == OMRT_INTERRUPTED)
      omrt_object_interrupted(true);
    else if (how == OMRT_TIMED_OUT && !w->signalled)
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
    omrt_cond_signal(w->cond, false);
  omrt_mutex_lock(w->mutex, OMRT_LOCK_COND, NULL, w->frame);
}

int omrt_cond_wait(pthread_cond_t *c, pthread_mutex_t *m, const struct omrt_limit *limit, const void *frame) {
  omrt_cond_check(c, "waits for a condition variable", frame);
  if (omrt_without(frame)) { /* as if it had been woken for nothing, which is allowed */
    int given = omrt_mutex_unlock(m, true, frame);
    if (given) return given;
    omrt_yield();
    return omrt_mutex_lock(m, OMRT_LOCK_COND, NULL, frame);
  }
  int64_t deadline = omrt_limit_deadline(limit);
  pthread_testcancel();
  struct waiter w
      __attribute__((cleanup(leave))) = {.fiber = omrt_cur, .cond = c, .mutex = m, .frame = frame};
  int r = omrt_mutex_unlock(m, true, frame);
  if (r) {
    w.left = true;
    return r;
  }
  enlist(&w);
  r = sleep_until_signalled(&w, deadline);
  w.left = true;
  if (!w.signalled) delist(&w);
  int locked = omrt_mutex_lock(m, OMRT_LOCK_COND, NULL, frame);
  return locked ? locked : r;
}

/* Like glibc, waits until nobody is in it. Those that were signalled are out already. */
void omrt_cond_destroy(pthread_cond_t *c, const void *frame) {
  struct omrt_object *o;
  omrt_cond_check(c, "destroys a condition variable", frame);
  omrt_misused_destroy(OMRT_WAIT_COND, c, frame);
  while ((o = omrt_object_at(OMRT_WAIT_COND, c)) && o->more) {
    if (omrt_object_wait(o, &o->queue, OMRT_NEVER) == OMRT_INTERRUPTED) omrt_object_interrupted(false);
  }
  c->__data.__wrefs |= DESTROYED;
  omrt_object_destroy(omrt_object_get(OMRT_WAIT_COND, c, frame), frame);
}
