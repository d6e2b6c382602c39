/* The variant of one library that a program opens while it runs: see variant.h. Like a library that is linked
 * in, but it stands alone: what it needs is looked for from where it lies, and what is not found there may
 * still be there when it is opened (the program has opened it, or knows another way), so that only its name
 * is kept. */
#include "build/variant_parts.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct work {
  const char *file, *name;
  enum omen_variant_kind kind;
  struct omen_elf elf;
  struct omen_bundle bundle;
  uint64_t digest;
  struct omen_libs libs;
  struct omen_args missing, stubs;
  struct omen_workshop shop;
};

static int look(struct work *w, struct omen_err *err) {
  char *without = NULL;
  bool pic;
  long opaque;
  if (omen_elf_read(w->file, true, &w->elf, err)) return -1;
  if (!w->elf.bundle.len) return omen_fail(err, "its bitcode was stripped");
  if (omen_bundle_check(w->elf.bundle.data, w->elf.bundle.len, &w->digest, err) ||
      omen_bundle_unpack(w->elf.bundle.data, w->elf.bundle.len, &w->bundle, err) ||
      omen_link_info(&w->bundle, &pic, &opaque, &without, err))
    return -1;
  if (without) omen_fail(err, "%s", without);
  if (without) return free(without), -1;
  return omen_libs_resolve_some(w->file, &w->elf, &w->libs, &w->missing, err);
}

static int key_of(const struct work *w, char hex[33], struct omen_err *err) {
  struct omen_key k;
  omen_key_init(&k);
  omen_key_adds(&k, "library 1 " OMEN_VERSION);
  omen_key_add(&k, &w->kind, sizeof w->kind);
  int bad = omen_key_add_file(&k, w->shop.instrumenter, err);
  omen_key_add(&k, &w->digest, sizeof w->digest);
  omen_key_adds(&k, w->name);
  omen_key_adds(&k, w->elf.soname);
  char *path = omen_libs_path(w->file, w->elf.runpath ? w->elf.runpath : w->elf.rpath);
  omen_key_adds(&k, path);
  free(path);
  for (size_t i = 0; i < w->missing.n; i++) omen_key_adds(&k, w->missing.v[i]);
  for (size_t i = 0; i < w->libs.n; i++) {
    struct stat st = {0};
    if (!w->libs.v[i].direct) continue;
    omen_key_adds(&k, w->libs.v[i].path);
    if (stat(w->libs.v[i].path, &st)) continue;
    omen_key_add(&k, &st.st_size, sizeof st.st_size);
    omen_key_add(&k, &st.st_mtim, sizeof st.st_mtim);
  }
  omen_key_finish(&k, hex);
  return bad;
}

/* A library with nothing in it but its name. */
static int make_stub(struct work *w, const char *making, const char *name, struct omen_err *err) {
  char *clang = omen_tool_find("clang-19"), *lld = omen_tool_find("ld.lld-19");
  struct omen_args a = {0};
  struct omen_buf said = {0};
  int bad = clang && lld ? 0 : omen_fail(err, "clang-19 or ld.lld-19 was not found");
  if (!bad) {
    char *path = omen_format("%s/stub-%zu.so", making, w->stubs.n);
    const char *const words[] = {clang,      "-fuse-ld=lld", "-shared",  "-nostdlib", "-x", "c", "/dev/null",
                                 "-Xlinker", "-soname",      "-Xlinker", name,        "-o", path};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) omen_args_add(&a, words[i]);
    omen_args_addf(&a, "--ld-path=%s", lld);
    bad = omen_tool_run(a.v, &said, &said, err);
    if (bad > 0) bad = omen_fail(err, "a stub of %s cannot be linked", name);
    omen_args_add(&w->stubs, path);
    free(path);
  }
  omen_args_release(&a);
  omen_buf_release(&said);
  free(clang);
  free(lld);
  return bad;
}

static int make_in(struct work *w, const char *making, const char *object, struct omen_err *err) {
  char *code = omen_format("%s/object.o", object), *sites = omen_format("%s/sites", object);
  char *output = omen_format("%s/library", making), *sites_to = omen_format("%s/library.sites", making);
  struct omen_linking l = {.file = w->file,
                           .elf = &w->elf,
                           .bundle = &w->bundle,
                           .object = code,
                           .folder = making,
                           .output = output,
                           .shared = true,
                           .soname = w->elf.soname,
                           .libs = &w->libs,
                           .stubs = &w->stubs};
  int bad = 0;
  for (size_t i = 0; !bad && i < w->missing.n; i++) bad = make_stub(w, making, w->missing.v[i], err);
  if (!bad) bad = omen_link_variant(&l, err) || omen_file_copy(sites, sites_to, err);
  for (size_t i = 0; i < w->stubs.n; i++) unlink(w->stubs.v[i]);
  free(code);
  free(sites);
  free(output);
  free(sites_to);
  return bad;
}

static int make(struct work *w, const char *entry, struct omen_err *err) {
  struct omen_object_job j = {.cache = w->shop.cache,
                              .instrumenter = w->shop.instrumenter,
                              .bundle = &w->bundle,
                              .name = w->name,
                              .shared = true,
                              .pic = true,
                              .kind = w->kind};
  char *object = omen_build_object(&j, err), *making = object ? omen_cache_begin(w->shop.cache, err) : NULL;
  int bad = !making;
  if (!bad && (bad = make_in(w, making, object, err)))
    omen_cache_abandon(making);
  else if (!bad)
    bad = omen_cache_publish(making, entry, err);
  free(object);
  return bad ? -1 : 0;
}

int omen_variant_library(const char *file, const char *name, enum omen_variant_kind kind, char **path,
                         char **sites, struct omen_err *err) {
  struct work w = {.file = file, .name = name, .kind = kind};
  char key[33];
  bool there = false;
  int bad = look(&w, err) || omen_workshop_open(&w.shop, err) || key_of(&w, key, err);
  char *entry = bad ? NULL : omen_cache_entry(w.shop.cache, "library", key, &there);
  if (!bad && !there) bad = make(&w, entry, err);
  if (!bad) {
    *path = omen_format("%s/library", entry);
    *sites = omen_format("%s/library.sites", entry);
  }
  free(entry);
  omen_elf_release(&w.elf);
  omen_bundle_release(&w.bundle);
  omen_libs_release(&w.libs);
  omen_args_release(&w.missing);
  omen_args_release(&w.stubs);
  omen_workshop_release(&w.shop);
  return bad ? -1 : 0;
}
