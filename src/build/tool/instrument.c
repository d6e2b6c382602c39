/* lib/omen/instrument: the instrumenter as a program of its own. Not for people: variant_build.c starts it.
 *
 *   instrument BITCODE OBJECT SITES NAME OPT-LEVEL [shared] [pic] [exact] [symbolic]
 *
 * Apart from the command for two reasons: only this loads LLVM's library, which would cost every `omen cc`
 * more than it takes clang to start; and LLVM may abort, which must become a message. */
#include "build/instrument.h"
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  if (argc < 6) {
    fprintf(stderr,
            "omen: instrument BITCODE OBJECT SITES NAME OPT-LEVEL [shared] [pic] [exact] [symbolic]\n");
    return OMEN_EXIT_USAGE;
  }
  struct omen_instrument_options o = {.module_name = argv[4], .opt_level = atoi(argv[5])};
  for (int i = 6; i < argc; i++) {
    if (!strcmp(argv[i], "shared")) o.shared_library = true;
    if (!strcmp(argv[i], "pic")) o.pic = true;
    if (!strcmp(argv[i], "exact")) o.no_optimise = true;
    if (!strcmp(argv[i], "symbolic")) o.no_optimise = o.symbolic = true;
  }
  struct omen_err err = {0};
  if (omen_instrument_file(argv[1], argv[2], argv[3], &o, &err) == 0) return 0;
  fprintf(stderr, "omen: %s\n", err.msg);
  return OMEN_EXIT_FAILED;
}
