/* Opening a named pipe, which waits until somebody opens its other end. A process beside this one, which has
 * the same descriptors, waits for that; the thread waits as scheduling, and looks now and then. The number
 * that the descriptor will have is taken at once, as the kernel does it. */
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/syscall/syscall.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

enum { WAITS = INT32_MAX };
struct opening {
  long helper, fd;
};

static _Noreturn void help(int nr, const uint64_t a[6], long fd, uint64_t flags) {
  OMRT_SYS2(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  long got = omrt_sys(nr, (long)a[0], (long)a[1], (long)a[2], (long)a[3], 0, 0);
  long bad = got < 0 ? got : OMRT_SYS3(SYS_dup3, got, fd, flags & O_CLOEXEC);
  if (got >= 0) OMRT_SYS1(SYS_close, got);
  for (;;) OMRT_SYS1(SYS_exit_group, bad < 0 ? -bad : 0);
}

static int64_t begin(int nr, const uint64_t a[6], uint64_t flags, struct opening *o) {
  const uint64_t every = ~0ull;
  uint64_t mask;
  o->fd = OMRT_SYS4(SYS_openat, AT_FDCWD, "/dev/null", O_RDONLY | O_CLOEXEC, 0);
  if (o->fd < 0) return o->fd;
  OMRT_SYS4(SYS_rt_sigprocmask, SIG_SETMASK, &every, &mask, 8);
  o->helper = OMRT_SYS6(SYS_clone, CLONE_FILES, 0, 0, 0, 0, 0);
  if (!o->helper) help(nr, a, o->fd, flags);
  OMRT_SYS4(SYS_rt_sigprocmask, SIG_SETMASK, &mask, 0, 8);
  if (o->helper > 0) return WAITS;
  OMRT_SYS1(SYS_close, o->fd);
  return o->helper;
}

static int64_t look(struct opening *o) {
  int status = 0;
  if (OMRT_SYS4(SYS_wait4, o->helper, &status, WNOHANG | __WCLONE, 0) == 0) return WAITS;
  if (WIFEXITED(status) && !WEXITSTATUS(status)) return o->fd;
  OMRT_SYS1(SYS_close, o->fd);
  return WIFEXITED(status) ? -WEXITSTATUS(status) : -EINTR;
}

static void give_up(struct opening *o) {
  if (!o->helper) return;
  OMRT_SYS2(SYS_kill, o->helper, SIGKILL);
  OMRT_SYS4(SYS_wait4, o->helper, 0, __WCLONE, 0);
  OMRT_SYS1(SYS_close, o->fd);
}

/* The kernel says what is wrong with a path that cannot be read. */
static bool waits(int dirfd, const char *path, uint64_t flags) {
  struct stat st;
  if (flags & (O_NONBLOCK | O_PATH | O_DIRECTORY) || (flags & O_ACCMODE) == O_RDWR) return false;
  return !OMRT_SYS4(SYS_newfstatat, dirfd, path, &st, 0) && S_ISFIFO(st.st_mode);
}

int64_t omrt_fifo_open(int nr, const uint64_t a[6], int dirfd, const char *path, uint64_t flags) {
  struct opening o = {0};
  if (omrt_mode.world || (!omrt_mode.by_log && !waits(dirfd, path, flags)))
    return omrt_call_recorded(nr, a, "");
  int64_t ret = omrt_mode.by_log ? 0 : begin(nr, a, flags, &o);
  while (!omrt_mode.world && !omrt_call_done(ret != WAITS)) {
    struct omrt_pollset set = {.retry = true};
    enum omrt_waited w = omrt_wait_outside(&set, OMRT_WAIT_FD, NULL, OMRT_NEVER);
    if (w == OMRT_INTERRUPTED && !omrt_signal_restart()) {
      give_up(&o);
      return -EINTR;
    }
    if (omrt_mode.performs) ret = look(&o);
  }
  return !omrt_mode.performs ? omrt_call_recorded(nr, a, "") : omrt_call_result(nr, a[0], ret);
}
