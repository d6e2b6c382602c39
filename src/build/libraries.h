/* The file `libraries` of a recording: which of the program's libraries, as they lie on the disk, are run as
 * their variants. A line each, in the order in which they were met, with tabs between:
 *
 *   NAME DEVICE INODE SIZE SECONDS NANOSECONDS PATH WHY
 *
 * NAME is the file in lib/, or "-": the library goes in as it is, and WHY says why. PATH has no links in it;
 * the numbers say which file was meant, for a library that is built anew and opened again is another one.
 * Those that the program is linked with stand there from the start; those that it opens (dlopen) are added
 * while it runs, by the command that the runtime starts (cli/cmd_library.c). The runtime reads the file, too:
 * runtime/syscall/library.c. */
#ifndef OMEN_BUILD_LIBRARIES_H
#define OMEN_BUILD_LIBRARIES_H
#include "base/base.h"
#include "build/variant.h"

#define OMEN_LIBRARIES "libraries" /* the file's name */

struct omen_library {
  char *name; /* NULL: it goes in as it is */
  uint64_t device, inode, size, seconds, nanoseconds;
  char *path, *why;
};
struct omen_libraries {
  struct omen_library *v;
  size_t n, cap;
};

/* No such file: an empty list. */
int omen_libraries_read(struct omen_libraries *l, const char *folder, struct omen_err *err);
void omen_libraries_release(struct omen_libraries *l);
/* Puts all libraries of the variant into the folder's lib/ and into its list. */
int omen_libraries_begin(const char *folder, const struct omen_variant *v, struct omen_err *err);
/* The library at `path` is to be opened: its variant is found or made, copied, and listed; or it is listed as
 * one that has none. -1: nothing could be written. Several may do this at once. */
int omen_libraries_add(const char *folder, const char *path, enum omen_variant_kind kind,
                       struct omen_err *err);
/* Those that the run recorded in `base`, with variants of the kind `was`, opened: as they are now, for a run
 * of another kind. Fails if one is another library by now. */
int omen_libraries_again(const char *folder, const char *base, enum omen_variant_kind was,
                         enum omen_variant_kind kind, struct omen_err *err);
#endif
