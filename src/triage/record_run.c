/* A recorded run: see record_run.h. */
#include "triage/record_run.h"
#include "build/driver.h"
#include "record/manifest.h"
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static void option(struct omen_args *a, const char *name, const char *value) {
  omen_args_add(a, name);
  if (value) omen_args_add(a, value);
}

static void words(struct omen_args *a, char **list) {
  for (; list && *list; list++) omen_args_add(a, *list);
}

static void command(const struct omen_record_run *r, struct omen_args *a) {
  option(a, "omen", "run");
  option(a, "--exact", "--quiet");
  option(a, "--strategy", omen_strategy_name(r->strategy));
  omen_args_addf(a, "--seed=%llu", (unsigned long long)r->seed);
  omen_args_addf(a, "--keep-freed=%llu", (unsigned long long)r->keep_freed);
  if (r->pct_steps) omen_args_addf(a, "--pct-steps=%llu", (unsigned long long)r->pct_steps);
  if (r->no_memory) option(a, "--no-memory-checks", NULL);
  if (r->ignore_mutexes) option(a, "--ignore-mutexes", NULL);
  if (r->limit > 0) omen_args_addf(a, "--time-limit=%.3f", r->limit);
  option(a, "-o", r->dir);
  words(a, r->asked);
  option(a, "--", NULL);
  words(a, r->program);
}

static pid_t start(char **argv, int input) {
  fflush(NULL);
  pid_t us = getpid(), pid = fork();
  if (pid) return pid;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != us || (input >= 0 && dup2(input, 0) < 0)) _exit(OMEN_EXIT_RUN_FAILED);
  if (input > 0) close(input);
  execv("/proc/self/exe", argv);
  _exit(OMEN_EXIT_RUN_FAILED);
}

int omen_record_run(const struct omen_record_run *r, int *status, struct omen_err *err) {
  struct omen_args a = {0};
  int how = 0, result = 0;
  command(r, &a);
  pid_t pid = start(a.v, r->input);
  if (pid < 0) result = omen_fail(err, "cannot start the run: %s", strerror(errno));
  while (!result && waitpid(pid, &how, 0) < 0)
    if (errno != EINTR) result = omen_fail(err, "cannot wait for the run: %s", strerror(errno));
  omen_args_release(&a);
  *status = WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
  return result;
}
