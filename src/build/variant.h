/* Variants: programs built from the bitcode that travels with what `omen cc` linked. Made when first needed,
 * kept in a cache by content. A variant is a folder:
 *
 *   program          the executable: instrumented, with the runtime linked in
 *   program.sites    what its site numbers mean (sites.h)
 *   lib/NAME         instrumented versions of the shared libraries that were built with omen cc
 *   lib/NAME.sites   and their sites
 *
 * The executable looks for libraries in OMEN_VARIANT_LIBRARIES first: whoever starts it opens the folder
 * `lib`, or a copy of it, on that descriptor. So a variant can be moved and copied, and its bytes do not
 * depend on where it is. */
#ifndef OMEN_BUILD_VARIANT_H
#define OMEN_BUILD_VARIANT_H
#include "base/base.h"

#define OMEN_VARIANT_LIBRARIES "/proc/self/fd/197" /* record/launch.h: OMEN_LIBRARY_FD */

/* EXACT: every access has a check of its own, none is merged with another or left out: a run can be stopped
 * before any of them. Slower; for recordings that verdicts are to be given for. SYMBOLIC: that, and beside
 * every value that may depend on an input its expression (docs/symbolic.md); events have the same
 * names. The last two: docs/scan.md. */
enum omen_variant_kind {
  OMEN_VARIANT_ANALYSIS,
  OMEN_VARIANT_EXACT,
  OMEN_VARIANT_SYMBOLIC,
  OMEN_VARIANT_PRUNED, /* ANALYSIS, with light checks where the static analysis saw that nothing can race */
  OMEN_VARIANT_CHECK_PRUNE /* EXACT, and the sites say of which accesses that was seen */
};

struct omen_variant_library {
  char *name;     /* as the dynamic linker and __omen_module_register know it */
  char *original; /* path of the library that it stands for */
  char *path, *sites;
};
struct omen_variant {
  enum omen_variant_kind kind;
  char *key;    /* content hash: the folder's name in the cache */
  char *folder; /* absolute */
  char *path, *sites;
  char *library_folder; /* NULL when there are no instrumented libraries */
  struct omen_variant_library *libraries;
  size_t nlibraries, libraries_cap;
  char *pruning; /* what came of pruning, a line; NULL: it was not asked for */
  char *notes;   /* what a person should know, a line each (parts that are not analysed); "" when nothing */
};

/* Finds or builds the variant of the program at `prog`. Says on standard error that it is building when that
 * takes longer than two seconds and standard error is a terminal. Returns 0, or the exit status that `omen
 * run` owes its caller, with a message: OMEN_EXIT_RUN_NOT_FOUND, OMEN_EXIT_RUN_CANNOT (not a program, or not
 * one built with omen cc), OMEN_EXIT_RUN_FAILED (anything of ours). */
int omen_variant_get(const char *prog, enum omen_variant_kind kind, struct omen_variant *out,
                     struct omen_err *err);
void omen_variant_release(struct omen_variant *v);
/* The variant of a library that the program opens while it runs (dlopen): finds or builds it. `name` is what
 * it is called in the outcome and must be one library's within a recording. *path and *sites are in the
 * cache; the caller frees. -1: it has none, and the message says why. */
int omen_variant_library(const char *file, const char *name, enum omen_variant_kind kind, char **path,
                         char **sites, struct omen_err *err);
/* The merged bitcode of the program, and of each of its libraries that has some, as files in the folder: the
 * program's first. Answers and notes as omen_variant_get; the caller frees the notes in any case. */
struct omen_args;
int omen_variant_modules(const char *prog, const char *folder, struct omen_args *files, char **notes,
                         struct omen_err *err);
/* The same of one library, which the program opens while it runs. */
int omen_library_module(const char *file, const char *folder, struct omen_args *files, struct omen_err *err);
/* The cache's folder, made if need be. Caller frees; NULL with a message. */
char *omen_cache_folder(struct omen_err *err);
#endif
