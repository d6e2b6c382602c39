/* signalfd. No signal is ever pending in the kernel here (signal.c keeps them), so the kernel's own would
 * never become readable. An eventfd stands for it: its counter is 1 exactly while a signal that it wants is
 * pending, so that poll, select and epoll see it as they see any descriptor, in recordings and, as the
 * world's eventfd, in explorations. Reading is served here. A duplicate of the descriptor is not known as
 * one. */
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/syscall/signals.h"
#include "runtime/syscall/syscall.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>

enum { MOST = 64 };
static struct {
  int fd;
  uint64_t mask; /* 0: none */
  bool raised;   /* the counter is 1 */
} known[MOST];
static int used; /* of them; the rest never were */

static int find(uint64_t fd) {
  for (int i = 0; i < used; i++)
    if (known[i].mask && (uint64_t)known[i].fd == fd) return i;
  return -1;
}

bool omrt_signalfd_is(uint64_t fd) { return used && find(fd) >= 0; }

static void raise_to(int i, bool up) {
  known[i].raised = up;
  if (!omrt_mode.performs) {
    if (omrt_world_followed() || omrt_mode.world) omrt_world.raise(known[i].fd, up);
    return;
  }
  uint64_t one = 1;
  int flags = (int)OMRT_SYS2(SYS_fcntl, known[i].fd, F_GETFL);
  OMRT_SYS3(SYS_fcntl, known[i].fd, F_SETFL, flags | O_NONBLOCK); /* ours never waits */
  OMRT_SYS3(up ? SYS_write : SYS_read, known[i].fd, &one, 8);
  OMRT_SYS3(SYS_fcntl, known[i].fd, F_SETFL, flags);
}

void omrt_signalfd_settle(void) {
  for (int i = 0; i < used; i++) {
    bool up = known[i].mask & omrt_signal_pending_any();
    if (known[i].mask && up != known[i].raised) raise_to(i, up);
  }
}

void omrt_signalfd_closed(struct omrt_fds which) {
  for (int i = 0; i < used; i++)
    if (omrt_fds_has(which, known[i].fd)) known[i].mask = 0;
}

static int64_t make(uint64_t mask, int flags) {
  int i = 0;
  while (i < used && known[i].mask) i++;
  if (i == MOST) return -EMFILE;
  const uint64_t b[6] = {0, (uint64_t)flags};
  int64_t fd = omrt_call_recorded(SYS_eventfd2, b, "");
  if (fd < 0) return fd;
  if (i == used) used++;
  known[i].fd = (int)fd;
  known[i].mask = mask;
  known[i].raised = false;
  if (omrt_mode.world || (omrt_world_followed() && omrt_mode.by_log)) omrt_world.signalfd(known[i].fd);
  return fd;
}

static int64_t signalfd_call(const uint64_t a[6], int flags) {
  if (a[2] != 8 || (flags & ~(SFD_CLOEXEC | SFD_NONBLOCK))) return -EINVAL;
  if (!omrt_page_readable(a[1]) || !omrt_page_readable(a[1] + 7)) return -EFAULT;
  uint64_t mask;
  memcpy(&mask, (void *)a[1], 8);
  mask &= ~(1ull << (SIGKILL - 1) | 1ull << (SIGSTOP - 1));
  int64_t fd = (int)a[0];
  if (fd == -1) {
    fd = make(mask | 1ull << (SIGKILL - 1), flags); /* never pending: an empty mask is one, too */
  } else {
    int i = find((uint64_t)fd);
    if (i < 0) return -EINVAL;
    known[i].mask = mask | 1ull << (SIGKILL - 1);
  }
  omrt_signalfd_settle();
  return fd;
}
OMRT_CALL(signalfd) { return signalfd_call(a, 0); }
OMRT_CALL(signalfd4) { return signalfd_call(a, (int)a[3]); }

static bool nonblocking(uint64_t fd) {
  int64_t flags = omrt_mode.world    ? omrt_mode.world->flags((int)fd)
                  : omrt_mode.by_log ? 0
                                     : OMRT_SYS2(SYS_fcntl, fd, F_GETFL);
  omrt_log_value(&flags);
  return flags & O_NONBLOCK;
}

/* Which parts there are depends on who sent it. */
static struct signalfd_siginfo told(int sig, const struct omrt_siginfo *info) {
  siginfo_t from = omrt_siginfo_full(sig, info);
  struct signalfd_siginfo to = {.ssi_signo = (uint32_t)sig, .ssi_code = from.si_code};
  bool kernels = from.si_code > 0 && from.si_code != SI_KERNEL;
  if (from.si_code == SI_TIMER) {
    to.ssi_tid = (uint32_t)from.si_timerid;
    to.ssi_overrun = (uint32_t)from.si_overrun;
  } else if (sig == SIGIO && kernels) {
    to.ssi_band = (uint32_t)from.si_band;
    to.ssi_fd = from.si_fd;
    return to;
  } else {
    to.ssi_pid = (uint32_t)from.si_pid;
    to.ssi_uid = from.si_uid;
  }
  if (sig == SIGCHLD && kernels) {
    to.ssi_status = from.si_status;
    to.ssi_utime = (uint64_t)from.si_utime;
    to.ssi_stime = (uint64_t)from.si_stime;
  } else if (from.si_code < 0) {
    to.ssi_ptr = (uint64_t)from.si_value.sival_ptr;
    to.ssi_int = from.si_value.sival_int;
  }
  return to;
}

static int64_t take_all(uint64_t mask, struct signalfd_siginfo *to, uint64_t room) {
  uint64_t n = 0;
  struct omrt_siginfo info;
  for (int sig; n < room && (sig = omrt_signal_take(mask, &info)); n++) {
    struct signalfd_siginfo one = told(sig, &info);
    memcpy(&to[n], &one, sizeof one);
  }
  return (int64_t)(n * sizeof *to);
}

int64_t omrt_signalfd_read(const uint64_t a[6]) {
  uint64_t room = a[2] / sizeof(struct signalfd_siginfo);
  if (!room) return -EINVAL;
  for (;;) {
    int i = find(a[0]);
    if (i < 0) return -EBADF; /* closed meanwhile */
    int64_t got = take_all(known[i].mask, (void *)a[1], room);
    if (got) return got;
    if (nonblocking(a[0])) return -EAGAIN;
    if (!omrt_signal_await(known[i].mask)) return -EINTR;
  }
}
