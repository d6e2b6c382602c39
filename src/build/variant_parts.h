/* Private to variant*.c. */
#ifndef OMEN_BUILD_VARIANT_PARTS_H
#define OMEN_BUILD_VARIANT_PARTS_H
#include "build/bitcode.h"
#include "build/driver.h"
#include "build/variant.h"
#include <xxhash.h>

/* --- the shared libraries of a program, as the dynamic linker would find them (variant_libs.c) --- */
struct omen_lib {
  char *name; /* as in DT_NEEDED */
  char *path; /* where it is */
  struct omen_elf elf;
  long parent;     /* who needs it first: index, or -1 for the program */
  bool direct;     /* the program itself needs it */
  bool instrument; /* carries bitcode */
  uint64_t digest; /* of its bundle */
};
struct omen_libs {
  struct omen_lib *v;
  size_t n, cap;
};
/* All libraries, breadth first, the dynamic linker itself left out. */
int omen_libs_resolve(const char *prog, const struct omen_elf *elf, struct omen_libs *out,
                      struct omen_err *err);
/* The same, but what is not found is only named in `missing`: it may be there when the library is opened. */
int omen_libs_resolve_some(const char *file, const struct omen_elf *elf, struct omen_libs *out,
                           struct omen_args *missing, struct omen_err *err);
void omen_libs_release(struct omen_libs *l);
/* The search path of an ELF file with $ORIGIN and the like put in; "" when it has none. Caller frees. */
char *omen_libs_path(const char *file, const char *path);

/* Lines: names by which those without bitcode may reach what the others define (variant_names.c). */
int omen_names_of_others(const struct omen_libs *libs, struct omen_buf *out, struct omen_err *err);
/* What the bundle's linker was told of symbols: a line "A=B" where A may stand for B, and names of functions
 * that the loader calls. */
void omen_names_linked(const struct omen_bundle *b, struct omen_buf *out);

/* --- the cache (variant_cache.c) --- */
struct omen_key {
  XXH3_state_t *state;
};
void omen_key_init(struct omen_key *k);
void omen_key_add(struct omen_key *k, const void *data, size_t n);
void omen_key_adds(struct omen_key *k,
                   const char *s); /* with its end, so that "ab","c" differs from "a","bc" */
int omen_key_add_file(struct omen_key *k, const char *path, struct omen_err *err);
void omen_key_finish(struct omen_key *k, char hex[33]);

/* The cache's folder, made if need be. Caller frees. */
char *omen_cache_folder(struct omen_err *err);
/* Removes what commands that were killed left in it. */
void omen_cache_clean(const char *cache);
/* Path of an entry (caller frees); *there says whether it exists, and then it counts as used now. */
char *omen_cache_entry(const char *cache, const char *kind, const char *key, bool *there);
/* A new empty folder in the cache for an entry to be made in; and its two ends. Publishing is atomic, and
 * when someone else was faster, theirs is taken. */
char *omen_cache_begin(const char *cache, struct omen_err *err);
/* variant_sum.c: of an entry's files; false: it is not as it was made. */
int omen_sum_write(const char *entry, struct omen_err *err);
bool omen_sum_holds(const char *entry);
int omen_cache_publish(char *making, const char *entry, struct omen_err *err); /* frees `making` */
void omen_cache_abandon(char *making);                                         /* frees `making` */

/* --- building (variant_build.c) --- */
/* What building needs of this installation. */
struct omen_workshop {
  char *cache, *runtime, *instrumenter, *scan;
};
int omen_workshop_open(struct omen_workshop *w, struct omen_err *err); /* released in any case */
void omen_workshop_release(struct omen_workshop *w);
struct omen_object_job {
  const char *cache, *instrumenter;
  enum omen_variant_kind kind;
  const struct omen_bundle *bundle;
  const char *name; /* soname, or the program's name */
  bool shared, pic;
  const char *pruned; /* NULL, or the file with the module's accesses that need no race check (pruned.h) */
};
/* The bundle's module turned into an instrumented object: object.o and sites in a cache entry, whose path the
 * caller frees. NULL on failure. */
char *omen_build_object(const struct omen_object_job *j, struct omen_err *err);

/* --- pruning (variant_prune.c) --- */
struct omen_prune_job {
  const char *cache, *scan;
  const struct omen_bundle *bundles; /* the program's first, then its libraries' */
  struct omen_buf names;             /* omen_names_of_others, omen_names_linked */
  size_t n;
};
#define OMEN_PRUNE_SAYS "says" /* what came of it, in a line */
/* A cache entry, whose path the caller frees: a file for each bundle, named by its number, if any is pruned
 * at all. NULL on failure. */
char *omen_prune_modules(const struct omen_prune_job *j, struct omen_err *err);

/* --- linking (variant_link.c) --- */
struct omen_linking {
  const char *file; /* what the variant is of: program or library */
  const struct omen_elf *elf;
  const struct omen_bundle *bundle;
  const char *object; /* the instrumented one */
  const char *folder; /* for temporary files; the variant's folder being made */
  const char *output;
  bool shared;
  const char *soname;  /* shared libraries; NULL: it has none */
  const char *runtime; /* executables: libomen_rt.a */
  const struct omen_libs *libs;
  const char *libs_folder; /* where the instrumented ones are */
  const struct omen_args
      *stubs; /* libraries that only bear the names of those which were not found; or NULL */
};
int omen_link_variant(const struct omen_linking *l, struct omen_err *err);
/* Reads the LINK part: is there a module, is it position-independent, how many objects are opaque. */
int omen_link_info(const struct omen_bundle *b, bool *pic, long *opaque, char **without,
                   struct omen_err *err);
#endif
