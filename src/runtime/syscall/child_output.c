/* See child_output.h. */
#include "runtime/syscall/child_output.h"
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/syscall/syscall.h"
#include <asm/termios.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>

enum { OURS = 180, OURS_END = 199 }; /* descriptors of the runtime: rt.c */
enum { MOST = 64 << 10 };            /* taken at once: as much as a pipe holds */

static struct stream {
  int out;      /* where it leads; -1: nowhere */
  int from, to; /* here it is read; children write there */
} streams[OMRT_CHILD_STREAMS] = {{-1, -1, -1}, {-1, -1, -1}};
static bool shared; /* both are the first */
static bool tried, failed;
bool omrt_child_output_on;

static void shut(int *fd) {
  if (*fd >= 0) OMRT_SYS1(SYS_close, *fd);
  *fd = -1;
}

static int out_of_the_way(long low) {
  if (low < 0) return -1;
  long high = OMRT_SYS3(SYS_fcntl, low, F_DUPFD_CLOEXEC, OURS);
  OMRT_SYS1(SYS_close, low);
  return high < 0 ? -1 : (int)high;
}

/* As the program's terminal is, but that it changes nothing that goes through. */
static bool open_terminal(struct stream *s) {
  struct termios how;
  struct winsize size;
  int locked = 0;
  s->from = out_of_the_way(
      OMRT_SYS4(SYS_openat, AT_FDCWD, "/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK, 0));
  if (s->from < 0 || OMRT_SYS3(SYS_ioctl, s->from, TIOCSPTLCK, &locked)) return false;
  s->to = out_of_the_way(OMRT_SYS3(SYS_ioctl, s->from, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (s->to < 0 || OMRT_SYS3(SYS_ioctl, s->out, TCGETS, &how)) return false;
  how.c_oflag &= ~(tcflag_t)OPOST;
  if (!OMRT_SYS3(SYS_ioctl, s->out, TIOCGWINSZ, &size)) OMRT_SYS3(SYS_ioctl, s->to, TIOCSWINSZ, &size);
  return !OMRT_SYS3(SYS_ioctl, s->to, TCSETS, &how);
}

static bool open_pipe(struct stream *s) {
  int ends[2];
  if (OMRT_SYS2(SYS_pipe2, ends, O_CLOEXEC)) return false;
  s->to = out_of_the_way(ends[1]);
  s->from = out_of_the_way(ends[0]);
  return s->to >= 0 && s->from >= 0 && !OMRT_SYS3(SYS_fcntl, s->from, F_SETFL, O_NONBLOCK);
}

static bool same_file(int a, int b) {
  struct stat one, two;
  return a >= 0 && b >= 0 && !OMRT_SYS2(SYS_fstat, a, &one) && !OMRT_SYS2(SYS_fstat, b, &two) &&
         one.st_dev == two.st_dev && one.st_ino == two.st_ino;
}

static bool open_stream(int which) {
  struct stream *s = &streams[which];
  int fd = omrt_standard_output_at(which + 1);
  if (fd < 0) return true; /* no child can inherit it */
  if (which && (shared = same_file(fd, streams[0].out))) return true;
  struct termios is_terminal;
  s->out = (int)OMRT_SYS3(SYS_fcntl, fd, F_DUPFD_CLOEXEC, OURS);
  return s->out >= 0 &&
         (OMRT_SYS3(SYS_ioctl, s->out, TCGETS, &is_terminal) ? open_pipe(s) : open_terminal(s));
}

/* What cannot be had is said in the log, once: by a record of nothing. */
void omrt_child_output_expect(void) {
  if (tried) return;
  tried = true;
  omrt_child_output_on = open_stream(0) && open_stream(1);
  if (omrt_child_output_on) return;
  failed = true;
  for (int i = 0; i < OMRT_CHILD_STREAMS; i++)
    shut(&streams[i].out), shut(&streams[i].from), shut(&streams[i].to);
  omrt_log_child_wrote(1, NULL, 0);
}

void omrt_child_output_begin(void) {
  if (!omrt_child_output_on) return;
  omrt_child_output_on = false;
  for (int which = 0; which < OMRT_CHILD_STREAMS; which++) {
    int to = streams[which && shared ? 0 : which].to;
    for (int fd = -1; to >= 0 && (fd = omrt_standard_output_next(which + 1, fd)) >= 0;) {
      long flags = OMRT_SYS2(SYS_fcntl, fd, F_GETFD);
      if (flags >= 0) OMRT_SYS3(SYS_dup3, to, fd, flags & FD_CLOEXEC ? O_CLOEXEC : 0);
    }
  }
  for (int i = 0; i < OMRT_CHILD_STREAMS; i++)
    shut(&streams[i].out), shut(&streams[i].from), shut(&streams[i].to);
}

/* Whose reader is gone has one no more: the next child that writes learns it as it always would. The program
 * is not told. */
static bool pass_on(int out, const char *data, long len) {
  const uint64_t broken = 1ull << (SIGPIPE - 1);
  const struct timespec none = {0};
  uint64_t mask;
  long n = 0;
  OMRT_SYS4(SYS_rt_sigprocmask, SIG_BLOCK, &broken, &mask, 8);
  for (; len && (n >= 0 || n == -EINTR || n == -EAGAIN); len -= n > 0 ? n : 0, data += n > 0 ? n : 0) {
    n = OMRT_SYS3(SYS_write, out, data, len);
    struct pollfd p = {.fd = out, .events = POLLOUT};
    if (n == -EAGAIN) OMRT_SYS3(SYS_poll, &p, 1, -1);
  }
  if (n == -EPIPE) OMRT_SYS4(SYS_rt_sigtimedwait, &broken, 0, &none, 8);
  OMRT_SYS4(SYS_rt_sigprocmask, SIG_SETMASK, &mask, 0, 8);
  return !len;
}

/* All that was written before this call. */
static void take(int which, bool into_log) {
  static char data[MOST];
  struct stream *s = &streams[which];
  long all = 0, n = 1;
  while (s->from >= 0 && all < MOST && (n = OMRT_SYS3(SYS_read, s->from, data, sizeof data)) > 0) {
    all += n;
    if (into_log) omrt_log_child_wrote(which + 1, data, (uint64_t)n);
    if (!pass_on(s->out, data, n)) shut(&s->from);
  }
}

void omrt_child_output_take(void) {
  if (!omrt_mode.performs) return;
  for (int i = 0; i < OMRT_CHILD_STREAMS; i++) take(i, true);
}

void omrt_child_output_polled(struct pollfd into[OMRT_CHILD_STREAMS]) {
  for (int i = 0; i < OMRT_CHILD_STREAMS; i++)
    into[i] = (struct pollfd){.fd = streams[i].from, .events = POLLIN}; /* poll leaves out what is negative */
}

/* Waits until somebody writes. False: nobody is left who could. */
static bool wait_for_writers(int ms) {
  struct pollfd p[OMRT_CHILD_STREAMS];
  bool left = false;
  omrt_child_output_polled(p);
  OMRT_SYS3(SYS_poll, p, OMRT_CHILD_STREAMS, ms);
  for (int i = 0; i < OMRT_CHILD_STREAMS; i++) {
    if (p[i].revents & (POLLHUP | POLLERR) && !(p[i].revents & POLLIN)) shut(&streams[i].from);
    left |= streams[i].from >= 0;
  }
  return left;
}

/* A process of its own, until the last child has closed what it writes to. */
static _Noreturn void survive(void) {
  const uint64_t every = ~0ull;
  OMRT_SYS4(SYS_rt_sigprocmask, SIG_SETMASK, &every, 0, 8);
  omrt_log_child();
  OMRT_SYS3(SYS_close_range, 0, OURS - 1, 0);
  OMRT_SYS3(SYS_close_range, OURS_END, ~0u, 0);
  while (wait_for_writers(-1))
    for (int i = 0; i < OMRT_CHILD_STREAMS; i++) take(i, false);
  for (;;) OMRT_SYS1(SYS_exit_group, 0);
}

void omrt_child_output_end(void) {
  if (!omrt_child_output_on || !omrt_mode.performs) return;
  omrt_child_output_on = false;
  for (int i = 0; i < OMRT_CHILD_STREAMS; i++) shut(&streams[i].to);
  for (int i = 0; i < OMRT_CHILD_STREAMS; i++) take(i, true);
  if (wait_for_writers(0) && !omrt_sys(SYS_clone, 0, 0, 0, 0, 0, 0)) survive();
  for (int i = 0; i < OMRT_CHILD_STREAMS; i++) shut(&streams[i].from), shut(&streams[i].out);
}

bool omrt_child_output_owns(uint64_t fd) {
  for (int i = 0; i < OMRT_CHILD_STREAMS; i++)
    if (fd == (uint64_t)streams[i].out || fd == (uint64_t)streams[i].from || fd == (uint64_t)streams[i].to)
      return true;
  return false;
}

bool omrt_child_output_known(void) { return !failed && !omrt_mode.world; }

void omrt_child_output_wrote(int fd, const void *data, uint64_t len) {
  if (len)
    omrt_show_bytes(fd, data, len);
  else
    failed = true;
}
