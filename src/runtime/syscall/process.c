/* Other processes. A forked child leaves control: it runs natively, with the one thread that forked, and what
 * it does comes back as input. exec of the program itself ends the recording. */
#include "runtime/end.h"
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/sync/children.h"
#include "runtime/syscall/child_output.h"
#include "runtime/syscall/site.h"
#include "runtime/syscall/syscall.h"
#include "runtime/outcome_write.h"
#include <errno.h>
#include <linux/sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

static uint64_t children, unshown;

static int64_t make_child(int nr, const uint64_t a[6], uint64_t flags, uint64_t stack,
                          struct omrt_frame *frame) {
  if (omrt_mode.world) return omrt_mode.world->call(nr, a, "");
  if (omrt_mode.by_log) return omrt_call_recorded(nr, a, "");
  uint64_t keep = flags & (CSIGNAL | CLONE_PARENT_SETTID | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID);
  omrt_out_flush(&omrt_outcome);
  omrt_child_output_expect();
  omrt_child_output_take();
  /* A signal may come before the child is itself: not to the runtime's handlers. */
  const uint64_t every = ~0ull;
  uint64_t mask;
  OMRT_SYS4(SYS_rt_sigprocmask, SIG_SETMASK, &every, &mask, 8);
  long pid = omrt_sys(SYS_clone, (long)keep, 0, (long)a[2], (long)a[3], 0, 0);
  if (pid != 0)
    OMRT_SYS4(SYS_rt_sigprocmask, SIG_SETMASK, &mask, 0, 8);
  else {
    omrt_on = false; /* dispatch is not inherited */
    omrt_sites_on = 0;
    omrt_log_child();
    omrt_child_output_begin();
    omrt_signal_leave();
    if (stack) frame->rsp = stack;
    return 0;
  }
  omrt_log_call(nr, a[0], pid, NULL, 0);
  return pid;
}

/* One that is made to become another program shares nothing for long. */
int64_t omrt_fork(int nr, const uint64_t a[6], uint64_t flags, uint64_t stack, struct omrt_frame *frame) {
  omrt_children_expect();
  int64_t pid = make_child(nr, a, flags, stack, frame);
  children += pid > 0;
  unshown += pid > 0 && !omrt_child_output_known();
  if (pid > 0 && !(flags & CLONE_VFORK)) omrt_children_add(pid);
  return pid;
}

bool omrt_process_forked(void) { return children; }

void omrt_process_report(void) {
  omrt_child_output_end();
  if (children) omrt_line_counter("children", children);
  if (unshown) omrt_line_counter("children_unshown", unshown);
}

OMRT_CALL(fork) { return omrt_fork(nr, a, SIGCHLD, 0, frame); }

/* Becomes the program whose path is argument `at`; `bad`: the kernel would refuse, as far as that can be
 * known. */
static int64_t exec(int nr, const uint64_t a[6], int at, long (*bad)(const char *path)) {
  const char *path = (const char *)a[at];
  if (omrt_mode.by_log) {
    int64_t ret = omrt_log_call_replay(nr);
    if (ret) return ret;
    omrt_end_replaced();
    omrt_end_now(0);
  }
  if (omrt_mode.world) {
    omrt_mode.world->effect(nr, a);
    omrt_end_replaced();
    omrt_end_now(0);
  }
  /* What can be known before: does it exist? Then the recording ends here. */
  long refused = bad ? bad(path) : 0;
  if (refused) return omrt_call_result(nr, a[0], refused);
  omrt_log_call(nr, a[0], 0, NULL, 0);
  omrt_note("the program replaced itself by %s: recorded up to there", path);
  omrt_end_replaced();
  omrt_signal_leave();
  long b[2] = {(long)a[0], (long)a[1]};
  if (omrt_is_own_name(path)) b[at] = (long)omrt_config->prog; /* the program, not its variant */
  return omrt_sys(nr, b[0], b[1], (long)a[2], (long)a[3], (long)a[4], 0);
}

static long not_there(const char *path) { return OMRT_SYS2(SYS_access, path, 1); }
OMRT_CALL(execve) { return exec(nr, a, 0, not_there); }
OMRT_CALL(execveat) { return exec(nr, a, 1, NULL); }

/* Waits for a child as scheduling: asks without waiting, again and again. */
static int64_t wait_child(int nr, const uint64_t a[6], int option_arg, int64_t (*look)(const uint64_t a[6]),
                          const struct omrt_piece *pieces, int n) {
  for (;;) {
    if (omrt_mode.world) return omrt_mode.world->call(nr, a, "");
    int64_t ret = omrt_mode.by_log ? 0 : look(a);
    if (omrt_call_done(ret != 0 || (a[option_arg] & WNOHANG))) {
      if (omrt_mode.by_log) return omrt_log_call_replay(nr);
      if (ret == INT64_MAX) ret = 0; /* waitid found one */
      omrt_log_call(nr, a[0], ret, pieces, ret >= 0 ? n : 0);
      return ret;
    }
    struct omrt_pollset set = {.retry = true};
    enum omrt_waited w = omrt_wait_outside(&set, OMRT_WAIT_CHILD, NULL, OMRT_NEVER);
    if (w == OMRT_INTERRUPTED && !omrt_signal_restart()) return -EINTR;
  }
}

static int64_t look_wait4(const uint64_t a[6]) {
  return OMRT_SYS4(SYS_wait4, a[0], a[1], a[2] | WNOHANG, a[3]);
}
static int64_t look_waitid(const uint64_t a[6]) {
  siginfo_t *info = (void *)a[2];
  if (info) info->si_pid = 0;
  int64_t ret =
      omrt_sys(SYS_waitid, (long)a[0], (long)a[1], (long)a[2], (long)(a[3] | WNOHANG), (long)a[4], 0);
  if (ret < 0) return ret;
  return !info || info->si_pid ? INT64_MAX : 0;
}

OMRT_CALL(wait4) {
  struct omrt_piece out[2];
  int n = 0;
  if (a[1]) out[n++] = (struct omrt_piece){(void *)a[1], 4};
  if (a[3]) out[n++] = (struct omrt_piece){(void *)a[3], sizeof(struct rusage)};
  int64_t pid = wait_child(nr, a, 2, look_wait4, out, n);
  const int *status = (const int *)a[1];
  if (pid > 0 && (!status || WIFEXITED(*status) || WIFSIGNALED(*status))) omrt_children_gone(pid);
  return pid;
}
OMRT_CALL(waitid) {
  struct omrt_piece out[2];
  int n = 0;
  if (a[2]) out[n++] = (struct omrt_piece){(void *)a[2], sizeof(siginfo_t)};
  if (a[4]) out[n++] = (struct omrt_piece){(void *)a[4], sizeof(struct rusage)};
  int64_t ret = wait_child(nr, a, 3, look_waitid, out, n);
  const siginfo_t *info = (const siginfo_t *)a[2];
  bool ended =
      info && (info->si_code == CLD_EXITED || info->si_code == CLD_KILLED || info->si_code == CLD_DUMPED);
  if (!ret && ended && info->si_pid && !(a[3] & WNOWAIT)) omrt_children_gone(info->si_pid);
  return ret;
}
