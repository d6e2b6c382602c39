/* pthread_spin_*: 1 is free, anything less is held, as glibc has it on x86-64 (so zeroed memory is a held
 * lock there too). Who finds it held waits in a queue instead of turning. */
#include "runtime/explore/circle.h"
#include "runtime/sync/misuse.h"
#include "runtime/sync/order.h"
#include "runtime/sync/real.h"
#include "runtime/sync/without.h"
#include <errno.h>

static void take(pthread_spinlock_t *s, struct omen_object *o, bool waits, const void *frame) {
  *s = 0;
  omen_object_held(o, frame);
  omen_object_order_lock(o);
  omen_order_took(o, false, waits);
}

static void check(pthread_spinlock_t *s, const char *what, const void *frame) {
  if (__builtin_expect(omen_object_grave(OMEN_WAIT_SPIN, (const void *)s) != NULL, 0))
    omen_misused_destroyed(OMEN_WAIT_SPIN, (const void *)s, what, frame);
}

static struct omen_object *object(pthread_spinlock_t *s, const void *frame) {
  return omen_object_get(OMEN_WAIT_SPIN, (const void *)s, frame);
}

OMEN_SERVED int pthread_spin_init(pthread_spinlock_t *s, int shared) {
  OMEN_UNLESS_ON(pthread_spin_init, s, shared);
  omen_point(OMEN_EV_MUTEX_OTHER, (const void *)s, 0);
  omen_misused_init(OMEN_WAIT_SPIN, (const void *)s, OMEN_HERE);
  *s = 1;
  omen_object_init(OMEN_WAIT_SPIN, (const void *)s, OMEN_HERE);
  return 0;
}

OMEN_SERVED int pthread_spin_destroy(pthread_spinlock_t *s) {
  OMEN_UNLESS_ON(pthread_spin_destroy, s);
  omen_point(OMEN_EV_MUTEX_OTHER, (const void *)s, 1);
  check(s, "destroys a spinlock", OMEN_HERE);
  omen_misused_destroy(OMEN_WAIT_SPIN, (const void *)s, OMEN_HERE);
  omen_object_destroy(object(s, OMEN_HERE), OMEN_HERE);
  return 0;
}

OMEN_SERVED int pthread_spin_lock(pthread_spinlock_t *s) {
  OMEN_UNLESS_ON(pthread_spin_lock, s);
  omen_point(OMEN_EV_SPIN_LOCK, (const void *)s, 0);
  if (omen_without_take((const void *)s, OMEN_HERE)) return 0;
  check(s, "locks a spinlock", OMEN_HERE);
  omen_object_back_off();
  omen_circle_lock((const void *)s);
  while (*s <= 0) {
    struct omen_object *o = object(s, OMEN_HERE);
    omen_cur->served = OMEN_HERE;
    if (omen_object_wait(o, &o->queue, OMEN_NEVER) == OMEN_INTERRUPTED) omen_object_interrupted(false);
  }
  take(s, object(s, OMEN_HERE), true, OMEN_HERE);
  return 0;
}

OMEN_SERVED int pthread_spin_trylock(pthread_spinlock_t *s) {
  OMEN_UNLESS_ON(pthread_spin_trylock, s);
  omen_point(OMEN_EV_SPIN_LOCK, (const void *)s, 1);
  if (omen_without_take((const void *)s, OMEN_HERE)) return 0;
  check(s, "locks a spinlock", OMEN_HERE);
  omen_object_back_off();
  omen_object_tried(*s > 0);
  if (*s <= 0) {
    omen_spin((const void *)s, 0);
    return EBUSY;
  }
  take(s, object(s, OMEN_HERE), false, OMEN_HERE);
  return 0;
}

OMEN_SERVED int pthread_spin_unlock(pthread_spinlock_t *s) {
  OMEN_UNLESS_ON(pthread_spin_unlock, s);
  omen_point(OMEN_EV_SPIN_UNLOCK, (const void *)s, 0);
  check(s, "unlocks a spinlock", OMEN_HERE);
  struct omen_object *o = object(s, OMEN_HERE);
  if (omen_without_give((const void *)s, &o->hold, OMEN_HERE)) return 0;
  if (o->hold.by != omen_cur->id)
    omen_misused(&(struct omen_misuse){OMEN_DEFECT_UNLOCK_NOT_HELD, o->addr, o, NULL, OMEN_HERE},
                 "unlocks a spinlock that %s holds", o->hold.by < 0 ? "nobody" : "another thread");
  if (*s <= 0) omen_object_order_unlock(o);
  *s = 1;
  omen_order_gave(o, o->hold.by);
  omen_object_released(o);
  omen_wake_one(&o->queue);
  return 0;
}
