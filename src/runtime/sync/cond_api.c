/* pthread_cond_*: the served functions. */
#include "runtime/sync/cond.h"
#include "runtime/sync/misuse.h"
#include "runtime/sync/real.h"
#include "runtime/sync/without.h"
#include <errno.h>
#include <string.h>

enum { ATTR_SHARED = 1, ATTR_CLOCK_SHIFT = 1, SHARED = 1, MONOTONIC = 2 };

OMEN_SERVED int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attr) {
  OMEN_UNLESS_ON(pthread_cond_init, c, attr);
  omen_point(OMEN_EV_MUTEX_OTHER, c, 0);
  int bits = attr ? *(const int *)attr : 0;
  omen_misused_init(OMEN_WAIT_COND, c, OMEN_HERE);
  memset(c, 0, sizeof *c);
  if (bits & ATTR_SHARED) c->__data.__wrefs |= SHARED;
  if (bits >> ATTR_CLOCK_SHIFT) c->__data.__wrefs |= MONOTONIC;
  omen_object_init(OMEN_WAIT_COND, c, OMEN_HERE);
  return 0;
}

OMEN_SERVED int pthread_cond_destroy(pthread_cond_t *c) {
  OMEN_UNLESS_ON(pthread_cond_destroy, c);
  omen_point(OMEN_EV_MUTEX_OTHER, c, 1);
  omen_cond_destroy(c, OMEN_HERE);
  return 0;
}

OMEN_SERVED int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) {
  OMEN_UNLESS_ON(pthread_cond_wait, c, m);
  omen_point(OMEN_EV_COND_WAIT, c, (uint64_t)m);
  return omen_cond_wait(c, m, NULL, OMEN_HERE);
}

OMEN_SERVED int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *abs) {
  OMEN_UNLESS_ON(pthread_cond_timedwait, c, m, abs);
  omen_point(OMEN_EV_COND_WAIT, c, (uint64_t)m);
  if (!omen_valid_ns(abs)) return EINVAL;
  return omen_cond_wait(c, m, &(struct omen_limit){omen_cond_clock(c), abs}, OMEN_HERE);
}

OMEN_SERVED int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock,
                                       const struct timespec *abs) {
  OMEN_UNLESS_ON(pthread_cond_clockwait, c, m, clock, abs);
  omen_point(OMEN_EV_COND_WAIT, c, (uint64_t)m);
  if (!omen_valid_ns(abs) || !omen_valid_clock(clock)) return EINVAL;
  return omen_cond_wait(c, m, &(struct omen_limit){clock, abs}, OMEN_HERE);
}

OMEN_SERVED int pthread_cond_signal(pthread_cond_t *c) {
  OMEN_UNLESS_ON(pthread_cond_signal, c);
  omen_point(OMEN_EV_COND_SIGNAL, c, 0);
  omen_cond_check(c, "signals a condition variable", OMEN_HERE);
  if (!omen_without(OMEN_HERE)) omen_cond_signal(c, false);
  return 0;
}

OMEN_SERVED int pthread_cond_broadcast(pthread_cond_t *c) {
  OMEN_UNLESS_ON(pthread_cond_broadcast, c);
  omen_point(OMEN_EV_COND_BROADCAST, c, 0);
  omen_cond_check(c, "signals a condition variable", OMEN_HERE);
  if (!omen_without(OMEN_HERE)) omen_cond_signal(c, true);
  return 0;
}
