/* pthread_mutex_*: the served functions. */
#include "runtime/sync/mutex.h"
#include "runtime/sync/misuse.h"
#include "runtime/sync/real.h"
#include <errno.h>

enum { ROBUST = 16, CEILING = 64, KIND = 127, CEILING_SHIFT = 19, LOCK_BITS = (1 << CEILING_SHIFT) - 1 };
enum { INCONSISTENT = 0x7fffffff, MIN_CEILING = 1, MAX_CEILING = 99 }; /* SCHED_FIFO's priorities on Linux */

OMRT_SERVED int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attr) {
  OMRT_UNLESS_ON(pthread_mutex_init, m, attr);
  omrt_point(OMEN_EV_MUTEX_OTHER, m, 0);
  return omrt_mutex_init(m, attr ? *(const int *)attr : 0, OMRT_HERE);
}

OMRT_SERVED int pthread_mutex_destroy(pthread_mutex_t *m) {
  OMRT_UNLESS_ON(pthread_mutex_destroy, m);
  omrt_point(OMEN_EV_MUTEX_OTHER, m, 1);
  return omrt_mutex_destroy(m, OMRT_HERE);
}

OMRT_SERVED int pthread_mutex_lock(pthread_mutex_t *m) {
  OMRT_UNLESS_ON_EVEN(pthread_mutex_lock, m);
  omrt_point(OMEN_EV_MUTEX_LOCK, m, 0);
  return omrt_mutex_lock(m, OMRT_LOCK, NULL, OMRT_HERE);
}

OMRT_SERVED int pthread_mutex_trylock(pthread_mutex_t *m) {
  OMRT_UNLESS_ON_EVEN(pthread_mutex_trylock, m);
  omrt_point(OMEN_EV_MUTEX_TRYLOCK, m, 0);
  return omrt_mutex_lock(m, OMRT_LOCK_TRY, NULL, OMRT_HERE);
}

OMRT_SERVED int pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *abs) {
  OMRT_UNLESS_ON(pthread_mutex_timedlock, m, abs);
  omrt_cur->limited = true;
  omrt_point(OMEN_EV_MUTEX_LOCK, m, 0);
  return omrt_mutex_lock(m, OMRT_LOCK, &(struct omrt_limit){CLOCK_REALTIME, abs}, OMRT_HERE);
}

OMRT_SERVED int pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock, const struct timespec *abs) {
  OMRT_UNLESS_ON(pthread_mutex_clocklock, m, clock, abs);
  omrt_cur->limited = true;
  omrt_point(OMEN_EV_MUTEX_LOCK, m, 0);
  if (!omrt_valid_clock(clock)) return EINVAL;
  return omrt_mutex_lock(m, OMRT_LOCK, &(struct omrt_limit){clock, abs}, OMRT_HERE);
}

OMRT_SERVED int pthread_mutex_unlock(pthread_mutex_t *m) {
  OMRT_UNLESS_ON_EVEN(pthread_mutex_unlock, m);
  omrt_point(OMEN_EV_MUTEX_UNLOCK, m, 0);
  return omrt_mutex_unlock(m, false, OMRT_HERE);
}

OMRT_SERVED int pthread_mutex_consistent(pthread_mutex_t *m) {
  OMRT_UNLESS_ON(pthread_mutex_consistent, m);
  omrt_point(OMEN_EV_MUTEX_OTHER, m, 2);
  if (!(m->__data.__kind & ROBUST) || m->__data.__owner != INCONSISTENT) return EINVAL;
  m->__data.__owner = omrt_cur->tid;
  return 0;
}

OMRT_SERVED int pthread_mutex_getprioceiling(const pthread_mutex_t *m, int *ceiling) {
  OMRT_UNLESS_ON(pthread_mutex_getprioceiling, m, ceiling);
  if (!(m->__data.__kind & CEILING)) return EINVAL;
  *ceiling = (int)((unsigned)m->__data.__lock >> CEILING_SHIFT);
  return 0;
}

OMRT_SERVED int pthread_mutex_setprioceiling(pthread_mutex_t *m, int ceiling, int *old) {
  OMRT_UNLESS_ON(pthread_mutex_setprioceiling, m, ceiling, old);
  omrt_point(OMEN_EV_MUTEX_OTHER, m, 3);
  if (!(m->__data.__kind & CEILING) || ceiling < MIN_CEILING || ceiling > MAX_CEILING) return EINVAL;
  bool mine = m->__data.__owner == omrt_cur->tid;
  bool recursive = (m->__data.__kind & 3) == PTHREAD_MUTEX_RECURSIVE_NP;
  if (mine && (m->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK_NP) return EDEADLK;
  if (!(mine && recursive)) {
    int r = omrt_mutex_lock(m, OMRT_LOCK, NULL, OMRT_HERE);
    if (r) return r;
  }
  int *out = old;
  __asm__("" : "+r"(out)); /* declared nonnull; libc takes NULL all the same */
  if (out) *out = (int)((unsigned)m->__data.__lock >> CEILING_SHIFT);
  m->__data.__lock = (m->__data.__lock & LOCK_BITS) | ceiling << CEILING_SHIFT;
  return mine && recursive ? 0 : omrt_mutex_unlock(m, false, OMRT_HERE);
}

/* Second names that glibc exports, for binaries linked long ago. */
OMRT_ALIAS(__pthread_mutex_init, pthread_mutex_init);
OMRT_ALIAS(__pthread_mutex_destroy, pthread_mutex_destroy);
OMRT_ALIAS(__pthread_mutex_lock, pthread_mutex_lock);
OMRT_ALIAS(__pthread_mutex_trylock, pthread_mutex_trylock);
OMRT_ALIAS(__pthread_mutex_unlock, pthread_mutex_unlock);
extern int omrt_consistent_np(pthread_mutex_t *) __asm__("pthread_mutex_consistent_np")
    __attribute__((alias("pthread_mutex_consistent"), visibility("default")));
