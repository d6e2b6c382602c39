/* pthread_cond_*: the served functions. */
#include "runtime/sync/cond.h"
#include "runtime/sync/misuse.h"
#include "runtime/sync/real.h"
#include "runtime/sync/without.h"
#include <errno.h>
#include <string.h>

enum { ATTR_SHARED = 1, ATTR_CLOCK_SHIFT = 1, SHARED = 1, MONOTONIC = 2 };

OMRT_SERVED int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attr) {
  OMRT_UNLESS_ON(pthread_cond_init, c, attr);
  omrt_point(OMEN_EV_MUTEX_OTHER, c, 0);
  int bits = attr ? *(const int *)attr : 0;
  omrt_misused_init(OMRT_WAIT_COND, c, OMRT_HERE);
  memset(c, 0, sizeof *c);
  if (bits & ATTR_SHARED) c->__data.__wrefs |= SHARED;
  if (bits >> ATTR_CLOCK_SHIFT) c->__data.__wrefs |= MONOTONIC;
  omrt_object_init(OMRT_WAIT_COND, c, OMRT_HERE);
  return 0;
}

OMRT_SERVED int pthread_cond_destroy(pthread_cond_t *c) {
  OMRT_UNLESS_ON(pthread_cond_destroy, c);
  omrt_point(OMEN_EV_MUTEX_OTHER, c, 1);
  omrt_cond_destroy(c, OMRT_HERE);
  return 0;
}

OMRT_SERVED int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) {
  OMRT_UNLESS_ON(pthread_cond_wait, c, m);
  omrt_point(OMEN_EV_COND_WAIT, c, (uint64_t)m);
  return omrt_cond_wait(c, m, NULL, OMRT_HERE);
}

OMRT_SERVED int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *abs) {
  OMRT_UNLESS_ON(pthread_cond_timedwait, c, m, abs);
  omrt_point(OMEN_EV_COND_WAIT, c, (uint64_t)m);
  if (!omrt_valid_ns(abs)) return EINVAL;
  return omrt_cond_wait(c, m, &(struct omrt_limit){omrt_cond_clock(c), abs}, OMRT_HERE);
}

OMRT_SERVED int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock,
                                       const struct timespec *abs) {
  OMRT_UNLESS_ON(pthread_cond_clockwait, c, m, clock, abs);
  omrt_point(OMEN_EV_COND_WAIT, c, (uint64_t)m);
  if (!omrt_valid_ns(abs) || !omrt_valid_clock(clock)) return EINVAL;
  return omrt_cond_wait(c, m, &(struct omrt_limit){clock, abs}, OMRT_HERE);
}

OMRT_SERVED int pthread_cond_signal(pthread_cond_t *c) {
  OMRT_UNLESS_ON_EVEN(pthread_cond_signal, c);
  omrt_point(OMEN_EV_COND_SIGNAL, c, 0);
  omrt_cond_check(c, "signals a condition variable", OMRT_HERE);
  if (!omrt_without(OMRT_HERE)) omrt_cond_signal(c, false);
  return 0;
}

OMRT_SERVED int pthread_cond_broadcast(pthread_cond_t *c) {
  OMRT_UNLESS_ON_EVEN(pthread_cond_broadcast, c);
  omrt_point(OMEN_EV_COND_BROADCAST, c, 0);
  omrt_cond_check(c, "signals a condition variable", OMRT_HERE);
  if (!omrt_without(OMRT_HERE)) omrt_cond_signal(c, true);
  return 0;
}
