/* omen_variant_get: looks at the program, finds its libraries, computes the variant's key, and builds what
 * the cache does not have. See variant.h for what comes out, variant_build.c and variant_link.c for how. */
#include "build/variant.h"
#include "build/variant_parts.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Everything known about the variant while it is looked up or made. */
struct work {
  const char *prog;
  char *path; /* of the program, absolute */
  struct omen_elf elf;
  struct omen_bundle bundle; /* of the program */
  bool pic;
  enum omen_variant_kind kind;
  struct omen_libs libs;
  struct omen_workshop shop;
  long opaque;  /* objects without bitcode */
  char *pruned; /* omen_prune_modules; NULL: nothing is pruned */
  struct omen_variant *out;
};

static void note(struct work *w, const char *fmt, const char *what, const char *why) {
  char *old = w->out->notes, *line = omen_format(fmt, what, why);
  w->out->notes = omen_format("%s%s\n", old, line);
  free(old);
  free(line);
}

/* --- is this a program that Omen can work with? --- */

static int check_file(const char *prog, struct omen_err *err) {
  struct stat st;
  char start[2] = "";
  if (stat(prog, &st)) {
    omen_fail(err, "%s: %s", prog, strerror(errno));
    return errno == ENOENT || errno == ENOTDIR ? OMEN_EXIT_RUN_NOT_FOUND : OMEN_EXIT_RUN_CANNOT;
  }
  if (!S_ISREG(st.st_mode)) {
    omen_fail(err, "%s is %s, not a program: name the program itself", prog,
              S_ISDIR(st.st_mode) ? "a folder" : "a special file");
    return OMEN_EXIT_RUN_CANNOT;
  }
  int fd = open(prog, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd >= 0 ? read(fd, start, 2) : -1;
  if (n < 0) omen_fail(err, "%s: %s", prog, strerror(errno));
  if (fd >= 0) close(fd);
  if (n < 0) return OMEN_EXIT_RUN_CANNOT;
  if (n == 2 && !memcmp(start, "#!", 2)) {
    omen_fail(err, "%s is a script: name the program that it starts", prog);
    return OMEN_EXIT_RUN_CANNOT;
  }
  return 0;
}

static int check_elf(const char *prog, const struct omen_elf *e, struct omen_err *err) {
  if (!e->is_elf)
    return omen_fail(err, "%s is not an ELF program: build one with 'omen cc' and name that", prog);
  if (!e->is_x86_64)
    return omen_fail(
        err, "%s is not a program for x86-64, the one machine that Omen knows: build it for that", prog);
  if (!e->is_executable_kind)
    return omen_fail(err, "%s is an object file, not a program: link it first", prog);
  if (e->shared)
    return omen_fail(err, "%s is a shared library, not a program: name a program that uses it", prog);
  if (!e->bundle.len && e->noted)
    return omen_fail(
        err,
        "%s was built with 'omen cc', but its bitcode (section " OMEN_SECTION_BUNDLE
        ") was stripped: use the program before it was stripped, or strip it with GNU strip, which "
        "keeps it (CMake: -DCMAKE_STRIP=strip)",
        prog);
  if (!e->bundle.len)
    return omen_fail(err, "%s was not built with 'omen cc'; rebuild it with CC=\"omen cc\"", prog);
  return 0;
}

static int check_bundle(struct work *w, struct omen_err *err) {
  char *without = NULL;
  long opaque = 0;
  struct omen_err why;
  if (omen_bundle_unpack(w->elf.bundle.data, w->elf.bundle.len, &w->bundle, &why) ||
      omen_link_info(&w->bundle, &w->pic, &opaque, &without, &why))
    return omen_fail(err, "%s: %s", w->prog, why.msg);
  if (without) {
    omen_fail(err, "%s cannot be analysed: %s", w->prog, without);
    free(without);
    return -1;
  }
  char number[32];
  w->opaque += opaque;
  snprintf(number, sizeof number, "%ld", opaque);
  if (opaque)
    note(w, "%s of its objects have no bitcode (assembly, or another compiler) and are not analysed%s",
         number, "");
  return 0;
}

/* --- its libraries --- */

static void look_at_library(struct work *w, struct omen_lib *lib) {
  struct omen_err why;
  if (!lib->elf.bundle.len) return;
  struct omen_bundle b = {0};
  char *without = NULL;
  bool pic;
  long opaque;
  if (omen_bundle_check(lib->elf.bundle.data, lib->elf.bundle.len, &lib->digest, &why) ||
      omen_bundle_unpack(lib->elf.bundle.data, lib->elf.bundle.len, &b, &why) ||
      omen_link_info(&b, &pic, &opaque, &without, &why))
    note(w, "%s is not analysed: %s", lib->path, why.msg);
  else if (without)
    note(w, "%s is not analysed: %s", lib->path, without);
  else {
    lib->instrument = true;
    w->opaque += opaque;
  }
  free(without);
  omen_bundle_release(&b);
}

static void list_library(struct work *w, const struct omen_lib *lib) {
  struct omen_variant *v = w->out;
  OMEN_GROW(v->libraries, v->nlibraries, v->libraries_cap);
  const char *base = omen_base_name(lib->name);
  v->libraries[v->nlibraries++] =
      (struct omen_variant_library){.name = omen_xstrdup(lib->elf.soname ? lib->elf.soname : base),
                                    .original = omen_xstrdup(lib->path),
                                    .path = omen_format("%s/lib/%s", v->folder, base),
                                    .sites = omen_format("%s/lib/%s.sites", v->folder, base)};
}

/* --- key --- */

static bool prunes(enum omen_variant_kind kind) {
  return kind == OMEN_VARIANT_PRUNED || kind == OMEN_VARIANT_CHECK_PRUNE;
}

static int variant_key(struct work *w, enum omen_variant_kind kind, char hex[33], struct omen_err *err) {
  struct omen_key k;
  uint64_t digest;
  if (omen_bundle_check(w->elf.bundle.data, w->elf.bundle.len, &digest, err)) return -1;
  omen_key_init(&k);
  omen_key_adds(&k, "variant 1 " OMEN_VERSION);
  omen_key_add(&k, &kind, sizeof kind);
  int bad = omen_key_add_file(&k, w->shop.instrumenter, err) || omen_key_add_file(&k, w->shop.runtime, err);
  if (prunes(kind)) bad |= omen_key_add_file(&k, w->shop.scan, err);
  omen_key_add(&k, &digest, sizeof digest);
  omen_key_adds(&k, omen_base_name(w->path));
  char *rpath = omen_libs_path(w->path, w->elf.runpath ? w->elf.runpath : w->elf.rpath);
  omen_key_adds(&k, rpath);
  if (w->elf.runpath) omen_key_adds(&k, getenv("LD_LIBRARY_PATH"));
  free(rpath);
  for (size_t i = 0; i < w->libs.n; i++) {
    const struct omen_lib *lib = &w->libs.v[i];
    struct stat st = {0};
    omen_key_adds(&k, lib->path);
    omen_key_add(&k, &lib->digest, sizeof lib->digest);
    if (!lib->instrument && stat(lib->path, &st) == 0) {
      omen_key_add(&k, &st.st_size, sizeof st.st_size);
      omen_key_add(&k, &st.st_mtim, sizeof st.st_mtim);
    }
  }
  omen_key_finish(&k, hex);
  return bad;
}

/* --- building --- */

static int make_linked(const struct omen_linking *l, const char *entry, struct omen_err *err) {
  char *sites_from = omen_format("%s/sites", entry), *sites_to = omen_format("%s.sites", l->output);
  int bad = omen_link_variant(l, err) || omen_file_copy(sites_from, sites_to, err);
  free(sites_from);
  free(sites_to);
  return bad;
}

/* module: the program's is 0, its libraries' come behind it. */
static char *build_object(const struct work *w, const struct omen_bundle *b, size_t module, bool pic,
                          const char *name, struct omen_err *err) {
  struct omen_object_job j = {.cache = w->shop.cache,
                              .instrumenter = w->shop.instrumenter,
                              .bundle = b,
                              .name = name,
                              .shared = module > 0,
                              .pic = pic,
                              .kind = w->kind};
  char *pruned = w->pruned ? omen_format("%s/%zu", w->pruned, module) : NULL;
  if (pruned && omen_file_exists(pruned)) j.pruned = pruned;
  char *entry = omen_build_object(&j, err);
  free(pruned);
  return entry;
}

static int make_library(struct work *w, const struct omen_lib *lib, size_t module, const char *making,
                        const char *folder, struct omen_err *err) {
  struct omen_bundle b = {0};
  struct omen_err why;
  if (omen_bundle_unpack(lib->elf.bundle.data, lib->elf.bundle.len, &b, &why))
    return omen_fail(err, "%s: %s", lib->path, why.msg);
  const char *base = omen_base_name(lib->name), *soname = lib->elf.soname ? lib->elf.soname : base;
  char *entry = build_object(w, &b, module, true, soname, err);
  int bad = !entry;
  if (!bad) {
    char *object = omen_format("%s/object.o", entry), *output = omen_format("%s/%s", folder, base);
    struct omen_linking l = {.file = lib->path,
                             .elf = &lib->elf,
                             .bundle = &b,
                             .object = object,
                             .folder = making,
                             .output = output,
                             .shared = true,
                             .soname = soname,
                             .libs = &w->libs};
    bad = make_linked(&l, entry, err);
    free(object);
    free(output);
  }
  free(entry);
  omen_bundle_release(&b);
  return bad;
}

static int make_program(struct work *w, const char *making, const char *lib_folder, struct omen_err *err) {
  char *entry = build_object(w, &w->bundle, 0, w->pic, omen_base_name(w->path), err);
  if (!entry) return -1;
  char *object = omen_format("%s/object.o", entry), *output = omen_format("%s/program", making);
  struct omen_linking l = {.file = w->path,
                           .elf = &w->elf,
                           .bundle = &w->bundle,
                           .object = object,
                           .folder = making,
                           .output = output,
                           .runtime = w->shop.runtime,
                           .libs = &w->libs,
                           .libs_folder = lib_folder};
  int bad = make_linked(&l, entry, err);
  free(object);
  free(output);
  free(entry);
  return bad;
}

static int make_variant(struct work *w, const char *entry, struct omen_err *err) {
  char *making = omen_cache_begin(w->shop.cache, err);
  if (!making) return -1;
  char *lib_folder = omen_format("%s/lib", making);
  size_t module = 1;
  int bad = 0;
  for (size_t i = 0; !bad && i < w->libs.n; i++)
    if (w->libs.v[i].instrument)
      bad = omen_mkdirs(lib_folder, err) || make_library(w, &w->libs.v[i], module++, making, lib_folder, err);
  if (!bad) bad = make_program(w, making, lib_folder, err);
  free(lib_folder);
  if (!bad) return omen_cache_publish(making, entry, err);
  omen_cache_abandon(making);
  return bad;
}

/* --- pruning --- */

static int unpack_all(const struct work *w, struct omen_bundle *all, size_t *n, struct omen_err *err) {
  all[(*n)++] = w->bundle;
  for (size_t i = 0; i < w->libs.n; i++) {
    const struct omen_elf *e = &w->libs.v[i].elf;
    if (!w->libs.v[i].instrument) continue;
    if (omen_bundle_unpack(e->bundle.data, e->bundle.len, &all[*n], err)) return -1;
    ++*n;
  }
  return 0;
}

static int ask_pruning(struct work *w, struct omen_err *err) {
  struct omen_bundle *all = omen_xcalloc(w->libs.n + 1, sizeof *all);
  struct omen_prune_job j = {.cache = w->shop.cache, .scan = w->shop.scan, .bundles = all};
  int bad = unpack_all(w, all, &j.n, err) || omen_names_of_others(&w->libs, &j.names, err);
  for (size_t i = 0; i < j.n; i++) omen_names_linked(&all[i], &j.names);
  if (!bad && !(w->pruned = omen_prune_modules(&j, err))) bad = -1;
  for (size_t i = 1; i < j.n; i++) omen_bundle_release(&all[i]);
  omen_buf_release(&j.names);
  free(all);
  return bad;
}

/* Code that nobody sees may use any symbol of the program. */
static int prune(struct work *w, struct omen_err *err) {
  struct omen_buf says = {0};
  if (!prunes(w->kind)) return 0;
  if (w->opaque)
    omen_buf_adds(&says, "not pruned: some of its objects have no bitcode");
  else {
    if (ask_pruning(w, err)) return -1;
    char *path = omen_format("%s/" OMEN_PRUNE_SAYS, w->pruned);
    int bad = omen_file_read(path, &says, err);
    free(path);
    if (bad) return -1;
  }
  omen_buf_adds(&says, "\n");
  w->out->pruning = says.data;
  return 0;
}

/* --- the whole of it --- */

static int find_or_make(struct work *w, enum omen_variant_kind kind, struct omen_err *err) {
  char key[33];
  bool there;
  if (omen_workshop_open(&w->shop, err) || variant_key(w, kind, key, err) || prune(w, err)) return -1;
  struct omen_variant *v = w->out;
  v->key = omen_xstrdup(key);
  v->folder = omen_cache_entry(w->shop.cache, "variant", key, &there);
  if (!there && make_variant(w, v->folder, err)) return -1;
  v->path = omen_format("%s/program", v->folder);
  v->sites = omen_format("%s/program.sites", v->folder);
  for (size_t i = 0; i < w->libs.n; i++)
    if (w->libs.v[i].instrument) list_library(w, &w->libs.v[i]);
  if (v->nlibraries) v->library_folder = omen_format("%s/lib", v->folder);
  return 0;
}

static int check_program(struct work *w, struct omen_err *err) {
  int code = check_file(w->prog, err);
  if (code) return code;
  w->path = realpath(w->prog, NULL);
  if (!w->path) w->path = omen_xstrdup(w->prog);
  if (omen_elf_read(w->prog, true, &w->elf, err) || check_elf(w->prog, &w->elf, err) || check_bundle(w, err))
    return OMEN_EXIT_RUN_CANNOT;
  if (omen_libs_resolve(w->path, &w->elf, &w->libs, err)) return OMEN_EXIT_RUN_CANNOT;
  for (size_t i = 0; i < w->libs.n; i++) look_at_library(w, &w->libs.v[i]);
  return 0;
}

static int get(struct work *w, enum omen_variant_kind kind, struct omen_err *err) {
  w->kind = kind;
  int code = check_program(w, err);
  if (code) return code;
  return find_or_make(w, kind, err) ? OMEN_EXIT_RUN_FAILED : 0;
}

/* ---- the modules alone ---- */

static int write_module(const struct omen_bundle *b, const char *folder, struct omen_args *files,
                        struct omen_err *err) {
  const struct omen_part *module = omen_bundle_find(b, OMEN_PART_MODULE);
  if (!module) return 0;
  omen_args_addf(files, "%s/%zu.bc", folder, files->n);
  return omen_file_write(files->v[files->n - 1], module->data, module->size, err);
}

static int write_library(const struct omen_elf *elf, const char *folder, struct omen_args *files,
                         struct omen_buf *names, struct omen_err *err) {
  struct omen_bundle b = {0};
  int bad =
      omen_bundle_unpack(elf->bundle.data, elf->bundle.len, &b, err) || write_module(&b, folder, files, err);
  if (!bad) omen_names_linked(&b, names);
  omen_bundle_release(&b);
  return bad;
}

static int write_names(const struct work *w, const char *folder, struct omen_buf *names,
                       struct omen_err *err) {
  char *path = omen_format("%s/names", folder);
  int bad = omen_names_of_others(&w->libs, names, err) || omen_file_write(path, names->data, names->len, err);
  free(path);
  return bad;
}

static int write_modules(struct work *w, const char *folder, struct omen_args *files, struct omen_err *err) {
  int code = check_program(w, err), bad = 0;
  if (code) return code;
  struct omen_buf names = {0};
  bad = write_module(&w->bundle, folder, files, err);
  omen_names_linked(&w->bundle, &names);
  for (size_t i = 0; !bad && i < w->libs.n; i++)
    if (w->libs.v[i].instrument) bad = write_library(&w->libs.v[i].elf, folder, files, &names, err);
  if (!bad) bad = write_names(w, folder, &names, err);
  omen_buf_release(&names);
  return bad ? OMEN_EXIT_RUN_FAILED : 0;
}

int omen_variant_modules(const char *prog, const char *folder, struct omen_args *files, char **notes,
                         struct omen_err *err) {
  struct omen_variant v = {.notes = omen_xstrdup("")};
  struct work w = {.prog = prog, .out = &v};
  int code = write_modules(&w, folder, files, err);
  omen_elf_release(&w.elf);
  omen_bundle_release(&w.bundle);
  omen_libs_release(&w.libs);
  free(w.path);
  *notes = v.notes;
  return code;
}

int omen_library_module(const char *file, const char *folder, struct omen_args *files, struct omen_err *err) {
  struct omen_elf elf = {0};
  int bad = omen_elf_read(file, true, &elf, err);
  if (!bad && !elf.bundle.len) bad = omen_fail(err, "%s was not built with 'omen cc'", file);
  struct omen_buf names = {0}; /* what is opened later has no say in those */
  if (!bad) bad = write_library(&elf, folder, files, &names, err);
  omen_buf_release(&names);
  omen_elf_release(&elf);
  return bad;
}

int omen_variant_get(const char *prog, enum omen_variant_kind kind, struct omen_variant *out,
                     struct omen_err *err) {
  *out = (struct omen_variant){.kind = kind, .notes = omen_xstrdup("")};
  struct work w = {.prog = prog, .out = out};
  int code = get(&w, kind, err);
  omen_elf_release(&w.elf);
  omen_bundle_release(&w.bundle);
  omen_libs_release(&w.libs);
  free(w.path);
  free(w.pruned);
  omen_workshop_release(&w.shop);
  if (code) omen_variant_release(out);
  return code;
}

void omen_variant_release(struct omen_variant *v) {
  for (size_t i = 0; i < v->nlibraries; i++) {
    free(v->libraries[i].name);
    free(v->libraries[i].original);
    free(v->libraries[i].path);
    free(v->libraries[i].sites);
  }
  free(v->libraries);
  free(v->key);
  free(v->folder);
  free(v->path);
  free(v->sites);
  free(v->library_folder);
  free(v->notes);
  free(v->pruning);
  *v = (struct omen_variant){0};
}
