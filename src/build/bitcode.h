/* The bundle: what travels with everything that `omen cc` links. It holds the whole-program bitcode and what
 * else a variant is linked from, in a section of its own:
 *
 *   .note.omen   SHT_NOTE, loaded, 24 bytes: "linked by omen cc". Survives every kind of strip, so that a
 * program whose bundle was removed can be told from one that was never built with omen cc. .omen.bc     not
 * loaded: struct omen_bundle_header, then one zstd frame of parts. A checksum covers it all.
 *
 * The bundle reaches the output as an ordinary input of the ordinary link (the *carrier* object), so every
 * linker keeps it, and the output is written once. */
#ifndef OMEN_BUILD_BITCODE_H
#define OMEN_BUILD_BITCODE_H
#include "base/base.h"

#define OMEN_SECTION_BUNDLE ".omen.bc"
#define OMEN_SECTION_NOTE ".note.omen"
#define OMEN_SECTION_LTO ".llvm.lto"

enum omen_part_kind {
  OMEN_PART_LINK = 1,   /* JSON: how it was linked, see driver_link.c; always the first */
  OMEN_PART_MODULE = 2, /* the merged bitcode; at most one */
  OMEN_PART_OBJECT =
      3, /* an object without bitcode (assembly, another compiler's): linked into variants as it is */
  OMEN_PART_VERSIONS = 4, /* a version script */
  OMEN_PART_DYNAMIC = 5,  /* a dynamic list */
  OMEN_PART_EXPORTS = 6,  /* an export-dynamic-symbol list */
};

struct omen_part {
  enum omen_part_kind kind;
  char *name;
  char *data; /* NUL-terminated beyond size */
  size_t size;
};
struct omen_bundle {
  struct omen_part *parts;
  size_t n, cap;
};
/* Copies name and data. */
void omen_bundle_add(struct omen_bundle *b, enum omen_part_kind kind, const char *name, const void *data,
                     size_t size);
const struct omen_part *omen_bundle_find(const struct omen_bundle *b,
                                         enum omen_part_kind kind); /* first, or NULL */
void omen_bundle_release(struct omen_bundle *b);

/* Bytes of the section, from and to. Unpacking survives any bytes. omen_bundle_check only verifies header and
 * checksum, and gives a digest of the contents. */
void omen_bundle_pack(const struct omen_bundle *b, struct omen_buf *out);
int omen_bundle_check(const void *data, size_t size, uint64_t *digest, struct omen_err *err);
int omen_bundle_unpack(const void *data, size_t size, struct omen_bundle *out, struct omen_err *err);

/* The carrier: an x86-64 relocatable object with the two sections and nothing that could change the program
 * (no code, no symbols, no need for an executable stack, agreeing to control-flow protection). Without
 * `loaded`, nothing of it reaches the program's memory: no note. */
void omen_bundle_carrier(const struct omen_buf *bundle, bool loaded, struct omen_buf *object);

/* What Omen wants to know of an ELF file. */
struct omen_elf {
  bool is_elf, is_x86_64, is_executable_kind; /* kind: ET_EXEC or ET_DYN */
  bool shared;   /* a library: ET_DYN without an interpreter and not static-pie */
  bool noted;    /* has .note.omen */
  char **needed; /* DT_NEEDED, in order */
  size_t needed_n, needed_cap;
  char *soname, *rpath, *runpath; /* or NULL */
  struct omen_buf bundle;         /* the section's bytes; empty when there is none */
};
/* Fails when the file cannot be read, not because of what it is. With `want_bundle` false the bundle is not
 * copied. */
int omen_elf_read(const char *path, bool want_bundle, struct omen_elf *out, struct omen_err *err);
void omen_elf_release(struct omen_elf *e);
/* Is this an object file in memory with a bitcode section (or bitcode itself)? */
bool omen_elf_has_bitcode(const void *data, size_t size);
/* Renames the bitcode section of an ELF object in memory, so that lld takes the object for an ordinary one.
 * False when there is none. */
bool omen_elf_hide_bitcode(void *data, size_t size);
#endif
