/* sem_*: the value is the low half of the first word, as glibc has it on 64-bit machines; semaphores that
 * sem_open maps look the same. Waiters are not counted in the program's memory. A post publishes, a wait
 * observes. */
#include "runtime/sched/internal.h"
#include "runtime/sync/misuse.h"
#include "runtime/sync/order.h"
#include "runtime/sync/real.h"
#include "runtime/sync/timed.h"
#include "runtime/syscall/syscall.h"
#include "runtime/sync/without.h"
#include <errno.h>
#include <limits.h>

struct words {
  unsigned value, waiters;
  int private;
  unsigned destroyed; /* libc does not use it, and sem_init clears it */
};
_Static_assert(sizeof(struct words) <= sizeof(sem_t), "glibc's layout");
enum { SHARED = 128, DESTROYED = 0x6f6d656e };

static int fail(int error) {
  errno = error;
  return -1;
}

static struct omen_object *object(sem_t *s, const void *frame) {
  return omen_object_get(OMEN_WAIT_SEM, s, frame);
}

static void check(const sem_t *s, const char *what, const void *frame) {
  if (__builtin_expect(((const struct words *)s)->destroyed == DESTROYED, 0))
    omen_misused_destroyed(OMEN_WAIT_SEM, s, what, frame);
}

static void take(sem_t *s, struct omen_object *o) {
  ((struct words *)s)->value--;
  omen_hb_acquire(&o->clk);
  OMEN_ORDER(acquire, o->past);
}

static int wait(sem_t *s, const struct omen_limit *limit, const void *frame) {
  struct words *w = (struct words *)s;
  if (omen_without_take(s, frame)) return 0;
  check(s, "waits for a semaphore", frame);
  int64_t deadline = omen_limit_deadline(limit);
  for (enum omen_waited how = OMEN_WOKEN;;) {
    struct omen_object *o = object(s, frame);
    if (w->value) {
      take(s, o);
      return 0;
    }
    if (how == OMEN_TIMED_OUT) return fail(ETIMEDOUT);
    how = omen_object_wait(o, &o->queue, deadline);
    if (how != OMEN_INTERRUPTED) continue;
    bool handler = omen_signal_due(omen_cur); /* else a cancellation came, which may be disabled */
    bool restart = omen_signal_restart();
    pthread_testcancel();
    /* The kernel restarts a wait without time limit only, and only if all handlers have SA_RESTART. */
    if (handler && (limit || !restart)) return fail(EINTR);
  }
}

OMEN_SERVED int sem_init(sem_t *s, int shared, unsigned value) {
  OMEN_UNLESS_ON(sem_init, s, shared, value);
  omen_point(OMEN_EV_MUTEX_OTHER, s, 0);
  if (value > SEM_VALUE_MAX) return fail(EINVAL);
  omen_misused_init(OMEN_WAIT_SEM, s, OMEN_HERE);
  *(struct words *)s = (struct words){.value = value, .private = shared ? SHARED : 0};
  omen_object_init(OMEN_WAIT_SEM, s, OMEN_HERE);
  return 0;
}

OMEN_SERVED int sem_destroy(sem_t *s) {
  OMEN_UNLESS_ON(sem_destroy, s);
  omen_point(OMEN_EV_MUTEX_OTHER, s, 1);
  check(s, "destroys a semaphore", OMEN_HERE);
  omen_misused_destroy(OMEN_WAIT_SEM, s, OMEN_HERE);
  omen_object_destroy(object(s, OMEN_HERE), OMEN_HERE);
  ((struct words *)s)->destroyed = DESTROYED;
  return 0;
}

OMEN_SERVED int sem_wait(sem_t *s) {
  OMEN_UNLESS_ON(sem_wait, s);
  omen_point(OMEN_EV_SEM_WAIT, s, 0);
  pthread_testcancel();
  return wait(s, NULL, OMEN_HERE);
}

OMEN_SERVED int sem_timedwait(sem_t *s, const struct timespec *abs) {
  OMEN_UNLESS_ON(sem_timedwait, s, abs);
  omen_point(OMEN_EV_SEM_WAIT, s, 0);
  if (!omen_valid_ns(abs)) return fail(EINVAL);
  pthread_testcancel();
  return wait(s, &(struct omen_limit){CLOCK_REALTIME, abs}, OMEN_HERE);
}

OMEN_SERVED int sem_clockwait(sem_t *s, clockid_t clock, const struct timespec *abs) {
  OMEN_UNLESS_ON(sem_clockwait, s, clock, abs);
  omen_point(OMEN_EV_SEM_WAIT, s, 0);
  if (!omen_valid_clock(clock) || !omen_valid_ns(abs)) return fail(EINVAL);
  pthread_testcancel();
  return wait(s, &(struct omen_limit){clock, abs}, OMEN_HERE);
}

OMEN_SERVED int sem_trywait(sem_t *s) {
  OMEN_UNLESS_ON(sem_trywait, s);
  omen_point(OMEN_EV_SEM_WAIT, s, 1);
  if (omen_without_take(s, OMEN_HERE)) return 0;
  check(s, "waits for a semaphore", OMEN_HERE);
  if (!((struct words *)s)->value) {
    omen_spin(s, 0);
    return fail(EAGAIN);
  }
  take(s, object(s, OMEN_HERE));
  return 0;
}

OMEN_SERVED int sem_post(sem_t *s) {
  OMEN_UNLESS_ON(sem_post, s);
  omen_point(OMEN_EV_SEM_POST, s, 0);
  if (omen_without_give(s, NULL, OMEN_HERE)) return 0;
  check(s, "posts a semaphore", OMEN_HERE);
  if (((struct words *)s)->value >= SEM_VALUE_MAX) return fail(EOVERFLOW);
  struct omen_object *o = object(s, OMEN_HERE);
  omen_hb_release(&o->clk);
  OMEN_ORDER(release, &o->past);
  ((struct words *)s)->value++;
  omen_wake_one(&o->queue);
  return 0;
}

OMEN_SERVED int sem_getvalue(sem_t *s, int *value) {
  OMEN_UNLESS_ON(sem_getvalue, s, value);
  omen_point(OMEN_EV_SEM_WAIT, s, 2);
  *value = (int)((struct words *)s)->value;
  omen_spin(s, (uint64_t)*value);
  return 0;
}
