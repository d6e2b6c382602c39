/* sem_*: the value is the low half of the first word, as glibc has it on 64-bit machines; semaphores that
 * sem_open maps look the same. Waiters are not counted in the program's memory. A post publishes, a wait
 * observes. */
#include "runtime/sched/internal.h"
#include "runtime/sync/children.h"
#include "runtime/sync/misuse.h"
#include "runtime/sync/lock_order.h"
#include "runtime/sync/real.h"
#include "runtime/sync/timed.h"
#include "runtime/sync/without.h"
#include "runtime/upward.h"
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

static struct omrt_object *object(sem_t *s, const void *frame) {
  return omrt_object_get(OMRT_WAIT_SEM, s, frame);
}

static void check(const sem_t *s, const char *what, const void *frame) {
  if (__builtin_expect(((const struct words *)s)->destroyed == DESTROYED, 0))
    omrt_misused_destroyed(OMRT_WAIT_SEM, s, what, frame);
}

static void observe(struct omrt_object *o) {
  omrt_hb_acquire(&o->clk);
  OMRT_ORDER(acquire, o->past);
}

static void take(sem_t *s, struct omrt_object *o) {
  ((struct words *)s)->value--;
  observe(o);
}

/* A handler is due, or a cancellation, which may be disabled. True: the wait is over. The kernel restarts a
 * wait without time limit only, and only if all handlers have SA_RESTART. */
static bool interrupted(const struct omrt_limit *limit) {
  bool handler = omrt_signal_due(omrt_cur), restart = omrt_up.signal_restart();
  pthread_testcancel();
  return handler && (limit || !restart);
}

static int64_t native_try(void *s) { return omrt_real()->sem_trywait(s) ? errno : 0; }
static int64_t native_post(void *s) { return omrt_real()->sem_post(s) ? errno : 0; }
static int64_t native_value(void *s) {
  int value = 0;
  omrt_real()->sem_getvalue(s, &value);
  return value;
}

/* A child uses it, too. */
static int try_with_children(sem_t *s, bool once, int64_t deadline, const void *frame) {
  int r = omrt_children_try(&(struct omrt_attempt){.kind = OMRT_WAIT_SEM,
                                                   .addr = s,
                                                   .function = native_try,
                                                   .busy = EAGAIN,
                                                   .once = once,
                                                   .deadline = deadline,
                                                   .frame = frame});
  if (!r) observe(object(s, frame));
  return r;
}

static int wait(sem_t *s, const struct omrt_limit *limit, const void *frame) {
  struct words *w = (struct words *)s;
  if (omrt_without_take(s, frame)) return 0;
  check(s, "waits for a semaphore", frame);
  int64_t deadline = omrt_limit_deadline(limit);
  for (enum omrt_waited how = OMRT_WOKEN;;) {
    int r = omrt_children_use(s) ? try_with_children(s, false, deadline, frame) : OMRT_CHILDREN_LEFT;
    if (r >= 0) return r ? fail(r) : 0;
    struct omrt_object *o = object(s, frame);
    if (r == OMRT_CHILDREN_LEFT && w->value) {
      take(s, o);
      return 0;
    }
    if (how == OMRT_TIMED_OUT) return fail(ETIMEDOUT);
    if (r == OMRT_CHILDREN_LEFT) how = omrt_object_wait(o, &o->queue, deadline);
    if ((how == OMRT_INTERRUPTED || r == OMRT_CHILDREN_INTERRUPTED) && interrupted(limit)) return fail(EINTR);
  }
}

OMRT_SERVED int sem_init(sem_t *s, int shared, unsigned value) {
  OMRT_UNLESS_ON(sem_init, s, shared, value);
  omrt_point(OMEN_EV_MUTEX_OTHER, s, 0);
  if (value > SEM_VALUE_MAX) return fail(EINVAL);
  omrt_misused_init(OMRT_WAIT_SEM, s, OMRT_HERE);
  *(struct words *)s = (struct words){.value = value, .private = shared ? SHARED : 0};
  omrt_object_init(OMRT_WAIT_SEM, s, OMRT_HERE);
  return 0;
}

OMRT_SERVED int sem_destroy(sem_t *s) {
  OMRT_UNLESS_ON(sem_destroy, s);
  omrt_point(OMEN_EV_MUTEX_OTHER, s, 1);
  check(s, "destroys a semaphore", OMRT_HERE);
  omrt_misused_destroy(OMRT_WAIT_SEM, s, OMRT_HERE);
  omrt_object_destroy(object(s, OMRT_HERE), OMRT_HERE);
  ((struct words *)s)->destroyed = DESTROYED;
  return 0;
}

OMRT_SERVED int sem_wait(sem_t *s) {
  OMRT_UNLESS_ON_EVEN(sem_wait, s);
  omrt_point(OMEN_EV_SEM_WAIT, s, 0);
  pthread_testcancel();
  return wait(s, NULL, OMRT_HERE);
}

OMRT_SERVED int sem_timedwait(sem_t *s, const struct timespec *abs) {
  OMRT_UNLESS_ON(sem_timedwait, s, abs);
  omrt_point(OMEN_EV_SEM_WAIT, s, 0);
  if (!omrt_valid_ns(abs)) return fail(EINVAL);
  pthread_testcancel();
  return wait(s, &(struct omrt_limit){CLOCK_REALTIME, abs}, OMRT_HERE);
}

OMRT_SERVED int sem_clockwait(sem_t *s, clockid_t clock, const struct timespec *abs) {
  OMRT_UNLESS_ON(sem_clockwait, s, clock, abs);
  omrt_point(OMEN_EV_SEM_WAIT, s, 0);
  if (!omrt_valid_clock(clock) || !omrt_valid_ns(abs)) return fail(EINVAL);
  pthread_testcancel();
  return wait(s, &(struct omrt_limit){clock, abs}, OMRT_HERE);
}

OMRT_SERVED int sem_trywait(sem_t *s) {
  OMRT_UNLESS_ON(sem_trywait, s);
  omrt_point(OMEN_EV_SEM_WAIT, s, 1);
  if (omrt_without_take(s, OMRT_HERE)) return 0;
  check(s, "waits for a semaphore", OMRT_HERE);
  if (omrt_children_use(s)) {
    int r = try_with_children(s, true, 0, OMRT_HERE);
    return r ? fail(r) : 0;
  }
  if (!((struct words *)s)->value) {
    omrt_spin(s, 0);
    return fail(EAGAIN);
  }
  take(s, object(s, OMRT_HERE));
  return 0;
}

OMRT_SERVED int sem_post(sem_t *s) {
  OMRT_UNLESS_ON(sem_post, s);
  omrt_point(OMEN_EV_SEM_POST, s, 0);
  if (omrt_without_give(s, NULL, OMRT_HERE)) return 0;
  check(s, "posts a semaphore", OMRT_HERE);
  if (((struct words *)s)->value >= SEM_VALUE_MAX) return fail(EOVERFLOW);
  struct omrt_object *o = object(s, OMRT_HERE);
  omrt_hb_release(&o->clk);
  OMRT_ORDER(release, &o->past);
  if (omrt_children_use(s))
    omrt_children_do(native_post, s);
  else
    ((struct words *)s)->value++;
  omrt_wake_one(&o->queue);
  return 0;
}

OMRT_SERVED int sem_getvalue(sem_t *s, int *value) {
  OMRT_UNLESS_ON(sem_getvalue, s, value);
  omrt_point(OMEN_EV_SEM_WAIT, s, 2);
  *value = omrt_children_use(s) ? (int)omrt_children_do(native_value, s) : (int)((struct words *)s)->value;
  omrt_spin(s, (uint64_t)*value);
  return 0;
}
