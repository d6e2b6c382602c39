/* lib/omen/scan: the static analysis as a program of its own. Not for people: cli/cmd_scan.c starts it.
 *
 *   scan OUTPUT [locks-only] [prune] [most N] [reached FILE] [names FILE] -- BITCODE...
 *
 * Apart from the command for the reasons that the instrumenter is: build/tool/instrument_main.c. */
#include "base/stack.h"
#include "static/static.h"
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

/* Preparing a program must not hang on this: without an answer all checks are kept. */
enum { PRUNE_SECONDS = 60, PRUNE_GIGABYTES = 4 };

static void too_long(int signal) {
  static const char why[] = "omen: " OMEN_NOT_PRUNED "the analysis takes longer than a minute\n";
  (void)signal;
  if (write(STDERR_FILENO, why, sizeof why - 1) < 0) _exit(OMEN_EXIT_USAGE);
  _exit(OMEN_EXIT_FAILED);
}

static void limit(void) {
  const char *said = getenv("OMEN_PRUNE_MS"); /* for tests */
  long ms = said && atol(said) > 0 ? atol(said) : PRUNE_SECONDS * 1000L;
  signal(SIGPROF, too_long);
  setitimer(ITIMER_PROF, &(struct itimerval){.it_value = {ms / 1000, ms % 1000 * 1000}}, NULL);
  setrlimit(RLIMIT_AS, &(struct rlimit){(rlim_t)PRUNE_GIGABYTES << 30, (rlim_t)PRUNE_GIGABYTES << 30});
}

static int scan(int argc, char **argv) {
  struct omen_static_options o = {.most = SIZE_MAX};
  struct omen_err err = {0};
  int i = 2;
  for (; i < argc && strcmp(argv[i], "--"); i++) {
    o.locks_only |= !strcmp(argv[i], "locks-only");
    o.prune |= !strcmp(argv[i], "prune");
    if (!strcmp(argv[i], "most") && i + 1 < argc) o.most = strtoull(argv[++i], NULL, 10);
    if (!strcmp(argv[i], "names") && i + 1 < argc) o.names = argv[++i];
    if (!strcmp(argv[i], "reached") && i + 1 < argc) o.reached = argv[++i];
  }
  if (i + 1 >= argc) {
    fprintf(stderr,
            "omen: scan OUTPUT [locks-only] [prune] [most N] [reached FILE] [names FILE] -- BITCODE...\n");
    return OMEN_EXIT_USAGE;
  }
  if (o.prune) limit();
  if (omen_static_scan(argv + i + 1, argc - i - 1, &o, argv[1], &err) == 0) return 0;
  fprintf(stderr, "omen: %s\n", err.msg);
  return OMEN_EXIT_FAILED;
}

int main(int argc, char **argv) { return omen_on_large_stack(scan, argc, argv); }
