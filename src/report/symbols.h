/* Addresses of a recorded run to names: code addresses to functions and lines (inlined ones too), data
 * addresses to global variables and their members. By elfutils from the files that were mapped; works on a
 * recording that was moved, and says less, never wrong things, where debug information or a file is missing.
 */
#ifndef OMEN_REPORT_SYMBOLS_H
#define OMEN_REPORT_SYMBOLS_H
#include "report/pool.h"

struct omen_frame {
  const char *function; /* demangled; never NULL */
  const char *file;     /* as the compiler was given it; NULL when unknown */
  const char *path;     /* where to look for the source; NULL when unknown */
  const char *module;   /* base name of the mapped file; NULL when unknown */
  uint64_t offset;      /* of the code in the module, as the file counts; 0 when unknown */
  int line, column;     /* 0 when unknown */
  bool inlined;
};

struct omen_variable {
  const char *name;  /* of the variable: counter, table */
  const char *path;  /* with members: table[3].refs; equals name where there are none */
  const char *shape; /* path without the numbers: table[].refs: the same in every run */
  const char *scope; /* the function of a static local, or NULL */
  const char *file;
  int line;
  uint64_t addr, size; /* of the whole variable; size 0 when unknown */
  uint64_t part_size;  /* of what `path` names */
};

struct omen_symbols;
struct omen_symbols *omen_symbols_new(struct omen_pool *pool);
void omen_symbols_free(struct omen_symbols *s);
/* A file mapped at [start, end) from `offset` on (an executable mapping). A file that cannot be read is left
 * out. */
void omen_symbols_add(struct omen_symbols *s, const char *file, uint64_t start, uint64_t end,
                      uint64_t offset);
/* Appends the frames at `pc` (innermost inlined function first) to the array; at least one. A return address
 * names the call before it: `is_return`. */
void omen_symbols_frames(struct omen_symbols *s, uint64_t pc, bool is_return, struct omen_frame **frames,
                         size_t *n, size_t *cap);
/* The path without "x/..", as in /usr/lib/gcc/x86_64-linux-gnu/12/../../../../include; links are not looked
 * at. The caller frees. */
char *omen_symbols_clean(const char *path);
bool omen_symbols_variable(struct omen_symbols *s, uint64_t addr, struct omen_variable *out);
#endif
