/* Which build of a library a file is: its build id, or a hash of all of it where it has none. The file's
 * size, number and time of change spare reading it as long as nobody touched it: what was merely copied or
 * installed again has another number or time, and the same build id. */
#include "record/loaded.h"
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

struct image {
  const uint8_t *at;
  uint64_t size;
};

static bool inside(const struct image *f, uint64_t from, uint64_t len) {
  return from <= f->size && len <= f->size - from;
}

/* The build id among the notes, as hexadecimal digits; NULL: none. Caller frees. */
static char *id_in_notes(const uint8_t *p, uint64_t len) {
  Elf64_Nhdr n;
  for (uint64_t at = 0; at + sizeof n <= len;) {
    memcpy(&n, p + at, sizeof n);
    uint64_t name = at + sizeof n, value = name + ((n.n_namesz + 3ull) & ~3ull);
    if (value > len || n.n_descsz > len - value) return NULL;
    if (n.n_type == NT_GNU_BUILD_ID && n.n_namesz == 4 && !memcmp(p + name, "GNU", 4) && n.n_descsz) {
      struct omen_buf hex = {0};
      omen_buf_adds(&hex, "build-id ");
      for (uint32_t i = 0; i < n.n_descsz; i++) omen_buf_addf(&hex, "%02x", p[value + i]);
      return hex.data;
    }
    at = value + ((n.n_descsz + 3ull) & ~3ull);
  }
  return NULL;
}

static char *build_id(const struct image *f) {
  Elf64_Ehdr eh;
  Elf64_Phdr ph;
  char *id = NULL;
  if (f->size < sizeof eh) return NULL;
  memcpy(&eh, f->at, sizeof eh);
  if (memcmp(eh.e_ident, ELFMAG, SELFMAG) || eh.e_ident[EI_CLASS] != ELFCLASS64 ||
      eh.e_phentsize != sizeof ph || !inside(f, eh.e_phoff, (uint64_t)eh.e_phnum * sizeof ph))
    return NULL;
  for (int i = 0; i < eh.e_phnum && !id; i++) {
    memcpy(&ph, f->at + eh.e_phoff + (uint64_t)i * sizeof ph, sizeof ph);
    if (ph.p_type == PT_NOTE && inside(f, ph.p_offset, ph.p_filesz))
      id = id_in_notes(f->at + ph.p_offset, ph.p_filesz);
  }
  return id;
}

static char *id_of(int fd, uint64_t size) {
  if (!size) return omen_xstrdup("empty");
  struct image f = {mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0), size};
  if (f.at == MAP_FAILED) return NULL;
  char *id = build_id(&f);
  if (!id) id = omen_format("xxh3 %016llx", (unsigned long long)XXH3_64bits(f.at, size));
  munmap((void *)f.at, size);
  return id;
}

static void note(const struct stat *st, struct omen_manifest_library *out) {
  out->size = (uint64_t)st->st_size;
  out->inode = st->st_ino;
  out->changed = (uint64_t)st->st_ctim.tv_sec * 1000000000ull + (uint64_t)st->st_ctim.tv_nsec;
}

int omen_library_identify(const char *path, struct omen_manifest_library *out) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  struct stat st;
  if (fd < 0) return -1;
  int result = fstat(fd, &st);
  if (!result) note(&st, out);
  if (!result && !(out->id = id_of(fd, out->size))) result = -1;
  int why = errno;
  close(fd);
  errno = why;
  return result;
}

bool omen_library_same(const char *path, const struct omen_manifest_library *then) {
  struct omen_manifest_library now = {0};
  struct stat st;
  if (stat(path, &st)) return false;
  note(&st, &now);
  if (now.size == then->size && now.inode == then->inode && now.changed == then->changed) return true;
  bool same = !omen_library_identify(path, &now) && !strcmp(now.id, then->id);
  free(now.id);
  return same;
}
