/* Calls that need a little of their own: sleeping, clocks, descriptors of ours, file locks, the program's own
 * name. */
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/syscall/child_output.h"
#include "runtime/syscall/signals.h"
#include "runtime/syscall/syscall.h"
#include "runtime/outcome_write.h"
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
  enum omrt_waited w = omrt_wait(NULL, OMRT_WAIT_SLEEP, NULL, deadline, true);
  if (w != OMRT_INTERRUPTED) return 0;
  omrt_signal_restart();
  if (left) {
    int64_t ns = deadline - omrt_time(CLOCK_MONOTONIC);
    if (ns < 0) ns = 0;
    *left = (struct timespec){ns / 1000000000, ns % 1000000000};
  }
  return -EINTR;
}

static bool bad_timespec(const struct timespec *ts) {
  return ts->tv_sec < 0 || ts->tv_nsec < 0 || ts->tv_nsec > 999999999;
}

OMRT_CALL(nanosleep) {
  const struct timespec *ts = (void *)a[0];
  if (!ts) return -EFAULT;
  if (bad_timespec(ts)) return -EINVAL;
  return sleep_until(omrt_time(CLOCK_MONOTONIC) + omrt_timespec_ns(ts), (void *)a[1]);
}
OMRT_CALL(clock_nanosleep) {
  const struct timespec *ts = (void *)a[2];
  if (!ts) return -EFAULT;
  if (bad_timespec(ts)) return -EINVAL;
  if (a[1] & TIMER_ABSTIME) return sleep_until(omrt_deadline((int)a[0], ts), NULL);
  return sleep_until(omrt_time(CLOCK_MONOTONIC) + omrt_timespec_ns(ts), (void *)a[3]);
}
OMRT_CALL(clock_gettime) {
  struct timespec probe;
  long bad = OMRT_SYS2(SYS_clock_gettime, a[0], &probe);
  if (bad) return bad;
  int64_t ns = omrt_time_seen((int)a[0]);
  *(struct timespec *)a[1] = (struct timespec){ns / 1000000000, ns % 1000000000};
  return 0;
}
OMRT_CALL(gettimeofday) {
  int64_t ns = omrt_time_seen(CLOCK_REALTIME);
  if (a[0]) *(struct timeval *)a[0] = (struct timeval){ns / 1000000000, ns % 1000000000 / 1000};
  return 0;
}
OMRT_CALL(time) {
  int64_t s = omrt_time_seen(CLOCK_REALTIME) / 1000000000;
  if (a[0]) *(time_t *)a[0] = s;
  return s;
}

/* A time on a clock is one of the program's, which is ahead of the kernel's by what was skipped; with the
 * time at which it was set, explorations know when it expires. */
static int64_t set_timer(int nr, const uint64_t a[6]) {
  uint64_t b[6];
  memcpy(b, a, sizeof b);
  omrt_time(CLOCK_MONOTONIC);
  struct itimerspec mine;
  if (omrt_mode.performs && (a[1] & TIMER_ABSTIME) && omrt_page_readable(a[2]) &&
      omrt_page_readable(a[2] + sizeof mine - 1)) {
    memcpy(&mine, (void *)a[2], sizeof mine);
    int64_t at = omrt_timespec_ns(&mine.it_value), skipped = omrt_time_skipped();
    if (at && !bad_timespec(&mine.it_value) && at < OMRT_NEVER / 2) {
      at = at > skipped ? at - skipped : 1;
      mine.it_value = (struct timespec){at / 1000000000, at % 1000000000};
    }
    b[2] = (uint64_t)&mine;
  }
  return omrt_call_plain(nr, b);
}
OMRT_CALL(timerfd_settime) { return set_timer(nr, a); }
OMRT_CALL(timer_settime) {
  omrt_signal_timer_set();
  return set_timer(nr, a);
}

/* ---- how a thread is run: they are all one to the kernel, which does not know their numbers ---- */

/* With 0 in place of a thread's number, which is argument `arg`. */
static void as_own(uint64_t b[6], const uint64_t a[6], int arg) {
  memcpy(b, a, 6 * sizeof *a);
  if (omrt_fiber_by_tid((int)a[arg])) b[arg] = 0;
}
OMRT_CALL(of_thread) {
  uint64_t b[6];
  as_own(b, a, 0);
  return omrt_call_plain(nr, b);
}
/* Programs look at each processor in turn (cpuid): a replay has to stand where the run stood. */
OMRT_CALL(sched_setaffinity) {
  uint64_t b[6];
  as_own(b, a, 0);
  if (!b[0] && (!omrt_mode.performs)) OMRT_SYS3(nr, b[0], b[1], b[2]);
  return omrt_call_plain(nr, b);
}
/* a[0] says whether a[1] is a thread's number. */
static int64_t by_kind(int nr, const uint64_t a[6], uint64_t thread) {
  uint64_t b[6];
  if (a[0] != thread) return omrt_call_plain(nr, a);
  as_own(b, a, 1);
  return omrt_call_plain(nr, b);
}
OMRT_CALL(priority) { return by_kind(nr, a, PRIO_PROCESS); }
OMRT_CALL(ioprio) { return by_kind(nr, a, 1 /* IOPRIO_WHO_PROCESS */); }

/* Their names: the kernel has one for all. */
static int64_t name_thread(int nr, const uint64_t a[6]) {
  char *given = (void *)a[1];
  int64_t ret = omrt_call_recorded(nr, a, a[0] == PR_GET_NAME ? "1=16" : "");
  if (ret) return ret; /* else the kernel could read it, or write it */
  if (a[0] == PR_SET_NAME)
    omrt_name_fiber(omrt_cur, given);
  else if (omrt_cur->name[0])
    memcpy(given, omrt_cur->name, sizeof omrt_cur->name);
  return ret;
}

OMRT_CALL(prctl) {
  switch (a[0]) {
  case PR_SET_NAME:
  case PR_GET_NAME: return name_thread(nr, a);
  case PR_GET_PDEATHSIG:
  case PR_GET_TSC:
  case PR_GET_UNALIGN:
  case PR_GET_FPEMU:
  case PR_GET_FPEXC:
  case PR_GET_ENDIAN:
  case PR_GET_CHILD_SUBREAPER: return omrt_call_recorded(nr, a, "1=4");
  case PR_GET_TID_ADDRESS: return omrt_call_recorded(nr, a, "1=8");
  }
  return omrt_call_recorded(nr, a, "");
}

/* ---- descriptors: the runtime's own are not the program's to close ---- */

enum { OURS_LO = 180, OURS_HI = 199 };

OMRT_CALL(close) {
  if (omrt_mode.performs && omrt_child_output_owns(a[0])) return omrt_call_result(nr, a[0], -EBADF);
  if (a[0] >= OURS_LO && a[0] <= OURS_HI && !omrt_mode.by_log) {
    /* Was it ever the program's? Its own descriptors only reach here if it opened nearly 200. */
    char link[64], path[600];
    omrt_fmt(path, sizeof path, "/proc/self/fd/%d", (int)a[0]);
    long n = OMRT_SYS3(SYS_readlink, path, link, sizeof link);
    size_t dir = strlen(omrt_config->dir);
    if (n > 0 && (size_t)n >= (dir < sizeof link ? dir : sizeof link) &&
        !memcmp(link, omrt_config->dir, dir < (size_t)n ? dir : (size_t)n))
      return omrt_call_result(nr, a[0], -EBADF);
  }
  return omrt_call_recorded(nr, a, "");
}
OMRT_CALL(close_range) {
  if (!omrt_mode.performs) return omrt_call_recorded(nr, a, "");
  int64_t ret = 0;
  uint64_t first = a[0], last = a[1];
  if (first < OURS_LO) ret = OMRT_SYS3(SYS_close_range, first, last < OURS_LO ? last : OURS_LO - 1, a[2]);
  if (last > OURS_HI && !ret)
    ret = OMRT_SYS3(SYS_close_range, first > OURS_HI ? first : OURS_HI + 1, last, a[2]);
  return omrt_call_result(nr, a[0], ret);
}

/* ---- locks on files: no descriptor tells when one is free, so look again now and then ---- */

static int64_t lock_wait(int nr, const uint64_t a[6], const uint64_t try[6], int busy) {
  for (;;) {
    if (omrt_mode.world) return omrt_mode.world->call(nr, a, "");
    int64_t ret = omrt_mode.by_log ? 0 : omrt_sys(nr, (long)try[0], (long)try[1], (long)try[2], 0, 0, 0);
    if (omrt_call_done(ret != -busy && ret != -EACCES))
      return omrt_mode.by_log ? omrt_call_recorded(nr, a, "") : omrt_call_result(nr, a[0], ret);
    struct omrt_pollset set = {.retry = true};
    enum omrt_waited w = omrt_wait_outside(&set, OMRT_WAIT_FD, (void *)a[0], OMRT_NEVER);
    if (w == OMRT_INTERRUPTED && !omrt_signal_restart()) return -EINTR;
  }
}

OMRT_CALL(fcntl) {
  int cmd = (int)a[1];
  if (cmd == F_SETLKW || cmd == F_OFD_SETLKW) {
    if (omrt_mode.performs) omrt_world.before(nr, a);
    const uint64_t try[6] = {a[0], (uint64_t)(cmd == F_SETLKW ? F_SETLK : F_OFD_SETLK), a[2]};
    return lock_wait(nr, a, try, EAGAIN);
  }
  return omrt_call_recorded(nr, a, cmd == F_GETLK || cmd == F_OFD_GETLK ? "2=32" : "");
}
OMRT_CALL(flock) {
  if (a[1] & (LOCK_NB | LOCK_UN)) return omrt_call_recorded(nr, a, "");
  const uint64_t try[6] = {a[0], a[1] | LOCK_NB};
  return lock_wait(nr, a, try, EWOULDBLOCK);
}

/* ---- what is done beside the program: I/O, where the kernel would write its memory at any time; faults that
 * another thread is to serve, while the one kernel thread of all waits in its own. Programs that find none
 * have another way.
 * ---- */

static uint64_t refused;

OMRT_CALL(asynchronous) {
  static bool said[OMRT_CALLS];
  if (!said[nr]) omrt_note("%s: the program was told that this kernel has no such call", omrt_card(nr)->name);
  said[nr] = true;
  refused++;
  return -ENOSYS;
}

void omrt_misc_report(void) {
  if (refused) omrt_line_counter("refused_calls", refused);
}

/* ---- attributes of files: with no room given, only the size is told ---- */

OMRT_CALL(getxattr) { return a[3] ? omrt_call_plain(nr, a) : omrt_call_recorded(nr, a, ""); }
OMRT_CALL(listxattr) { return a[2] ? omrt_call_plain(nr, a) : omrt_call_recorded(nr, a, ""); }

/* ---- /proc/self/exe is the program, not its variant ---- */

bool omrt_is_own_name(const char *path) { return path && !strcmp(path, "/proc/self/exe"); }
static int64_t give_name(char *out, uint64_t size) {
  size_t n = strlen(omrt_config->prog);
  if (n > size) n = size;
  memcpy(out, omrt_config->prog, n);
  return (int64_t)n;
}
OMRT_CALL(readlink) {
  if (omrt_is_own_name((void *)a[0])) return give_name((void *)a[1], a[2]);
  return omrt_call_plain(nr, a);
}
OMRT_CALL(readlinkat) {
  if (omrt_is_own_name((void *)a[1])) return give_name((void *)a[2], a[3]);
  return omrt_call_plain(nr, a);
}
