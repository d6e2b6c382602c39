/* measure OUT COMMAND ARG...: runs a command and writes its wall time, CPU time (seconds; with all its children) and
 * peak memory (KB) to OUT. A program of its own because peak memory is inherited over exec: what starts the command
 * must be small. Whoever ends it by SIGTERM means the command. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double seconds(struct timeval t) { return (double)t.tv_sec + (double)t.tv_usec / 1e6; }

static volatile pid_t pid;

static void pass_on(int sig) {
  if (pid > 0) kill(pid, sig);
}

int main(int argc, char **argv) {
  if (argc < 3) return fprintf(stderr, "usage: measure OUT COMMAND ARG...\n"), 2;
  double begin = now();
  pid = fork();
  if (pid < 0) return perror("measure: fork"), 1;
  if (pid == 0) {
    execvp(argv[2], argv + 2);
    fprintf(stderr, "measure: %s: %s\n", argv[2], strerror(errno));
    _exit(127);
  }
  int status;
  struct rusage use;
  signal(SIGTERM, pass_on);
  while (wait4(pid, &status, 0, &use) < 0)
    if (errno != EINTR) return perror("measure: wait"), 1;
  double wall = now() - begin;
  FILE *out = fopen(argv[1], "w");
  if (!out) return perror(argv[1]), 1;
  fprintf(out, "%.6f %.6f %ld\n", wall, seconds(use.ru_utime) + seconds(use.ru_stime), use.ru_maxrss);
  if (fclose(out)) return perror(argv[1]), 1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
