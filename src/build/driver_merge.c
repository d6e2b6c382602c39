/* The symbolic link: lld resolves the same inputs as the real linker will, takes the bitcode where an object
 * has it, and writes one merged module instead of a program. What it took in without bitcode is kept as it
 * is. */
#include "build/driver_parts.h"
#include <elf.h>
#include <stdlib.h>
#include <string.h>

struct collected {
  struct omen_bundle *bundle;
  size_t with_bitcode, opaque;
};

static const char *base_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static bool starts(const char *s, const char *prefix) { return !strncmp(s, prefix, strlen(prefix)); }

/* What every link of a variant brings along by itself: start-up files and the toolchain's libraries. */
static bool is_toolchain_input(const char *name, bool starts_up) {
  static const char *const archives[] = {"libc.a(",      "libc_nonshared.a(", "libm.a(",      "libm-2",
                                         "libmvec.a(",   "libpthread.a(",     "libdl.a(",     "librt.a(",
                                         "libutil.a(",   "libresolv.a(",      "libanl.a(",    "libgcc.a(",
                                         "libgcc_eh.a(", "libstdc++.a(",      "libsupc++.a(", "libatomic.a(",
                                         "libclang_rt.", "libc++.a(",         "libc++abi.a(", "libunwind.a("};
  static const char *const objects[] = {"crt1.o",    "Scrt1.o",     "gcrt1.o",      "rcrt1.o",  "grcrt1.o",
                                        "crti.o",    "crtn.o",      "crtbegin.o",   "crtend.o", "crtbeginS.o",
                                        "crtendS.o", "crtbeginT.o", "crtfastmath.o"};
  size_t end = strcspn(name, "(");
  char *path = omen_xstrndup(name, end);
  const char *base = name + (base_of(path) - path); /* members may have slashes too */
  free(path);
  for (size_t i = 0; i < sizeof archives / sizeof *archives; i++)
    if (starts(base, archives[i])) return true;
  for (size_t i = 0; starts_up && i < sizeof objects / sizeof *objects; i++)
    if (!strcmp(base, objects[i])) return true;
  return false;
}

/* A name for the part. clang's temporary objects are called "name-1a2b3c.o": without the random digits, the
 * same inputs give the same bundle. */
static char *part_name(const char *name) {
  char *base = omen_xstrdup(base_of(name));
  size_t n = strlen(base);
  if (n > 9 && !strcmp(base + n - 2, ".o") && base[n - 9] == '-' &&
      strspn(base + n - 8, "0123456789abcdef") == 6)
    memmove(base + n - 9, base + n - 2, 3);
  return base;
}

static void collect(void *with, const char *name, const void *data, size_t size) {
  struct collected *c = with;
  const Elf64_Ehdr *h = data;
  if (omen_elf_has_bitcode(data, size)) {
    c->with_bitcode++;
    return;
  }
  if (size < sizeof *h || memcmp(h->e_ident, ELFMAG, SELFMAG) || h->e_type != ET_REL)
    return; /* shared, or a script */
  c->opaque++;
  char *part = part_name(name);
  omen_bundle_add(c->bundle, OMEN_PART_OBJECT, part, data, size);
  free(part);
}

/* Goes through what lld took in, a line each. A file named twice is one input. */
static int collect_all(const struct omen_ldargs *l, char *trace, struct collected *c, struct omen_err *err) {
  struct omen_args seen = {0};
  int bad = 0;
  for (char *line = strtok(trace, "\n"); line && !bad; line = strtok(NULL, "\n")) {
    bool known = is_toolchain_input(line, l->starts_up || l->shared);
    for (size_t i = 0; i < seen.n && !known; i++) known = !strcmp(seen.v[i], line);
    if (known) continue;
    omen_args_add(&seen, line);
    bad = omen_archive_each(line, collect, c, err) < 0;
  }
  omen_args_release(&seen);
  return bad;
}

/* What lld said, first line, from after "error: "; "" when it said nothing. */
static char *complaint(const struct omen_buf *errors) {
  const char *s = errors->len ? errors->data : "";
  const char *at = strstr(s, "error: ");
  if (at) s = at + strlen("error: ");
  return omen_xstrndup(s, strcspn(s, "\n"));
}

/* lld cannot use the bitcode of one input: one made by `ld -r` from several, or by a newer compiler. That
 * object then goes in without. Returns whether there is such an input, and the merge is to be tried again. */
static bool hide_culprit(struct omen_args *a, const char *said, const char *folder, int tried) {
  struct omen_buf object = {0};
  bool again = false;
  for (size_t i = 1; i < a->n && tried < OMEN_HIDDEN_MAX; i++) {
    size_t n = strlen(a->v[i]);
    if (strncmp(said, a->v[i], n) || strncmp(said + n, ": ", 2) || omen_file_read(a->v[i], &object, NULL))
      continue;
    char *path = omen_format("%s/hidden-%d.o", folder, tried);
    again = omen_elf_hide_bitcode(object.data, object.len) &&
            !omen_file_write(path, object.data, object.len, NULL);
    if (again) {
      free(a->v[i]);
      a->v[i] = path;
    } else
      free(path);
    break;
  }
  omen_buf_release(&object);
  return again;
}

/* Very long commands go through a response file, as clang's own do. */
static int run_command(const struct omen_args *a, const char *folder, struct omen_buf *trace,
                       struct omen_buf *errors, struct omen_err *err) {
  size_t length = 0;
  for (size_t i = 0; i < a->n; i++) length += strlen(a->v[i]) + 1;
  if (length < OMEN_COMMAND_MAX) return omen_tool_run(a->v, trace, errors, err);
  struct omen_buf text = {0};
  for (size_t i = 1; i < a->n; i++) {
    for (const char *s = a->v[i]; *s; s++) {
      if (strchr(" \t\n\\\"'", *s)) omen_buf_add(&text, "\\", 1);
      omen_buf_add(&text, s, 1);
    }
    omen_buf_add(&text, "\n", 1);
  }
  char *path = omen_format("%s/" OMEN_RESPONSE_FILE, folder), *word = omen_format("@%s", path);
  char *argv[] = {a->v[0], word, NULL};
  int status = omen_file_write(path, text.data, text.len, err) ? -1 : omen_tool_run(argv, trace, errors, err);
  omen_buf_release(&text);
  free(path);
  free(word);
  return status;
}

/* Runs lld, again without the bitcode of whatever it stumbles over. */
static int run_lld(struct omen_args *a, const char *folder, struct omen_buf *trace, struct omen_err *err) {
  for (int tried = 0;; tried++) {
    struct omen_buf errors = {0};
    omen_buf_release(trace);
    int status = run_command(a, folder, trace, &errors, err);
    char *said = complaint(&errors);
    bool again = status > 0 && hide_culprit(a, said, folder, tried);
    if (status > 0 && !again)
      status = omen_fail(err, "its bitcode could not be merged: %s", *said ? said : "no message");
    free(said);
    omen_buf_release(&errors);
    if (!again) return status;
  }
}

static void lld_command(struct omen_args *a, const char *lld, const struct omen_ldargs *l,
                        const char *output) {
  static const char *const ours[] = {"--fat-lto-objects",
                                     "--lto-emit-llvm",
                                     "--lto-O0",
                                     "--trace",
                                     "--error-limit=1",
                                     "--unresolved-symbols=ignore-all",
                                     "--allow-multiple-definition",
                                     "--undefined-version",
                                     "--no-warnings"};
  omen_args_add(a, lld);
  for (size_t i = 0; i < l->merge.n; i++) omen_args_add(a, l->merge.v[i]);
  for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) omen_args_add(a, ours[i]);
  omen_args_addf(a, "-o%s", output);
}

int omen_driver_merge(const struct omen_ldargs *l, const char *folder, struct omen_bundle *bundle,
                      size_t *opaque, struct omen_err *err) {
  char *lld = omen_tool_find("ld.lld-19");
  if (!lld) return omen_fail(err, "ld.lld-19 was not found when it was linked: install lld-19");
  struct omen_args a = {0};
  struct omen_buf trace = {0}, module = {0};
  char *path = omen_format("%s/module.bc", folder);
  lld_command(&a, lld, l, path);
  struct collected c = {.bundle = bundle};
  int result = run_lld(&a, folder, &trace, err);
  if (result == 0 && trace.len) result = collect_all(l, trace.data, &c, err);
  if (result == 0 && !c.with_bitcode) result = omen_fail(err, "no part of it was compiled with 'omen cc'");
  if (result == 0) result = omen_file_read(path, &module, err);
  if (result == 0) omen_bundle_add(bundle, OMEN_PART_MODULE, "module", module.data, module.len);
  *opaque = c.opaque;
  omen_buf_release(&trace);
  omen_buf_release(&module);
  omen_args_release(&a);
  free(path);
  free(lld);
  return result;
}
