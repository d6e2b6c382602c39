/* Absolute times given to the timed and clock forms. */
#ifndef OMEN_SYNC_TIMED_H
#define OMEN_SYNC_TIMED_H
#include "runtime/sched/sched.h"
#include <time.h>

static inline bool omen_valid_ns(const struct timespec *t) {
  return t->tv_nsec >= 0 && t->tv_nsec < 1000000000;
}
/* The clocks that glibc takes in pthread_*clock*. */
static inline bool omen_valid_clock(clockid_t c) { return c == CLOCK_REALTIME || c == CLOCK_MONOTONIC; }

/* A time limit of an operation; abs NULL: none. */
struct omen_limit {
  clockid_t clock;
  const struct timespec *abs;
};
static inline int64_t omen_limit_deadline(const struct omen_limit *l) {
  return l && l->abs ? omen_deadline(l->clock, l->abs) : OMEN_NEVER;
}
#endif
