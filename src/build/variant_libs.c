/* Finds a program's shared libraries the way the dynamic linker will: DT_RPATH of the library that needs it
 * and of those above it, LD_LIBRARY_PATH, DT_RUNPATH, ld.so.cache, the default folders. Reads files only;
 * starts nothing. */
#include "build/variant_parts.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static char *folder_of(const char *file) {
  char *real = realpath(file, NULL);
  char *path = omen_xstrdup(real ? real : file);
  free(real);
  char *slash = strrchr(path, '/');
  if (slash) *slash = 0;
  return path;
}

/* Puts in $ORIGIN, $LIB and $PLATFORM, with or without braces. */
char *omen_libs_path(const char *file, const char *path) {
  struct omen_buf b = {0};
  char *origin = folder_of(file);
  const struct {
    const char *name, *value;
  } words[] = {{"$ORIGIN", origin},
               {"${ORIGIN}", origin},
               {"$LIB", "lib/x86_64-linux-gnu"},
               {"${LIB}", "lib/x86_64-linux-gnu"},
               {"$PLATFORM", "x86_64"},
               {"${PLATFORM}", "x86_64"}};
  omen_buf_adds(&b, "");
  for (const char *s = path ? path : ""; *s;) {
    size_t i = 0, n = sizeof words / sizeof *words;
    while (i < n && strncmp(s, words[i].name, strlen(words[i].name))) i++;
    if (i < n) {
      omen_buf_adds(&b, words[i].value);
      s += strlen(words[i].name);
    } else
      omen_buf_add(&b, s++, 1);
  }
  free(origin);
  return b.data;
}

/* Takes the file if it is a library for this machine. */
static bool try_file(const char *path, struct omen_lib *lib) {
  if (!omen_file_exists(path)) return false;
  struct omen_elf elf;
  if (omen_elf_read(path, true, &elf, NULL)) return false;
  if (!elf.is_x86_64 || !elf.is_executable_kind) {
    omen_elf_release(&elf);
    return false;
  }
  lib->path = omen_xstrdup(path);
  lib->elf = elf;
  return true;
}

static bool try_folders(const char *folders, const char *name, struct omen_lib *lib) {
  for (const char *s = folders; s && *s;) {
    size_t n = strcspn(s, ":;");
    char *path = omen_format("%.*s/%s", n ? (int)n : 1, n ? s : ".", name);
    bool good = try_file(path, lib);
    free(path);
    if (good) return true;
    s += n + (s[n] != 0);
  }
  return false;
}

static bool try_search_path(const char *file, const char *path, const char *name, struct omen_lib *lib) {
  if (!path) return false;
  char *folders = omen_libs_path(file, path);
  bool good = try_folders(folders, name, lib);
  free(folders);
  return good;
}

/* --- ld.so.cache: "glibc-ld.so.cache1.1", u32 count, u32 length of strings, 5 words, then entries of 24
 * bytes --- */

struct cache_entry {
  int32_t flags;
  uint32_t key, value; /* offsets from the start of the file */
  uint32_t os;
  uint64_t hwcap;
};

static const char *text_at(const struct omen_buf *b, size_t start, uint32_t at) {
  size_t where = start + at;
  return where < b->len && memchr(b->data + where, 0, b->len - where) ? b->data + where : NULL;
}

static bool try_cache(const char *name, struct omen_lib *lib) {
  static struct omen_buf cache; /* read once, kept */
  static bool read;
  static const char magic[] = "glibc-ld.so.cache1.1";
  if (!read) read = true, omen_file_read("/etc/ld.so.cache", &cache, NULL);
  char *start = cache.len ? memmem(cache.data, cache.len, magic, sizeof magic - 1) : NULL;
  if (!start) return false;
  size_t base = (size_t)(start - cache.data), at = base + 48;
  uint32_t count;
  if (cache.len < at) return false;
  memcpy(&count, start + 20, sizeof count);
  for (uint32_t i = 0; i < count && cache.len - at >= sizeof(struct cache_entry);
       i++, at += sizeof(struct cache_entry)) {
    struct cache_entry e;
    memcpy(&e, cache.data + at, sizeof e);
    const char *key = text_at(&cache, base, e.key), *value = text_at(&cache, base, e.value);
    if (key && value && !e.hwcap && !strcmp(key, name) && try_file(value, lib)) return true;
  }
  return false;
}

/* --- the search --- */

static bool find(const char *prog, const struct omen_elf *elf, const struct omen_libs *all,
                 struct omen_lib *lib) {
  const struct omen_elf *needs = lib->parent < 0 ? elf : &all->v[lib->parent].elf;
  const char *needs_path = lib->parent < 0 ? prog : all->v[lib->parent].path;
  if (strchr(lib->name, '/')) {
    char *path = omen_libs_path(needs_path, lib->name);
    bool good = try_file(path, lib);
    free(path);
    return good;
  }
  if (!needs->runpath) {
    for (long p = lib->parent; p >= 0; p = all->v[p].parent)
      if (!all->v[p].elf.runpath && try_search_path(all->v[p].path, all->v[p].elf.rpath, lib->name, lib))
        return true;
    if (!elf->runpath && try_search_path(prog, elf->rpath, lib->name, lib)) return true;
  }
  return try_folders(getenv("LD_LIBRARY_PATH"), lib->name, lib) ||
         try_search_path(needs_path, needs->runpath, lib->name, lib) || try_cache(lib->name, lib) ||
         try_folders("/lib/x86_64-linux-gnu:/usr/lib/x86_64-linux-gnu:/lib64:/usr/lib64:/lib:/usr/lib",
                     lib->name, lib);
}

static struct omen_lib *known(struct omen_libs *l, const char *name) {
  for (size_t i = 0; i < l->n; i++)
    if (!strcmp(l->v[i].name, name) || (l->v[i].elf.soname && !strcmp(l->v[i].elf.soname, name)))
      return &l->v[i];
  return NULL;
}

static int add_needed(const char *prog, const struct omen_elf *elf, struct omen_libs *l, long parent,
                      struct omen_args *missing, struct omen_err *err) {
  size_t count = parent < 0 ? elf->needed_n : l->v[parent].elf.needed_n;
  for (size_t i = 0; i < count; i++) {
    const char *name = parent < 0 ? elf->needed[i] : l->v[parent].elf.needed[i];
    if (!strncmp(omen_base_name(name), "ld-linux", 8) || known(l, name)) continue;
    struct omen_lib lib = {.name = omen_xstrdup(name), .parent = parent, .direct = parent < 0};
    if (!find(prog, elf, l, &lib)) {
      if (missing && parent < 0) omen_args_add(missing, name);
      if (missing) {
        free(lib.name);
        continue;
      }
      omen_fail(err, "%s: its library %s was not found: LD_LIBRARY_PATH can name its folder",
                parent < 0 ? prog : l->v[parent].path, name);
      free(lib.name);
      return -1;
    }
    OMEN_GROW(l->v, l->n, l->cap);
    l->v[l->n++] = lib;
  }
  return 0;
}

int omen_libs_resolve(const char *prog, const struct omen_elf *elf, struct omen_libs *out,
                      struct omen_err *err) {
  return omen_libs_resolve_some(prog, elf, out, NULL, err);
}

int omen_libs_resolve_some(const char *file, const struct omen_elf *elf, struct omen_libs *out,
                           struct omen_args *missing, struct omen_err *err) {
  *out = (struct omen_libs){0};
  int bad = add_needed(file, elf, out, -1, missing, err);
  for (size_t i = 0; !bad && i < out->n; i++) bad = add_needed(file, elf, out, (long)i, missing, err);
  if (bad) omen_libs_release(out);
  return bad;
}

void omen_libs_release(struct omen_libs *l) {
  for (size_t i = 0; i < l->n; i++) {
    free(l->v[i].name);
    free(l->v[i].path);
    omen_elf_release(&l->v[i].elf);
  }
  free(l->v);
  *l = (struct omen_libs){0};
}
