/* Absolute times given to the timed and clock forms. */
#ifndef OMRT_SYNC_TIMED_H
#define OMRT_SYNC_TIMED_H
#include "runtime/sched/sched.h"
#include <time.h>

static inline bool omrt_valid_ns(const struct timespec *t) {
  return t->tv_nsec >= 0 && t->tv_nsec < 1000000000;
}
/* The clocks that glibc takes in pthread_*clock*. */
static inline bool omrt_valid_clock(clockid_t c) { return c == CLOCK_REALTIME || c == CLOCK_MONOTONIC; }

/* A time limit of an operation; abs NULL: none. */
struct omrt_limit {
  clockid_t clock;
  const struct timespec *abs;
};
static inline int64_t omrt_limit_deadline(const struct omrt_limit *l) {
  return l && l->abs ? omrt_deadline(l->clock, l->abs) : OMRT_NEVER;
}
#endif
