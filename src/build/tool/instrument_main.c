/* lib/omen/instrument: the instrumenter as a program of its own. Not for people: variant_build.c starts it.
 *
 *   instrument BITCODE OBJECT SITES NAME OPT-LEVEL [shared] [pic] [exact] [symbolic] [pieces FOLDER CACHE
 * SALT SIZE]
 *
 * Apart from the command for two reasons: only this loads LLVM's library, which would cost every `omen cc`
 * more than it takes clang to start; and LLVM may abort, which must become a message. */
#include "base/stack.h"
#include "build/instrument.h"
#include <llvm-c/Support.h>
#include <stdlib.h>
#include <string.h>

/* Following variables through registers is of no use without notes about them (ir/debug_names.h), and costs a
 * fifth of the time of code generation; the code is the same. */
static void settle(void) {
  static const char *const options[] = {"instrument", "-experimental-debug-variable-locations=false"};
  LLVMParseCommandLineOptions(2, options, NULL);
}

static int instrument(int argc, char **argv) {
  if (argc < 6) {
    fprintf(stderr,
            "omen: instrument BITCODE OBJECT SITES NAME OPT-LEVEL [shared] [pic] [exact] [symbolic] [pieces "
            "FOLDER CACHE SALT SIZE]\n");
    return OMEN_EXIT_USAGE;
  }
  struct omen_instrument_options o = {.module_name = argv[4], .opt_level = atoi(argv[5])};
  for (int i = 6; i < argc; i++) {
    if (!strcmp(argv[i], "shared")) o.shared_library = true;
    if (!strcmp(argv[i], "pic")) o.pic = true;
    if (!strcmp(argv[i], "exact")) o.no_optimise = true;
    if (!strcmp(argv[i], "symbolic")) o.no_optimise = o.symbolic = true;
    if (!strcmp(argv[i], "pieces") && i + 4 < argc) {
      o.pieces = argv[++i];
      o.cache = argv[++i];
      o.salt = argv[++i];
      o.piece_size = strtoull(argv[++i], NULL, 10);
    }
  }
  struct omen_err err = {0};
  settle();
  if (omen_instrument_file(argv[1], argv[2], argv[3], &o, &err) == 0) return 0;
  fprintf(stderr, "omen: %s\n", err.msg);
  return OMEN_EXIT_FAILED;
}

int main(int argc, char **argv) { return omen_on_large_stack(instrument, argc, argv); }
