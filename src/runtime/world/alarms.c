/* Timers that send signals, in a contained run (contained.h): alarm, setitimer(ITIMER_REAL), timer_create.
 * They run by the world's time, which is what every clock shows: the signal is sent at the next look at the
 * time, and time jumps to it when nobody can run. Timers of processor time never expire: the program uses
 * none. */
#include "runtime/world/contained.h"
#include "runtime/world/answers.h"
#include "runtime/world/world.h"
#include "runtime/world/world_card.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/syscall/signals.h"
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

enum { ALARM = 0, MOST = 64 }; /* ALARM: the process's own; the others are timer_create's */
static struct alarm {
  bool used;
  int sig; /* 0: none is sent */
  int clock;
  int64_t value;        /* for the receiver */
  int64_t at, interval; /* ns of CLOCK_MONOTONIC; at 0: not set */
} alarms[MOST] = {[ALARM] = {.used = true, .sig = SIGALRM, .clock = CLOCK_REALTIME}};

static int64_t now(void) { return omrt_world_time(CLOCK_MONOTONIC); }

int64_t omrt_alarms_first(void) {
  int64_t first = OMRT_NEVER;
  for (int i = 0; i < MOST; i++)
    if (alarms[i].at && alarms[i].at < first) first = alarms[i].at;
  return first;
}

/* Whoever could still be interrupted counts as somebody who waits: then time is looked at. */
static void set_at(struct alarm *a, int64_t at) {
  omrt_outside_waiters += (at != 0) - (a->at != 0);
  a->at = at;
}

void omrt_alarms_look(void) {
  for (int i = 0; i < MOST; i++) {
    struct alarm *a = &alarms[i];
    if (!a->at || a->at > now()) continue;
    set_at(a, a->interval ? a->at + ((now() - a->at) / a->interval + 1) * a->interval : 0);
    struct omrt_siginfo told = {{SI_KERNEL}};
    if (i != ALARM) told = (struct omrt_siginfo){{SI_TIMER, i, a->value}};
    if (a->sig) omrt_signal_send(a->sig, &told);
  }
}

static int64_t left(const struct alarm *a) {
  if (!a->at) return 0;
  return a->at > now() ? a->at - now() : 1;
}

/* ---- alarm, setitimer ---- */

static int64_t ns_of(struct timeval t) { return t.tv_sec * 1000000000ll + t.tv_usec * 1000; }
static struct timeval timeval_of(int64_t ns) {
  return (struct timeval){ns / 1000000000, ns % 1000000000 / 1000};
}
static bool valid(struct timeval t) { return t.tv_sec >= 0 && t.tv_usec >= 0 && t.tv_usec < 1000000; }

static int64_t alarm_call(uint64_t seconds) {
  struct alarm *a = &alarms[ALARM];
  int64_t before = left(a);
  set_at(a, seconds ? now() + (int64_t)(uint32_t)seconds * 1000000000 : 0);
  a->interval = 0;
  return before ? (before + 999999999) / 1000000000 : 0;
}

static int64_t give_interval(uint64_t to, struct alarm *a) {
  if (!to) return 0;
  if (!omrt_writable((void *)to, sizeof(struct itimerval))) return -EFAULT;
  *(struct itimerval *)to = (struct itimerval){timeval_of(a->interval), timeval_of(left(a))};
  return 0;
}

static int64_t set_interval(const uint64_t a[6]) {
  static struct alarm never; /* of processor time */
  struct alarm *to = a[0] == ITIMER_REAL ? &alarms[ALARM] : &never;
  const struct itimerval *v = (void *)a[1];
  if (a[0] > ITIMER_PROF) return -EINVAL;
  if (v && !omrt_readable(v, sizeof *v)) return -EFAULT;
  struct itimerval set = v ? *v : (struct itimerval){0}; /* may be where the old one goes */
  if (!valid(set.it_value) || !valid(set.it_interval)) return -EINVAL;
  int64_t bad = give_interval(a[2], to);
  if (bad || to == &never) return bad;
  set_at(to, ns_of(set.it_value) ? now() + ns_of(set.it_value) : 0);
  to->interval = ns_of(set.it_interval);
  return 0;
}

/* ---- timer_create and its kin ---- */

static int64_t create(const uint64_t a[6]) {
  const struct sigevent *how = (void *)a[1];
  int i = ALARM + 1, *id = (void *)a[2];
  while (i < MOST && alarms[i].used) i++;
  if (i == MOST) return -EAGAIN;
  if (!omrt_readable(id, sizeof *id) || (how && !omrt_readable(how, sizeof *how))) return -EFAULT;
  int sig = !how ? SIGALRM : how->sigev_notify == SIGEV_NONE ? 0 : how->sigev_signo;
  if (sig < 0 || sig > OMRT_SIGNALS) return -EINVAL;
  alarms[i] = (struct alarm){.used = true, .sig = sig, .clock = (int)a[0], .value = i};
  if (how) memcpy(&alarms[i].value, &how->sigev_value, sizeof how->sigev_value);
  *id = i;
  return 0;
}

static struct alarm *timer_of(uint64_t id) {
  return id > ALARM && id < MOST && alarms[id].used ? &alarms[id] : NULL;
}

static int64_t give_timer(uint64_t to, struct alarm *t) {
  struct timespec each = {t->interval / 1000000000, t->interval % 1000000000};
  struct timespec rest = {left(t) / 1000000000, left(t) % 1000000000};
  if (!to) return 0;
  if (!omrt_writable((void *)to, sizeof(struct itimerspec))) return -EFAULT;
  *(struct itimerspec *)to = (struct itimerspec){each, rest};
  return 0;
}

static int64_t set_timer(const uint64_t a[6]) {
  struct alarm *t = timer_of(a[0]);
  const struct itimerspec *v = (void *)a[2];
  if (!t) return -EINVAL;
  if (!omrt_readable(v, sizeof *v)) return -EFAULT;
  struct itimerspec set = *v;
  int64_t value = omrt_timespec_ns(&set.it_value), bad = give_timer(a[3], t);
  if (bad) return bad;
  if (value && (a[1] & TIMER_ABSTIME)) {
    int64_t at = omrt_world_time(t->clock);
    value = value > at ? value - at : 1;
  }
  set_at(t, value ? now() + value : 0);
  t->interval = omrt_timespec_ns(&set.it_interval);
  return 0;
}

static int64_t delete(uint64_t id) {
  struct alarm *t = timer_of(id);
  if (!t) return -EINVAL;
  set_at(t, 0);
  t->used = false;
  return 0;
}

/* Elsewhere the recording has the answer, or nobody. */
#define ALARM_ANSWER(name, result)                                                                           \
  OMRT_ANSWER(name) {                                                                                        \
    *served = omrt_of_contained();                                                                           \
    return *served ? (result) : 0;                                                                           \
  }
ALARM_ANSWER(alarm, alarm_call(a[0]))
ALARM_ANSWER(setitimer, set_interval(a))
ALARM_ANSWER(getitimer, a[0] > ITIMER_PROF ? -EINVAL : give_interval(a[1], &alarms[ALARM]))
ALARM_ANSWER(timer_create, create(a))
ALARM_ANSWER(timer_settime, set_timer(a))
ALARM_ANSWER(timer_gettime, timer_of(a[0]) ? give_timer(a[1], timer_of(a[0])) : -EINVAL)
ALARM_ANSWER(timer_getoverrun, timer_of(a[0]) ? 0 : -EINVAL)
ALARM_ANSWER(timer_delete, delete(a[0]))
