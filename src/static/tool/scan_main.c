/* lib/omen/scan: the static analysis as a program of its own. Not for people: cli/cmd_scan.c starts it.
 *
 *   scan OUTPUT [locks-only] [prune] -- BITCODE...
 *
 * Apart from the command for the reasons that the instrumenter is: build/tool/instrument_main.c. */
#include "base/stack.h"
#include "static/static.h"
#include <string.h>

static int scan(int argc, char **argv) {
  struct omen_static_options o = {0};
  struct omen_err err = {0};
  int i = 2;
  for (; i < argc && strcmp(argv[i], "--"); i++) {
    o.locks_only |= !strcmp(argv[i], "locks-only");
    o.prune |= !strcmp(argv[i], "prune");
  }
  if (i + 1 >= argc) {
    fprintf(stderr, "omen: scan OUTPUT [locks-only] [prune] -- BITCODE...\n");
    return OMEN_EXIT_USAGE;
  }
  if (omen_static_scan(argv + i + 1, argc - i - 1, &o, argv[1], &err) == 0) return 0;
  fprintf(stderr, "omen: %s\n", err.msg);
  return OMEN_EXIT_FAILED;
}

int main(int argc, char **argv) { return omen_on_large_stack(scan, argc, argv); }
