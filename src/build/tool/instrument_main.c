/* lib/omen/instrument: the instrumenter as a program of its own. Not for people: variant_build.c starts it.
 *
 *   instrument BITCODE OBJECT SITES NAME OPT-LEVEL [shared] [pic] [exact] [symbolic] [pruned FILE]
 * [check-pruned FILE] [pieces FOLDER CACHE SALT SIZE]
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

/* Gives how many words belong to it, beside the first. */
static int take_option(struct omen_instrument_options *o, char **word, int n) {
  if (!strcmp(*word, "shared")) o->shared_library = true;
  if (!strcmp(*word, "pic")) o->pic = true;
  if (!strcmp(*word, "exact")) o->no_optimise = true;
  if (!strcmp(*word, "symbolic")) o->no_optimise = o->symbolic = true;
  if (n > 1 && (!strcmp(*word, "pruned") || !strcmp(*word, "check-pruned"))) {
    o->pruned = word[1];
    o->check_pruned = **word == 'c';
    o->no_optimise |= o->check_pruned;
    return 1;
  }
  if (n <= 4 || strcmp(*word, "pieces")) return 0;
  o->pieces = word[1];
  o->cache = word[2];
  o->salt = word[3];
  o->piece_size = strtoull(word[4], NULL, 10);
  return 4;
}

static int instrument(int argc, char **argv) {
  if (argc < 6) {
    fprintf(stderr,
            "omen: instrument BITCODE OBJECT SITES NAME OPT-LEVEL [shared] [pic] [exact] [symbolic] [pruned "
            "FILE] [check-pruned FILE] [pieces FOLDER CACHE SALT SIZE]\n");
    return OMEN_EXIT_USAGE;
  }
  struct omen_instrument_options o = {.module_name = argv[4], .opt_level = atoi(argv[5])};
  for (int i = 6; i < argc; i++) i += take_option(&o, argv + i, argc - i);
  struct omen_err err = {0};
  settle();
  if (omen_instrument_file(argv[1], argv[2], argv[3], &o, &err) == 0) return 0;
  fprintf(stderr, "omen: %s\n", err.msg);
  return OMEN_EXIT_FAILED;
}

int main(int argc, char **argv) { return omen_on_large_stack(instrument, argc, argv); }
