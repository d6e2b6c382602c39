/* omen-library FOLDER KIND PATH: the program that runs under control is about to open a library (dlopen), and
 * the runtime wants its variant in FOLDER/lib and a line in FOLDER/libraries (build/libraries.h). Started by
 * the runtime alone, with standard input and output closed off; the program stands still meanwhile. */
#include "cli/cli.h"
#include "build/libraries.h"
#include <string.h>

int omen_cmd_library(int argc, char **argv) {
  static const char *const kinds[] = {"analysis", "exact", "symbolic"};
  struct omen_err err = {0};
  size_t kind = 0;
  if (argc != 4) omen_die(OMEN_EXIT_USAGE, "this is for the runtime: 'omen --help' lists the commands");
  while (kind < sizeof kinds / sizeof *kinds && strcmp(kinds[kind], argv[2])) kind++;
  if (kind == sizeof kinds / sizeof *kinds) omen_die(OMEN_EXIT_USAGE, "no kind of variant '%s'", argv[2]);
  if (omen_libraries_add(argv[1], argv[3], (enum omen_variant_kind)kind, &err))
    omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  return 0;
}
