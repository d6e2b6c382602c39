/* Waiting for signals: sigwait and its kin, and calls that wait with a mask of their own. */
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/syscall/signals.h"
#include "runtime/syscall/syscall.h"
#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>

OMRT_CALL(sigpending) {
  if (a[0]) *(uint64_t *)a[0] = omrt_signal_pending() & omrt_cur->sig->mask;
  return 0;
}

static void wait_signal(int64_t deadline) {
  struct omrt_pollset outside = {0};
  omrt_cur->poll = &outside;
  omrt_wait(NULL, OMRT_WAIT_SIGWAIT, NULL, deadline, true);
  omrt_cur->poll = NULL;
}

static void wait_wanted(uint64_t set, int64_t deadline) {
  omrt_cur->sig->wanted = set;
  wait_signal(deadline);
  omrt_cur->sig->wanted = 0;
}

bool omrt_signal_await(uint64_t mask) {
  if (!omrt_signal_due(omrt_cur)) wait_wanted(mask, OMRT_NEVER);
  return !omrt_signal_due(omrt_cur) || (omrt_signal_pending() & mask) || omrt_signal_restart();
}

OMRT_CALL(sigtimedwait) {
  uint64_t set = *(uint64_t *)a[0];
  const struct timespec *ts = (void *)a[2];
  int64_t deadline = ts ? omrt_time(CLOCK_MONOTONIC) + omrt_timespec_ns(ts) : OMRT_NEVER;
  for (bool once = true;; once = false) {
    struct omrt_siginfo info;
    int sig = omrt_signal_take(set, &info);
    if (sig) {
      if (a[1]) *(siginfo_t *)a[1] = omrt_siginfo_full(sig, &info);
      return sig;
    }
    if (omrt_signal_due(omrt_cur)) {
      omrt_interrupt_point();
      return -EINTR;
    }
    if (ts && (!once || (!ts->tv_sec && !ts->tv_nsec))) return -EAGAIN;
    wait_wanted(set, deadline);
  }
}

static int64_t wait_handler(void) {
  while (!omrt_signal_due(omrt_cur)) wait_signal(OMRT_NEVER);
  omrt_interrupt_point();
  return -EINTR;
}

OMRT_CALL(sigsuspend) {
  struct omrt_sigmask m = omrt_signal_mask(a[0], 8);
  int64_t ret = wait_handler();
  omrt_signal_unmask(&m, ret);
  return ret;
}
OMRT_CALL(pause) { return wait_handler(); }

struct omrt_sigmask omrt_signal_mask(uint64_t set, uint64_t size) {
  struct omrt_sigstate *s = omrt_cur->sig;
  struct omrt_sigmask m = {s->mask, set && size == 8 && omrt_page_readable(set)};
  if (m.set) {
    memcpy(&s->mask, (void *)set, 8);
    s->mask &= ~(OMRT_SIGBIT(SIGKILL) | OMRT_SIGBIT(SIGSTOP));
  }
  return m;
}
void omrt_signal_unmask(const struct omrt_sigmask *m, int64_t ret) {
  if (!m->set) return;
  if (ret == -EINTR && omrt_signal_due(omrt_cur)) omrt_interrupt_point(); /* under the call's own mask */
  omrt_cur->sig->mask = m->before;
}
