/* Waiting for signals: sigwait and its kin, and calls that wait with a mask of their own. */
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/syscall/signals.h"
#include "runtime/syscall/syscall.h"
#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>

OMEN_CALL(sigpending) {
  if (a[0]) *(uint64_t *)a[0] = omen_signal_pending() & omen_cur->sig->mask;
  return 0;
}

static void wait_signal(int64_t deadline) {
  struct omen_pollset outside = {0};
  omen_cur->poll = &outside;
  omen_wait(NULL, OMEN_WAIT_SIGWAIT, NULL, deadline, true);
  omen_cur->poll = NULL;
}

static void wait_wanted(uint64_t set, int64_t deadline) {
  omen_cur->sig->wanted = set;
  wait_signal(deadline);
  omen_cur->sig->wanted = 0;
}

bool omen_signal_await(uint64_t mask) {
  if (!omen_signal_due(omen_cur)) wait_wanted(mask, OMEN_NEVER);
  return !omen_signal_due(omen_cur) || (omen_signal_pending() & mask) || omen_signal_restart();
}

OMEN_CALL(sigtimedwait) {
  uint64_t set = *(uint64_t *)a[0];
  const struct timespec *ts = (void *)a[2];
  int64_t deadline = ts ? omen_time(CLOCK_MONOTONIC) + omen_timespec_ns(ts) : OMEN_NEVER;
  for (bool once = true;; once = false) {
    struct omen_siginfo info;
    int sig = omen_signal_take(set, &info);
    if (sig) {
      if (a[1]) *(siginfo_t *)a[1] = omen_siginfo_full(sig, &info);
      return sig;
    }
    if (omen_signal_due(omen_cur)) {
      omen_interrupt_point();
      return -EINTR;
    }
    if (ts && (!once || (!ts->tv_sec && !ts->tv_nsec))) return -EAGAIN;
    wait_wanted(set, deadline);
  }
}

static int64_t wait_handler(void) {
  while (!omen_signal_due(omen_cur)) wait_signal(OMEN_NEVER);
  omen_interrupt_point();
  return -EINTR;
}

OMEN_CALL(sigsuspend) {
  struct omen_sigmask m = omen_signal_mask(a[0], 8);
  int64_t ret = wait_handler();
  omen_signal_unmask(&m, ret);
  return ret;
}
OMEN_CALL(pause) { return wait_handler(); }

struct omen_sigmask omen_signal_mask(uint64_t set, uint64_t size) {
  struct omen_sigstate *s = omen_cur->sig;
  struct omen_sigmask m = {s->mask, set && size == 8 && omen_page_readable(set)};
  if (m.set) {
    memcpy(&s->mask, (void *)set, 8);
    s->mask &= ~(OMEN_SIGBIT(SIGKILL) | OMEN_SIGBIT(SIGSTOP));
  }
  return m;
}
void omen_signal_unmask(const struct omen_sigmask *m, int64_t ret) {
  if (!m->set) return;
  if (ret == -EINTR && omen_signal_due(omen_cur)) omen_interrupt_point(); /* under the call's own mask */
  omen_cur->sig->mask = m->before;
}
