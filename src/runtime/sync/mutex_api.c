/* pthread_mutex_*: the served functions. */
#include "runtime/sync/mutex.h"
#include "runtime/sync/misuse.h"
#include "runtime/sync/real.h"
#include <errno.h>

enum { ROBUST = 16, CEILING = 64, KIND = 127, CEILING_SHIFT = 19, LOCK_BITS = (1 << CEILING_SHIFT) - 1 };
enum { INCONSISTENT = 0x7fffffff, MIN_CEILING = 1, MAX_CEILING = 99 }; /* SCHED_FIFO's priorities on Linux */

OMEN_SERVED int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attr) {
  OMEN_UNLESS_ON(pthread_mutex_init, m, attr);
  omen_point(OMEN_EV_MUTEX_OTHER, m, 0);
  return omen_mutex_init(m, attr ? *(const int *)attr : 0, OMEN_HERE);
}

OMEN_SERVED int pthread_mutex_destroy(pthread_mutex_t *m) {
  OMEN_UNLESS_ON(pthread_mutex_destroy, m);
  omen_point(OMEN_EV_MUTEX_OTHER, m, 1);
  return omen_mutex_destroy(m, OMEN_HERE);
}

OMEN_SERVED int pthread_mutex_lock(pthread_mutex_t *m) {
  OMEN_UNLESS_ON(pthread_mutex_lock, m);
  omen_point(OMEN_EV_MUTEX_LOCK, m, 0);
  return omen_mutex_lock(m, OMEN_LOCK, NULL, OMEN_HERE);
}

OMEN_SERVED int pthread_mutex_trylock(pthread_mutex_t *m) {
  OMEN_UNLESS_ON(pthread_mutex_trylock, m);
  omen_point(OMEN_EV_MUTEX_TRYLOCK, m, 0);
  return omen_mutex_lock(m, OMEN_LOCK_TRY, NULL, OMEN_HERE);
}

OMEN_SERVED int pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *abs) {
  OMEN_UNLESS_ON(pthread_mutex_timedlock, m, abs);
  omen_point(OMEN_EV_MUTEX_LOCK, m, 0);
  return omen_mutex_lock(m, OMEN_LOCK, &(struct omen_limit){CLOCK_REALTIME, abs}, OMEN_HERE);
}

OMEN_SERVED int pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock, const struct timespec *abs) {
  OMEN_UNLESS_ON(pthread_mutex_clocklock, m, clock, abs);
  omen_point(OMEN_EV_MUTEX_LOCK, m, 0);
  if (!omen_valid_clock(clock)) return EINVAL;
  return omen_mutex_lock(m, OMEN_LOCK, &(struct omen_limit){clock, abs}, OMEN_HERE);
}

OMEN_SERVED int pthread_mutex_unlock(pthread_mutex_t *m) {
  OMEN_UNLESS_ON(pthread_mutex_unlock, m);
  omen_point(OMEN_EV_MUTEX_UNLOCK, m, 0);
  return omen_mutex_unlock(m, false, OMEN_HERE);
}

OMEN_SERVED int pthread_mutex_consistent(pthread_mutex_t *m) {
  OMEN_UNLESS_ON(pthread_mutex_consistent, m);
  omen_point(OMEN_EV_MUTEX_OTHER, m, 2);
  if (!(m->__data.__kind & ROBUST) || m->__data.__owner != INCONSISTENT) return EINVAL;
  m->__data.__owner = omen_cur->tid;
  return 0;
}

OMEN_SERVED int pthread_mutex_getprioceiling(const pthread_mutex_t *m, int *ceiling) {
  OMEN_UNLESS_ON(pthread_mutex_getprioceiling, m, ceiling);
  if (!(m->__data.__kind & CEILING)) return EINVAL;
  *ceiling = (int)((unsigned)m->__data.__lock >> CEILING_SHIFT);
  return 0;
}

OMEN_SERVED int pthread_mutex_setprioceiling(pthread_mutex_t *m, int ceiling, int *old) {
  OMEN_UNLESS_ON(pthread_mutex_setprioceiling, m, ceiling, old);
  omen_point(OMEN_EV_MUTEX_OTHER, m, 3);
  if (!(m->__data.__kind & CEILING) || ceiling < MIN_CEILING || ceiling > MAX_CEILING) return EINVAL;
  bool mine = m->__data.__owner == omen_cur->tid;
  bool recursive = (m->__data.__kind & 3) == PTHREAD_MUTEX_RECURSIVE_NP;
  if (mine && (m->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK_NP) return EDEADLK;
  if (!(mine && recursive)) {
    int r = omen_mutex_lock(m, OMEN_LOCK, NULL, OMEN_HERE);
    if (r) return r;
  }
  int *out = old;
  __asm__("" : "+r"(out)); /* declared nonnull; libc takes NULL all the same */
  if (out) *out = (int)((unsigned)m->__data.__lock >> CEILING_SHIFT);
  m->__data.__lock = (m->__data.__lock & LOCK_BITS) | ceiling << CEILING_SHIFT;
  return mine && recursive ? 0 : omen_mutex_unlock(m, false, OMEN_HERE);
}

/* Second names that glibc exports, for binaries linked long ago. */
OMEN_ALIAS(__pthread_mutex_init, pthread_mutex_init);
OMEN_ALIAS(__pthread_mutex_destroy, pthread_mutex_destroy);
OMEN_ALIAS(__pthread_mutex_lock, pthread_mutex_lock);
OMEN_ALIAS(__pthread_mutex_trylock, pthread_mutex_trylock);
OMEN_ALIAS(__pthread_mutex_unlock, pthread_mutex_unlock);
extern int omen_consistent_np(pthread_mutex_t *) __asm__("pthread_mutex_consistent_np")
    __attribute__((alias("pthread_mutex_consistent"), visibility("default")));
