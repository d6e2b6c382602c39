/* Calls that need a little of their own: sleeping, clocks, descriptors of ours, file locks, the program's own
 * name. */
#include "runtime/explore/explore.h"
#include "runtime/log.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/syscall/signals.h"
#include "runtime/syscall/syscall.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>

/* ---- time ---- */

static int64_t sleep_until(int64_t deadline, struct timespec *left) {
  enum omen_waited w = omen_wait(NULL, OMEN_WAIT_SLEEP, NULL, deadline, true);
  if (w != OMEN_INTERRUPTED) return 0;
  omen_signal_restart();
  if (left) {
    int64_t ns = deadline - omen_time(CLOCK_MONOTONIC);
    if (ns < 0) ns = 0;
    *left = (struct timespec){ns / 1000000000, ns % 1000000000};
  }
  return -EINTR;
}

static bool bad_timespec(const struct timespec *ts) {
  return ts->tv_sec < 0 || ts->tv_nsec < 0 || ts->tv_nsec > 999999999;
}

OMEN_CALL(nanosleep) {
  const struct timespec *ts = (void *)a[0];
  if (!ts) return -EFAULT;
  if (bad_timespec(ts)) return -EINVAL;
  return sleep_until(omen_time(CLOCK_MONOTONIC) + omen_timespec_ns(ts), (void *)a[1]);
}
OMEN_CALL(clock_nanosleep) {
  const struct timespec *ts = (void *)a[2];
  if (!ts) return -EFAULT;
  if (bad_timespec(ts)) return -EINVAL;
  if (a[1] & TIMER_ABSTIME) return sleep_until(omen_deadline((int)a[0], ts), NULL);
  return sleep_until(omen_time(CLOCK_MONOTONIC) + omen_timespec_ns(ts), (void *)a[3]);
}
OMEN_CALL(clock_gettime) {
  struct timespec probe;
  long bad = OMEN_SYS2(SYS_clock_gettime, a[0], &probe);
  if (bad) return bad;
  int64_t ns = omen_time((int)a[0]);
  *(struct timespec *)a[1] = (struct timespec){ns / 1000000000, ns % 1000000000};
  return 0;
}
OMEN_CALL(gettimeofday) {
  int64_t ns = omen_time(CLOCK_REALTIME);
  if (a[0]) *(struct timeval *)a[0] = (struct timeval){ns / 1000000000, ns % 1000000000 / 1000};
  return 0;
}
OMEN_CALL(time) {
  int64_t s = omen_time(CLOCK_REALTIME) / 1000000000;
  if (a[0]) *(time_t *)a[0] = s;
  return s;
}

/* A time on a clock is one of the program's, which is ahead of the kernel's by what was skipped; with the
 * time at which it was set, explorations know when it expires. */
static int64_t set_timer(int nr, const uint64_t a[6]) {
  uint64_t b[6];
  memcpy(b, a, sizeof b);
  omen_time(CLOCK_MONOTONIC);
  struct itimerspec mine;
  if (!omen_replaying && !omen_contained && (a[1] & TIMER_ABSTIME) && omen_page_readable(a[2]) &&
      omen_page_readable(a[2] + sizeof mine - 1)) {
    memcpy(&mine, (void *)a[2], sizeof mine);
    int64_t at = omen_timespec_ns(&mine.it_value), skipped = omen_time_skipped();
    if (at && !bad_timespec(&mine.it_value) && at < OMEN_NEVER / 2) {
      at = at > skipped ? at - skipped : 1;
      mine.it_value = (struct timespec){at / 1000000000, at % 1000000000};
    }
    b[2] = (uint64_t)&mine;
  }
  return omen_call_recorded(nr, b, "3=32");
}
OMEN_CALL(timerfd_settime) { return set_timer(nr, a); }
OMEN_CALL(timer_settime) {
  omen_signal_timer_set();
  return set_timer(nr, a);
}

/* ---- how a thread is run: they are all one to the kernel, which does not know their numbers ---- */

OMEN_CALL(of_thread) {
  int arg = nr == SYS_getpriority || nr == SYS_setpriority || nr == SYS_ioprio_get || nr == SYS_ioprio_set;
  uint64_t b[6];
  memcpy(b, a, sizeof b);
  if (!arg ||
      a[0] == (nr == SYS_getpriority || nr == SYS_setpriority ? PRIO_PROCESS : 1 /* IOPRIO_WHO_PROCESS */))
    if (omen_fiber_by_tid((int)a[arg])) b[arg] = 0;
  /* Programs look at each processor in turn (cpuid): a replay has to stand where the run stood. */
  if (nr == SYS_sched_setaffinity && !b[0] && (omen_replaying || omen_contained))
    OMEN_SYS3(nr, b[0], b[1], b[2]);
  switch (nr) {
  case SYS_sched_getaffinity: return omen_call_recorded(nr, b, "2r");
  case SYS_sched_getparam: return omen_call_recorded(nr, b, "1=4");
  case SYS_sched_rr_get_interval: return omen_call_recorded(nr, b, "1=16");
  case SYS_sched_getattr: return omen_call_recorded(nr, b, "1a2");
  }
  return omen_call_recorded(nr, b, "");
}

/* Their names: the kernel has one for all. */
static int64_t name_thread(int nr, const uint64_t a[6]) {
  char *given = (void *)a[1];
  int64_t ret = omen_call_recorded(nr, a, a[0] == PR_GET_NAME ? "1=16" : "");
  if (ret) return ret; /* else the kernel could read it, or write it */
  if (a[0] == PR_SET_NAME)
    omen_name_fiber(omen_cur, given);
  else if (omen_cur->name[0])
    memcpy(given, omen_cur->name, sizeof omen_cur->name);
  return ret;
}

OMEN_CALL(prctl) {
  switch (a[0]) {
  case PR_SET_NAME:
  case PR_GET_NAME: return name_thread(nr, a);
  case PR_GET_PDEATHSIG:
  case PR_GET_TSC:
  case PR_GET_UNALIGN:
  case PR_GET_FPEMU:
  case PR_GET_FPEXC:
  case PR_GET_ENDIAN:
  case PR_GET_CHILD_SUBREAPER: return omen_call_recorded(nr, a, "1=4");
  case PR_GET_TID_ADDRESS: return omen_call_recorded(nr, a, "1=8");
  }
  return omen_call_recorded(nr, a, "");
}

/* ---- descriptors: the runtime's own are not the program's to close ---- */

enum { OURS_LO = 180, OURS_HI = 199 };

OMEN_CALL(close) {
  if (a[0] >= OURS_LO && a[0] <= OURS_HI && !omen_replaying) {
    /* Was it ever the program's? Its own descriptors only reach here if it opened nearly 200. */
    char link[64], path[600];
    omen_fmt(path, sizeof path, "/proc/self/fd/%d", (int)a[0]);
    long n = OMEN_SYS3(SYS_readlink, path, link, sizeof link);
    size_t dir = strlen(omen_config->dir);
    if (n > 0 && (size_t)n >= (dir < sizeof link ? dir : sizeof link) &&
        !memcmp(link, omen_config->dir, dir < (size_t)n ? dir : (size_t)n))
      return omen_call_result(nr, a[0], -EBADF);
  }
  return omen_call_recorded(nr, a, "");
}
OMEN_CALL(close_range) {
  if (omen_contained || omen_replaying) return omen_call_recorded(nr, a, "");
  int64_t ret = 0;
  uint64_t first = a[0], last = a[1];
  if (first < OURS_LO) ret = OMEN_SYS3(SYS_close_range, first, last < OURS_LO ? last : OURS_LO - 1, a[2]);
  if (last > OURS_HI && !ret)
    ret = OMEN_SYS3(SYS_close_range, first > OURS_HI ? first : OURS_HI + 1, last, a[2]);
  return omen_call_result(nr, a[0], ret);
}

/* ---- locks on files: no descriptor tells when one is free, so look again now and then ---- */

static int64_t lock_wait(int nr, const uint64_t a[6], const uint64_t try[6], int busy) {
  for (;;) {
    if (omen_contained) return omen_explore_call(nr, a, "");
    int64_t ret = omen_replaying ? 0 : omen_sys(nr, (long)try[0], (long)try[1], (long)try[2], 0, 0, 0);
    if (omen_call_done(ret != -busy && ret != -EACCES))
      return omen_replaying ? omen_call_recorded(nr, a, "") : omen_call_result(nr, a[0], ret);
    struct omen_pollset set = {.retry = true};
    enum omen_waited w = omen_wait_outside(&set, OMEN_WAIT_FD, (void *)a[0], OMEN_NEVER);
    if (w == OMEN_INTERRUPTED && !omen_signal_restart()) return -EINTR;
  }
}

OMEN_CALL(fcntl) {
  int cmd = (int)a[1];
  if (cmd == F_SETLKW || cmd == F_OFD_SETLKW) {
    if (!omen_replaying && !omen_contained) omen_before_call(nr, a);
    const uint64_t try[6] = {a[0], (uint64_t)(cmd == F_SETLKW ? F_SETLK : F_OFD_SETLK), a[2]};
    return lock_wait(nr, a, try, EAGAIN);
  }
  return omen_call_recorded(nr, a, cmd == F_GETLK || cmd == F_OFD_GETLK ? "2=32" : "");
}
OMEN_CALL(flock) {
  if (a[1] & (LOCK_NB | LOCK_UN)) return omen_call_recorded(nr, a, "");
  const uint64_t try[6] = {a[0], a[1] | LOCK_NB};
  return lock_wait(nr, a, try, EWOULDBLOCK);
}

/* ---- I/O that is done beside the program: the kernel would write its memory at any time. Programs that find
 * none have another way. ---- */

OMEN_CALL(asynchronous) {
  static bool said;
  if (!said)
    omen_out_printf(&omen_outcome, "note %s: the program was told that this kernel has no such call\n",
                    nr == SYS_io_setup ? "io_setup" : "io_uring_setup");
  said = true;
  return -ENOSYS;
}

/* ---- attributes of files: with no room given, only the size is told ---- */

OMEN_CALL(xattr) {
  bool list = nr == SYS_listxattr || nr == SYS_llistxattr || nr == SYS_flistxattr;
  return omen_call_recorded(nr, a, !a[list ? 2 : 3] ? "" : list ? "1r" : "2r");
}

/* ---- /proc/self/exe is the program, not its variant ---- */

static bool own_name(const char *path) { return path && !strcmp(path, "/proc/self/exe"); }
static int64_t give_name(char *out, uint64_t size) {
  size_t n = strlen(omen_config->prog);
  if (n > size) n = size;
  memcpy(out, omen_config->prog, n);
  return (int64_t)n;
}
OMEN_CALL(readlink) {
  if (own_name((void *)a[0])) return give_name((void *)a[1], a[2]);
  return omen_call_recorded(nr, a, "1r");
}
OMEN_CALL(readlinkat) {
  if (own_name((void *)a[1])) return give_name((void *)a[2], a[3]);
  return omen_call_recorded(nr, a, "2r");
}
