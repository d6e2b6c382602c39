/* A recorded run in a process of its own: see record.h. The process is a fork of the caller; it writes down
 * the folder when the recording has begun, that the program has ended, and the result when all is done, into
 * a pipe that has room for all three. So what came of the run is told, and never guessed from what lies on
 * the disk. */
#include "triage/record.h"
#include "base/interrupt.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

struct note {
  enum { BEGINS, ENDED, DONE } stage; /* until it is DONE, `result` has no more than the folder */
  struct omen_record_result result;
  struct omen_err why;
};
_Static_assert(3 * sizeof(struct note) < 65536, "a pipe has room for all notes: the writer never waits");

/* ---- the other process ---- */

static void send_note(int pipe, const struct note *n) {
  if (write(pipe, n, sizeof *n) != (ssize_t)sizeof *n) _exit(OMEN_EXIT_RUN_FAILED);
}

static void reached(void *context, enum omen_record_stage stage, const char *dir) {
  struct note n = {.stage = stage == OMEN_RECORD_BEGINS ? BEGINS : ENDED, .result = {.end = OMEN_RECORD_CUT}};
  snprintf(n.result.dir, sizeof n.result.dir, "%s", dir);
  send_note(*(int *)context, &n);
}

static int open_nowhere(void) {
  int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
  return null < 0 || dup2(null, 1) < 0 || dup2(null, 2) < 0 ? -1 : 0;
}

static _Noreturn void record(const struct omen_record_request *q, int pipe, pid_t parent) {
  struct note n = {.stage = DONE};
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent || (q->input >= 0 && dup2(q->input, 0) < 0)) _exit(OMEN_EXIT_RUN_FAILED);
  if (q->input > 0) close(q->input);
  if (q->unheard && open_nowhere()) _exit(OMEN_EXIT_RUN_FAILED);
  signal(SIGXFSZ, SIG_IGN); /* a file too large is an error to be told, not a death */
  omen_record_with(q, reached, &pipe, &n.result, &n.why);
  send_note(pipe, &n);
  fflush(NULL);
  _exit(0);
}

/* ---- the caller ---- */

/* The last note, if there is a new one. Others may still have the pipe open, so nobody waits for its end. */
static void take_notes(int pipe, struct note *last, bool *any) {
  struct note n;
  while (read(pipe, &n, sizeof n) == (ssize_t)sizeof n) {
    *last = n;
    *any = true;
  }
}

/* Signals that come after the program has ended are about the judging: base/interrupt.h. */
static int wait_for(pid_t pid, int pipe, struct note *last, bool *any, int *status, struct omen_err *err) {
  int process = (int)syscall(SYS_pidfd_open, pid, 0);
  struct pollfd p[] = {{.fd = process, .events = POLLIN}, {.fd = pipe, .events = POLLIN}};
  fcntl(pipe, F_SETFL, O_NONBLOCK);
  while (process >= 0 && !p[0].revents) {
    if (poll(p, 2, -1) < 0) continue;
    take_notes(pipe, last, any);
    if (*any && last->stage != BEGINS) omen_interrupts_pass(pid, false);
    if (p[1].revents & POLLHUP) p[1].fd = -1;
  }
  omen_interrupts_pass(0, false);
  if (process >= 0) close(process);
  while (waitpid(pid, status, 0) < 0)
    if (errno != EINTR) return omen_fail(err, "cannot wait for the run: %s", strerror(errno));
  take_notes(pipe, last, any);
  return 0;
}

/* The process that records, as one that gets all signals from here on. */
static pid_t begin(const struct omen_record_request *q, const int ends[2]) {
  sigset_t all, before;
  sigfillset(&all);
  fflush(NULL);
  sigprocmask(SIG_SETMASK, &all, &before);
  pid_t us = getpid(), pid = fork();
  if (!pid) {
    omen_interrupts_forget();
    sigprocmask(SIG_SETMASK, &before, NULL);
    record(q, ends[1], us);
  }
  if (pid > 0) omen_interrupts_pass(pid, true);
  sigprocmask(SIG_SETMASK, &before, NULL);
  return pid;
}

static int died(int status, struct omen_err *err) {
  if (WIFSIGNALED(status) && WTERMSIG(status) == omen_interrupt())
    return omen_fail(err, "interrupted before the program began");
  if (WIFSIGNALED(status))
    return omen_fail(err, "what records the run was killed by signal %d (%s)", WTERMSIG(status),
                     strsignal(WTERMSIG(status)));
  return omen_fail(err, "what records the run ended with status %d", WEXITSTATUS(status));
}

int omen_record_apart(const struct omen_record_request *q, struct omen_record_result *result,
                      struct omen_err *err) {
  int ends[2], status = 0;
  *result = (struct omen_record_result){.end = OMEN_RECORD_FAILED};
  if (pipe2(ends, O_CLOEXEC)) return omen_fail(err, "cannot start the run: %s", strerror(errno));
  pid_t pid = begin(q, ends);
  close(ends[1]);
  struct note n = {0};
  bool any = false;
  int failed = pid < 0 ? omen_fail(err, "cannot start the run: %s", strerror(errno))
                       : wait_for(pid, ends[0], &n, &any, &status, err);
  close(ends[0]);
  if (failed) return -1;
  if (!any) return died(status, err);
  *result = n.result;
  bool done = n.stage == DONE;
  if (done && n.result.end != OMEN_RECORD_MADE) return omen_fail(err, "%s", n.why.msg);
  if (!done) result->status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return 0;
}
