/* The same input for all: see shared_stdin.h. A child feeds each run through a pipe of its own. Bytes are
 * kept before they are passed on, so that none is lost when the run ends without reading them. */
#include "triage/shared_stdin.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t enough;
static void stop(int signal) { enough = 1; }

static bool write_all(int fd, const char *data, ssize_t n) {
  while (n > 0) {
    ssize_t done = write(fd, data, (size_t)n);
    if (done < 0 && errno == EINTR && !enough) continue;
    if (done <= 0) return false;
    data += done;
    n -= done;
  }
  return true;
}

/* What comes in behind what is kept. 0: nothing comes any more, or nobody wants it. */
static ssize_t fetch(int kept, off_t at, int out, char *data, size_t room) {
  struct pollfd p[] = {{.fd = 0, .events = POLLIN}, {.fd = out}}; /* out: only whether the reader is gone */
  while (!enough) {
    if (poll(p, 2, -1) < 0) continue;
    if (p[1].revents) return 0;
    ssize_t n = read(0, data, room);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    return n > 0 && pwrite(kept, data, (size_t)n, at) == n ? n : 0;
  }
  return 0;
}

static _Noreturn void feed(int kept, int out) {
  static char data[1 << 16];
  struct sigaction a = {.sa_handler = stop}; /* no restart: a write to a full pipe ends */
  sigaction(SIGTERM, &a, NULL);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGINT, SIG_IGN);
  for (off_t at = 0; !enough;) {
    ssize_t n = pread(kept, data, sizeof data, at);
    if (n <= 0) n = fetch(kept, at, out, data, sizeof data);
    if (n <= 0 || !write_all(out, data, n)) break;
    at += n;
  }
  _exit(0);
}

static int start_feeder(int kept, int *fd, pid_t *feeder, struct omen_err *err) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC)) return omen_fail(err, "cannot make a pipe: %s", strerror(errno));
  pid_t us = getpid();
  *feeder = fork();
  if (*feeder < 0) return omen_fail(err, "cannot start what feeds the runs: %s", strerror(errno));
  if (!*feeder) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, 0); /* who ends our group does not mean the program's input */
    close(ends[0]);
    if (getppid() != us) _exit(0);
    feed(kept, ends[1]);
  }
  close(ends[1]);
  *fd = ends[0];
  return 0;
}

int omen_shared_stdin_begin(int *fd, pid_t *feeder, struct omen_err *err) {
  static off_t from = -2; /* -1: it cannot be wound back */
  static int kept = -1;
  struct stat s;
  *fd = -1;
  *feeder = 0;
  if (from == -2) from = lseek(0, 0, SEEK_CUR);
  if (from >= 0) {
    lseek(0, from, SEEK_SET);
    return 0;
  }
  if (fstat(0, &s) || !(S_ISFIFO(s.st_mode) || S_ISSOCK(s.st_mode))) return 0;
  if (kept < 0) {
    FILE *f = tmpfile();
    kept = f ? fcntl(fileno(f), F_DUPFD_CLOEXEC, 3) : -1;
    if (f) fclose(f);
    if (kept < 0)
      return omen_fail(err, "cannot keep the standard input in a temporary file: %s", strerror(errno));
  }
  return start_feeder(kept, fd, feeder, err);
}

void omen_shared_stdin_end(int fd, pid_t feeder) {
  if (fd >= 0) close(fd);
  if (feeder <= 0) return;
  kill(feeder, SIGTERM);
  while (waitpid(feeder, NULL, 0) < 0 && errno == EINTR) {
  }
}
