/* The manifest of a recording: what was run, how, and what the folder's files must look like.
 *
 * manifest.json is written twice: before the run (complete: false, no files listed), so that an interrupted
 * recording is recognised as one, and at the end (complete: true) with the size and checksum of every other
 * file. It carries a checksum of itself, and the reader accepts only the exact bytes that the writer makes:
 * any altered byte in a recording is an error, never a different run.
 *
 * Arguments and environment are bytes, JSON strings are UTF-8: a value that is not valid UTF-8 is kept as
 * {"hex": "..."}. */
#ifndef OMEN_RECORD_MANIFEST_H
#define OMEN_RECORD_MANIFEST_H
#include "base/base.h"
#include "record/config.h"

/* A recording has its variant in it, and the runtime in the variant reads the configuration of its own time.
 * So the version of the recording rises with that of the configuration: an older recording is refused in one
 * line, and not by its own runtime in words that do not fit. */
#define OMEN_MANIFEST_VERSION 5
_Static_assert(OMEN_CONFIG_VERSION == 14, "raise OMEN_MANIFEST_VERSION, too");

struct omen_manifest_file {
  char *name; /* relative to the folder */
  uint64_t size, hash;
};

struct omen_manifest_library {   /* which the dynamic linker loads at start: loaded.h */
  char *name;                    /* as the linker has it: a path, mostly absolute */
  uint64_t size, inode, changed; /* of the file then; changed: its ctime, in ns */
  char *id;                      /* of the build: library_identity.c; empty: it is in the recording */
};

struct omen_manifest {
  bool complete;
  char *omen;            /* version of the command that wrote it */
  char *program;         /* absolute: what /proc/self/exe should say */
  char **argv, **env;    /* NULL-terminated */
  char *cwd, *recording; /* absolute, as they were then */
  char *variant;         /* the variant's content hash: its name in the cache */
  uint64_t stack_limit;  /* RLIMIT_STACK, soft: the layout of the address space depends on it */
  uint64_t seed, quantum, pct_steps;
  uint64_t keep_freed; /* freed memory that is kept back: the layout of the heap depends on it */
  uint32_t strategy, pct_depth, flags;
  char **invariants, **without;         /* what was asked for: extras.h; NULL: nothing */
  double seconds;                       /* wall time of the recorded run */
  double cpu_seconds;                   /* its processor time */
  bool limited;                         /* a time limit ended it */
  bool unheard;                         /* it had a client, and never listened */
  struct omen_manifest_library *loaded; /* in the linker's order; none: it searches for them */
  size_t nloaded, cloaded;
  struct omen_manifest_file *files;
  size_t nfiles, cfiles;
  uint64_t made_inode, made_born; /* of its folder: made_here.h; 0: not known */
};

void omen_manifest_release(struct omen_manifest *m);
void omen_manifest_add_file(struct omen_manifest *m, const char *name, uint64_t size, uint64_t hash);
void omen_manifest_forget_loaded(struct omen_manifest *m);
void omen_manifest_copy_loaded(struct omen_manifest *to, const struct omen_manifest *from);
/* `where` names the file in messages. */
int omen_manifest_write(const struct omen_manifest *m, const char *path, struct omen_err *err);
int omen_manifest_parse(struct omen_manifest *m, const char *text, size_t len, const char *where,
                        struct omen_err *err);
int omen_manifest_read(struct omen_manifest *m, const char *path, struct omen_err *err);

/* A NULL-terminated copy of a NULL-terminated list; the caller frees with omen_strings_free. */
char **omen_strings_copy(char *const *list);
void omen_strings_free(char **list);

const char *omen_strategy_name(uint32_t strategy);             /* NULL: no such */
int omen_strategy_parse(const char *word, uint32_t *strategy); /* -1: no such */
#endif
