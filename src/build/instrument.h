/* The instrumenter: one whole-program module in, one object file and its sites file out. What it emits is
 * agreed with the runtime in runtime/abi.h; what it leaves out, and why that is right, is in
 * docs/build.md. */
#ifndef OMEN_BUILD_INSTRUMENT_H
#define OMEN_BUILD_INSTRUMENT_H
#include "base/base.h"

struct omen_instrument_options {
  bool shared_library;     /* sites get a base at load time; __omen_hot is reached through the GOT */
  const char *module_name; /* soname or program name, as given to the runtime and written in the sites file */
  int opt_level;           /* 0..3, of code generation */
  bool pic;                /* position-independent code; always so in a shared library */
  bool no_optimise;   /* every access gets a check of its own: no hoisting, merging or dropping (for tests) */
  bool symbolic;      /* with expressions (symbolic.h) */
  const char *pruned; /* NULL, or the file of accesses that need no race check (pruned.h) */
  bool check_pruned;  /* these keep their checks, and their sites say that they are such */
  const char *ir_out; /* NULL, or where the instrumented module is written as text */
  /* A large module becomes several objects (pieces.h). NULL: never. Otherwise a folder, in which either the
   * list OMEN_PIECES_LIST and its objects are when all is done, or there is one object as ever. */
  const char *pieces;
  uint64_t piece_size; /* instructions, about */
  const char *cache;   /* the folder of the pieces that were made before */
  const char *salt;    /* what code depends on beside the module, for their names */
};

/* The list of pieces: lines of OBJECT SYMBOL VALUE, SYMBOL "-" where there is none. */
#define OMEN_PIECES_LIST "pieces"
/* What begins a line of progress on the instrumenter's standard output: DONE TOTAL. */
#define OMEN_PROGRESS_LINE "omen-progress "

/* Returns 0, or -1 with a message that names the file at fault. On failure no output file is left behind. */
int omen_instrument_file(const char *bitcode_in, const char *object_out, const char *sites_out,
                         const struct omen_instrument_options *o, struct omen_err *err);
#endif
