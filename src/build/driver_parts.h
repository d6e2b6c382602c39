/* Private to driver*.c: what the compile half tells the link half, and the link half's own pieces. */
#ifndef OMEN_BUILD_DRIVER_PARTS_H
#define OMEN_BUILD_DRIVER_PARTS_H
#include "build/bitcode.h"
#include "build/driver.h"

/* Environment variables from omen_driver_compile to omen_driver_link, which clang starts. */
#define OMEN_ENV_LD "OMEN_LD"           /* the real linker; unset: "ld" from PATH */
#define OMEN_ENV_WITHOUT "OMEN_WITHOUT" /* the option that keeps bitcode out, as -fsanitize=address */

/* Lists what travels with `file`, or writes its module to `extract_to`. Returns an exit code. */
int omen_driver_show(const char *file, const char *extract_to);

/* A linker's command line, understood (driver_ldargs.c). */
struct omen_ldargs {
  struct omen_args all;         /* the arguments, @files expanded */
  struct omen_args merge;       /* those that decide how symbols are resolved, for the merge */
  struct omen_args variant;     /* those that a variant must be linked with again */
  struct omen_args libs;        /* -l of the toolchain's own libraries, for programs linked statically */
  struct omen_bundle files;     /* version scripts and lists, by content */
  const char *output, *depfile; /* depfile: or NULL */
  char *without;                /* why there can be no variant, or NULL */
  bool only_asks;               /* --version, --help: no link happens */
  bool raw;                     /* the output has no place for sections of ours */
  bool scripted;                /* laid out by a linker script */
  bool relocatable, shared, is_static, pie;
  bool starts_up; /* has the C library's start-up file */
  bool has_libc;
};
void omen_ldargs_parse(struct omen_ldargs *l, int argc, char **argv);

/* Merges the bitcode of the link's inputs (driver_merge.c). Adds MODULE and OBJECT parts to `bundle`; fails,
 * with a message that becomes the bundle's reason for having no module, when that is not possible. `folder`
 * is a temporary one, for files that need a name. `opaque` counts the objects without bitcode. */
#define OMEN_COMMAND_MAX (512 << 10) /* bytes of arguments that are given as such */
#define OMEN_RESPONSE_FILE "args.rsp"
#define OMEN_HIDDEN_MAX 16 /* inputs whose bitcode cannot be used, in `folder` as hidden-N.o */
int omen_driver_merge(const struct omen_ldargs *l, const char *folder, struct omen_bundle *bundle,
                      size_t *opaque, struct omen_err *err);

/* Takes the carrier's name out of what --dependency-file made (driver_depfile.c). */
void omen_driver_fix_depfile(const char *path, const char *carrier);

/* Gives the object called `name` as lld's --trace prints it: "file.o" or "lib.a(member.o)"
 * (driver_archive.c). Where an archive has several members of that name, all of them are given, one call
 * each. Returns how many, -1 on failure. */
typedef void omen_object_seen(void *with, const char *name, const void *data, size_t size);
int omen_archive_each(const char *name, omen_object_seen *seen, void *with, struct omen_err *err);

/* driver_exclude.c: is this argument --omen-exclude=PATTERNS or --omen-exclude-file=FILE? They are Omen's
 * own, and not for clang. */
bool omen_exclude_option(const char *arg);
/* The patterns of all such arguments, one a line. -1: a file cannot be read, or a pattern is empty. */
int omen_exclude_patterns(const struct omen_args *args, struct omen_buf *out, struct omen_err *err);
#endif
