/* pthread_spin_*: 1 is free, anything less is held, as glibc has it on x86-64 (so zeroed memory is a held
 * lock there too). Who finds it held waits in a queue instead of turning. */
#include "runtime/mode.h"
#include "runtime/sync/misuse.h"
#include "runtime/sync/lock_order.h"
#include "runtime/sync/real.h"
#include "runtime/sync/without.h"
#include <errno.h>

static void take(pthread_spinlock_t *s, struct omrt_object *o, bool waits, const void *frame) {
  *s = 0;
  omrt_object_held(o, frame);
  omrt_object_order_lock(o);
  omrt_order_took(o, false, waits);
}

static void check(pthread_spinlock_t *s, const char *what, const void *frame) {
  if (__builtin_expect(omrt_object_grave(OMRT_WAIT_SPIN, (const void *)s) != NULL, 0))
    omrt_misused_destroyed(OMRT_WAIT_SPIN, (const void *)s, what, frame);
}

static struct omrt_object *object(pthread_spinlock_t *s, const void *frame) {
  return omrt_object_get(OMRT_WAIT_SPIN, (const void *)s, frame);
}

OMRT_SERVED int pthread_spin_init(pthread_spinlock_t *s, int shared) {
  OMRT_UNLESS_ON(pthread_spin_init, s, shared);
  omrt_point(OMEN_EV_MUTEX_OTHER, (const void *)s, 0);
  omrt_misused_init(OMRT_WAIT_SPIN, (const void *)s, OMRT_HERE);
  *s = 1;
  omrt_object_init(OMRT_WAIT_SPIN, (const void *)s, OMRT_HERE);
  return 0;
}

OMRT_SERVED int pthread_spin_destroy(pthread_spinlock_t *s) {
  OMRT_UNLESS_ON(pthread_spin_destroy, s);
  omrt_point(OMEN_EV_MUTEX_OTHER, (const void *)s, 1);
  check(s, "destroys a spinlock", OMRT_HERE);
  omrt_misused_destroy(OMRT_WAIT_SPIN, (const void *)s, OMRT_HERE);
  omrt_object_destroy(object(s, OMRT_HERE), OMRT_HERE);
  return 0;
}

OMRT_SERVED int pthread_spin_lock(pthread_spinlock_t *s) {
  OMRT_UNLESS_ON_EVEN(pthread_spin_lock, s);
  omrt_point(OMEN_EV_SPIN_LOCK, (const void *)s, 0);
  if (omrt_without_take((const void *)s, OMRT_HERE)) return 0;
  check(s, "locks a spinlock", OMRT_HERE);
  omrt_object_back_off();
  omrt_mode_lock((const void *)s);
  while (*s <= 0) {
    struct omrt_object *o = object(s, OMRT_HERE);
    omrt_cur->served = OMRT_HERE;
    if (omrt_object_wait(o, &o->queue, OMRT_NEVER) == OMRT_INTERRUPTED) omrt_object_interrupted(false);
  }
  take(s, object(s, OMRT_HERE), true, OMRT_HERE);
  return 0;
}

OMRT_SERVED int pthread_spin_trylock(pthread_spinlock_t *s) {
  OMRT_UNLESS_ON_EVEN(pthread_spin_trylock, s);
  omrt_point(OMEN_EV_SPIN_LOCK, (const void *)s, 1);
  if (omrt_without_take((const void *)s, OMRT_HERE)) return 0;
  check(s, "locks a spinlock", OMRT_HERE);
  omrt_object_back_off();
  omrt_object_tried(*s > 0);
  if (*s <= 0) {
    omrt_spin((const void *)s, 0);
    return EBUSY;
  }
  take(s, object(s, OMRT_HERE), false, OMRT_HERE);
  return 0;
}

OMRT_SERVED int pthread_spin_unlock(pthread_spinlock_t *s) {
  OMRT_UNLESS_ON(pthread_spin_unlock, s);
  omrt_point(OMEN_EV_SPIN_UNLOCK, (const void *)s, 0);
  check(s, "unlocks a spinlock", OMRT_HERE);
  struct omrt_object *o = object(s, OMRT_HERE);
  if (omrt_without_give((const void *)s, &o->hold, OMRT_HERE)) return 0;
  if (o->hold.by != omrt_cur->id)
    omrt_misused(&(struct omrt_misuse){OMEN_DEFECT_UNLOCK_NOT_HELD, o->addr, o, NULL, OMRT_HERE},
                 "unlocks a spinlock that %s holds", o->hold.by < 0 ? "nobody" : "another thread");
  if (*s <= 0) omrt_object_order_unlock(o);
  *s = 1;
  omrt_order_gave(o, o->hold.by);
  omrt_object_released(o);
  omrt_wake_one(&o->queue);
  return 0;
}
