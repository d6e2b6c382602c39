/* Other processes. A forked child leaves control: it runs natively, with the one thread that forked, and what
 * it does comes back as input. exec of the program itself ends the recording. */
#include "runtime/end.h"
#include "runtime/explore/explore.h"
#include "runtime/log.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/syscall/site.h"
#include "runtime/syscall/syscall.h"
#include <errno.h>
#include <linux/sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

OMEN_CALL(fork) {
  if (omen_contained) return omen_explore_fork(nr, a);
  if (omen_replaying) return omen_call_recorded(nr, a, "");
  uint64_t flags = nr == SYS_clone ? a[0] : SIGCHLD;
  uint64_t keep = flags & (CSIGNAL | CLONE_PARENT_SETTID | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID);
  omen_out_flush(&omen_outcome);
  /* A signal may come before the child is itself: not to the runtime's handlers. */
  const uint64_t every = ~0ull;
  uint64_t mask;
  OMEN_SYS4(SYS_rt_sigprocmask, SIG_SETMASK, &every, &mask, 8);
  long pid = omen_sys(SYS_clone, (long)keep, 0, (long)a[2], (long)a[3], 0, 0);
  if (pid != 0)
    OMEN_SYS4(SYS_rt_sigprocmask, SIG_SETMASK, &mask, 0, 8);
  else {
    omen_on = false; /* dispatch is not inherited */
    omen_sites_on = 0;
    omen_log_child();
    omen_signal_leave();
    if (nr == SYS_clone && a[1]) frame->rsp = a[1];
    return 0;
  }
  omen_log_call(nr, a[0], pid, NULL, 0);
  return pid;
}

OMEN_CALL(exec) {
  if (omen_replaying) {
    int64_t ret = omen_log_call_replay(nr);
    if (ret == 0) omen_end_exit(0);
    return ret;
  }
  if (omen_contained) {
    omen_explore_effect(nr, a);
    omen_end_exit(0);
  }
  /* What can be known before: does it exist? Then the recording ends here. */
  const char *path = (const char *)(nr == SYS_execve ? a[0] : a[1]);
  if (nr == SYS_execve) {
    long bad = OMEN_SYS2(SYS_access, path, 1);
    if (bad) return omen_call_result(nr, a[0], bad);
  }
  omen_log_call(nr, a[0], 0, NULL, 0);
  omen_out_printf(&omen_outcome, "note the program replaced itself by %s: recorded up to there\nend exit 0\n",
                  path);
  omen_log_finish();
  omen_out_flush(&omen_outcome);
  omen_signal_leave();
  return omen_sys(nr, (long)a[0], (long)a[1], (long)a[2], (long)a[3], (long)a[4], 0);
}

/* Waits for a child as scheduling: asks without waiting, again and again. */
static int64_t wait_child(int nr, const uint64_t a[6], int option_arg, int64_t (*look)(const uint64_t a[6]),
                          const struct omen_piece *pieces, int n) {
  for (;;) {
    if (omen_contained) return omen_explore_wait(nr, a);
    int64_t ret = omen_replaying ? 0 : look(a);
    if (omen_call_done(ret != 0 || (a[option_arg] & WNOHANG))) {
      if (omen_replaying) return omen_log_call_replay(nr);
      if (ret == INT64_MAX) ret = 0; /* waitid found one */
      omen_log_call(nr, a[0], ret, pieces, ret >= 0 ? n : 0);
      return ret;
    }
    struct omen_pollset set = {.retry = true};
    enum omen_waited w = omen_wait_outside(&set, OMEN_WAIT_CHILD, NULL, OMEN_NEVER);
    if (w == OMEN_INTERRUPTED && !omen_signal_restart()) return -EINTR;
  }
}

static int64_t look_wait4(const uint64_t a[6]) {
  return OMEN_SYS4(SYS_wait4, a[0], a[1], a[2] | WNOHANG, a[3]);
}
static int64_t look_waitid(const uint64_t a[6]) {
  siginfo_t *info = (void *)a[2];
  if (info) info->si_pid = 0;
  int64_t ret =
      omen_sys(SYS_waitid, (long)a[0], (long)a[1], (long)a[2], (long)(a[3] | WNOHANG), (long)a[4], 0);
  if (ret < 0) return ret;
  return !info || info->si_pid ? INT64_MAX : 0;
}

OMEN_CALL(wait4) {
  struct omen_piece out[2];
  int n = 0;
  if (a[1]) out[n++] = (struct omen_piece){(void *)a[1], 4};
  if (a[3]) out[n++] = (struct omen_piece){(void *)a[3], sizeof(struct rusage)};
  return wait_child(nr, a, 2, look_wait4, out, n);
}
OMEN_CALL(waitid) {
  struct omen_piece out[2];
  int n = 0;
  if (a[2]) out[n++] = (struct omen_piece){(void *)a[2], sizeof(siginfo_t)};
  if (a[4]) out[n++] = (struct omen_piece){(void *)a[4], sizeof(struct rusage)};
  return wait_child(nr, a, 3, look_waitid, out, n);
}
