/* timerfd within the world of an exploration: see world.h. It runs by the world's own time: whoever waits for
 * a timer, in whatever call, gets its expiry as the end of its wait, and time jumps there when nobody can
 * run. What the recorded run set and read is known exactly, since a setting is recorded with its time. */
#include "runtime/world/answers.h"
#include "runtime/world/world.h"
#include "runtime/world/world_card.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>

/* Invariant: `at` is the first expiry that nobody has read, in ns of CLOCK_MONOTONIC; 0: not set. */
struct omrt_timer {
  struct omrt_timer *next;
  int clock;
  int64_t at, interval;
  uint64_t total; /* expiries that were read or set aside: with those since, an edge for epoll */
};
static struct omrt_timer *all;
static int64_t supposed; /* if not 0: what is asked is asked about that time */

static int64_t now(void) { return supposed ? supposed : omrt_world_time(CLOCK_MONOTONIC); }

static uint64_t expired(const struct omrt_timer *t) {
  if (!t->at || now() < t->at) return 0;
  return t->interval ? 1 + (uint64_t)((now() - t->at) / t->interval) : 1;
}

uint64_t omrt_timer_expired(const struct omrt_timer *t) { return expired(t); }
uint64_t omrt_timer_total(const struct omrt_timer *t) { return t->total + expired(t); }

static void use_up(struct omrt_timer *t, uint64_t n) {
  t->total += n;
  if (t->interval)
    t->at += (int64_t)n * t->interval;
  else
    t->at = 0;
}

/* ---- when a wait ends by time ---- */

static int64_t next_expiry(const struct omrt_timer *t) {
  if (!t->at || now() < t->at) return t->at ? t->at : OMRT_NEVER;
  return t->interval ? t->at + (int64_t)expired(t) * t->interval : OMRT_NEVER;
}

int64_t omrt_timers_until(bool (*ready)(void *), void *arg) {
  int64_t first = OMRT_NEVER;
  for (const struct omrt_timer *t = all; t; t = t->next) {
    int64_t then = next_expiry(t);
    if (then >= first) continue;
    supposed = then;
    if (ready(arg)) first = then;
    supposed = 0;
  }
  return first;
}

/* ---- calls ---- */

static int64_t create(const uint64_t a[6]) {
  bool known = a[0] == CLOCK_REALTIME || a[0] == CLOCK_MONOTONIC || a[0] == CLOCK_BOOTTIME ||
               a[0] == CLOCK_REALTIME_ALARM || a[0] == CLOCK_BOOTTIME_ALARM;
  if (!known || (a[1] & ~(uint64_t)(TFD_NONBLOCK | TFD_CLOEXEC))) return -EINVAL;
  struct omrt_desc *d = omrt_desc_new(OMRT_D_TIMER, O_RDWR | (int)a[1]); /* the same bits as O_... */
  d->timer = omrt_alloc(sizeof *d->timer);
  *d->timer = (struct omrt_timer){.next = all, .clock = (int)a[0]};
  all = d->timer;
  return omrt_desc_open(d, 0);
}

void omrt_timer_gone(struct omrt_desc *d) {
  for (struct omrt_timer **t = &all; *t; t = &(*t)->next)
    if (*t == d->timer) {
      *t = d->timer->next;
      break;
    }
  omrt_free(d->timer, sizeof *d->timer);
}

static struct timespec spec(int64_t ns) { return (struct timespec){ns / 1000000000, ns % 1000000000}; }

static void tell(const struct omrt_timer *t, struct itimerspec *out) {
  int64_t then = next_expiry(t);
  *out = (struct itimerspec){spec(t->interval), spec(then == OMRT_NEVER ? 0 : then - now())};
}

static bool bad(const struct timespec *ts) {
  return ts->tv_sec < 0 || ts->tv_nsec < 0 || ts->tv_nsec > 999999999;
}

/* Until then, from now; a time on the timer's own clock may be past, and then it has expired ever since. */
static int64_t delay(const struct omrt_timer *t, const struct timespec *value, bool absolute) {
  int64_t ns = omrt_timespec_ns(value);
  if (ns > OMRT_NEVER / 4) ns = OMRT_NEVER / 4;
  return absolute ? ns - omrt_world_time(t->clock) : ns;
}

static int64_t set(struct omrt_desc *d, const uint64_t a[6]) {
  const struct itimerspec *to = (void *)a[2];
  struct omrt_timer *t = d->timer;
  if (a[1] & ~(uint64_t)(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)) return -EINVAL;
  if (!omrt_readable(to, sizeof *to)) return -EFAULT;
  if (bad(&to->it_value) || bad(&to->it_interval)) return -EINVAL;
  struct itimerspec copy = *to;
  if (a[3] && !omrt_writable((void *)a[3], sizeof copy)) return -EFAULT;
  if (a[3]) tell(t, (void *)a[3]);
  t->total += expired(t);
  t->at = 0;
  t->interval = omrt_timespec_ns(&copy.it_interval);
  if (omrt_timespec_ns(&copy.it_value)) {
    int64_t at = now() + delay(t, &copy.it_value, a[1] & TFD_TIMER_ABSTIME);
    t->at = at > 0 ? at : 1;
  }
  omrt_world_changed();
  return 0;
}

static int64_t find(uint64_t fd, struct omrt_desc **out) {
  *out = omrt_desc_at(fd);
  return !*out ? -EBADF : (*out)->kind != OMRT_D_TIMER ? -EINVAL : 0;
}

OMRT_ANSWER(timerfd_create) { return create(a); }
OMRT_ANSWER(timerfd_settime) {
  struct omrt_desc *d;
  int64_t bad = find(a[0], &d);
  return bad ? bad : set(d, a);
}
OMRT_ANSWER(timerfd_gettime) {
  struct omrt_desc *d;
  int64_t bad = find(a[0], &d);
  if (bad) return bad;
  if (!omrt_writable((void *)a[1], sizeof(struct itimerspec))) return -EFAULT;
  tell(d->timer, (void *)a[1]);
  return 0;
}

static bool is_due(void *t) { return expired(t); }

int64_t omrt_timer_read(struct omrt_desc *d, const struct iovec *iov, int n) {
  if (omrt_iov_len(iov, n) < 8) return -EINVAL;
  if (!expired(d->timer)) {
    if (d->flags & O_NONBLOCK) return -EAGAIN;
    int64_t failed = omrt_world_wait(is_due, d->timer, d, OMRT_NEVER, 0);
    if (failed) return failed;
  }
  uint64_t times = expired(d->timer);
  use_up(d->timer, times);
  omrt_iov_put(iov, n, 0, &times, 8);
  return 8;
}

void omrt_timer_saw_read(struct omrt_desc *d, const struct iovec *iov, int n) {
  uint64_t times = 0;
  omrt_iov_get(iov, n, 0, &times, 8);
  if (d->timer->at) use_up(d->timer, times);
}
