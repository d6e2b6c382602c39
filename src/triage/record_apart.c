/* A recorded run in a process of its own: see record.h. The process is a fork of the caller; it writes down
 * the folder when the recording has begun, and the result when all is done, into a pipe that has room for
 * both. So what came of the run is told, and never guessed from what lies on the disk. */
#include "triage/record.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

struct note {
  bool done; /* false: the run has begun, and `result` has no more than its folder */
  struct omen_record_result result;
  struct omen_err why;
};
_Static_assert(2 * sizeof(struct note) < 65536, "a pipe has room for two notes: the writer never waits");

/* ---- the other process ---- */

static void send_note(int pipe, const struct note *n) {
  if (write(pipe, n, sizeof *n) != (ssize_t)sizeof *n) _exit(OMEN_EXIT_RUN_FAILED);
}

static void begun(void *context, const char *dir) {
  struct note n = {.result = {.end = OMEN_RECORD_CUT}};
  snprintf(n.result.dir, sizeof n.result.dir, "%s", dir);
  send_note(*(int *)context, &n);
}

static _Noreturn void record(const struct omen_record_request *q, int pipe, pid_t parent) {
  struct note n = {.done = true};
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent || (q->input >= 0 && dup2(q->input, 0) < 0)) _exit(OMEN_EXIT_RUN_FAILED);
  if (q->input > 0) close(q->input);
  signal(SIGXFSZ, SIG_IGN); /* a file too large is an error to be told, not a death */
  omen_record_with(q, begun, &pipe, &n.result, &n.why);
  send_note(pipe, &n);
  fflush(NULL);
  _exit(0);
}

/* ---- the caller ---- */

/* The last note; false: there is none. Others may still have the pipe open, so nobody waits for its end. */
static bool last_note(int pipe, struct note *out) {
  struct note n;
  bool any = false;
  fcntl(pipe, F_SETFL, O_NONBLOCK);
  while (read(pipe, &n, sizeof n) == (ssize_t)sizeof n) {
    *out = n;
    any = true;
  }
  return any;
}

static int wait_for(pid_t pid, int *status, struct omen_err *err) {
  while (waitpid(pid, status, 0) < 0)
    if (errno != EINTR) return omen_fail(err, "cannot wait for the run: %s", strerror(errno));
  return 0;
}

static int died(int status, struct omen_err *err) {
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
  fflush(NULL);
  pid_t us = getpid(), pid = fork();
  if (!pid) record(q, ends[1], us);
  close(ends[1]);
  struct note n = {0};
  int failed =
      pid < 0 ? omen_fail(err, "cannot start the run: %s", strerror(errno)) : wait_for(pid, &status, err);
  bool any = !failed && last_note(ends[0], &n);
  close(ends[0]);
  if (failed) return -1;
  if (!any) return died(status, err);
  *result = n.result;
  if (n.done && n.result.end != OMEN_RECORD_MADE) return omen_fail(err, "%s", n.why.msg);
  if (!n.done) result->status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return 0;
}
