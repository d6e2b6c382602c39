/* Links a variant: the instrumented object, the objects without bitcode, and the shared libraries that the
 * original was found to need, by path. Build-time -l and -L options play no part: what counts is what the
 * dynamic linker would load now. */
#include "build/variant_parts.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static json_t *link_json(const struct omen_bundle *b, struct omen_err *err) {
  const struct omen_part *p = omen_bundle_find(b, OMEN_PART_LINK);
  json_t *j = p ? json_loadb(p->data, p->size, 0, NULL) : NULL;
  if (json_is_object(j)) return j;
  json_decref(j);
  omen_fail(err, "its bitcode is damaged (no link information)");
  return NULL;
}

static bool flag(json_t *j, const char *name) { return json_is_true(json_object_get(j, name)); }

int omen_link_info(const struct omen_bundle *b, bool *pic, long *opaque, char **without,
                   struct omen_err *err) {
  json_t *j = link_json(b, err);
  if (!j) return -1;
  const char *why = json_string_value(json_object_get(j, "without"));
  const char *kind = json_string_value(json_object_get(j, "kind"));
  *without = why ? omen_xstrdup(why) : NULL;
  *opaque = (long)json_integer_value(json_object_get(j, "opaque"));
  *pic = flag(j, "pie") || (kind && !strcmp(kind, "shared"));
  json_decref(j);
  return 0;
}

static void linker(struct omen_args *a, const char *option) {
  omen_args_add(a, "-Xlinker");
  omen_args_add(a, option);
}

static void linker_list(struct omen_args *a, json_t *list) {
  size_t i;
  json_t *s;
  json_array_foreach(list, i, s) if (json_is_string(s)) linker(a, json_string_value(s));
}

/* Writes a part into the variant's folder under a name of ours; the caller frees, and removes it after the
 * link. */
static char *part_file(const struct omen_linking *l, size_t i, const char *ending,
                       struct omen_args *temporary, struct omen_err *err) {
  const struct omen_part *p = &l->bundle->parts[i];
  char *path = omen_format("%s/part-%zu%s", l->folder, i, ending);
  if (omen_file_write(path, p->data, p->size, err)) {
    free(path);
    return NULL;
  }
  omen_args_add(temporary, path);
  return path;
}

static int add_parts(const struct omen_linking *l, struct omen_args *a, struct omen_args *temporary,
                     struct omen_err *err) {
  for (size_t i = 0; i < l->bundle->n; i++) {
    enum omen_part_kind kind = l->bundle->parts[i].kind;
    const char *option = kind == OMEN_PART_VERSIONS  ? "--version-script"
                         : kind == OMEN_PART_DYNAMIC ? "--dynamic-list"
                         : kind == OMEN_PART_EXPORTS ? "--export-dynamic-symbol-list"
                                                     : NULL;
    if (kind == OMEN_PART_VERSIONS && !l->shared) continue; /* would hide what the runtime exports */
    if (!option && kind != OMEN_PART_OBJECT) continue;
    char *path = part_file(l, i, option ? "" : ".o", temporary, err);
    if (!path) return -1;
    if (option) linker(a, option);
    if (option)
      linker(a, path);
    else
      omen_args_add(a, path);
    free(path);
  }
  return 0;
}

static bool needs_directly(const struct omen_linking *l, const struct omen_lib *lib) {
  for (size_t i = 0; i < l->elf->needed_n; i++)
    if (!strcmp(l->elf->needed[i], lib->name) ||
        (lib->elf.soname && !strcmp(l->elf->needed[i], lib->elf.soname)))
      return true;
  return false;
}

/* The executable also names the instrumented libraries that only other libraries need: what it loads itself
 * is found by its own search path, which leads to the variants, and no library's DT_RUNPATH can lead
 * elsewhere. */
static void add_libraries(const struct omen_linking *l, struct omen_args *a) {
  linker(a, "--no-as-needed");
  for (size_t i = 0; i < l->libs->n; i++) {
    const struct omen_lib *lib = &l->libs->v[i];
    bool direct = needs_directly(l, lib);
    if (!l->shared && lib->instrument)
      omen_args_addf(a, "%s/%s", l->libs_folder, omen_base_name(lib->name));
    else if (direct)
      omen_args_add(a, lib->path);
  }
  for (size_t i = 0; l->stubs && i < l->stubs->n; i++) omen_args_add(a, l->stubs->v[i]);
  linker(a, "--as-needed");
}

/* DT_RPATH for executables, so that the variants come before LD_LIBRARY_PATH. Where the original had
 * DT_RUNPATH, which comes after LD_LIBRARY_PATH, the order is kept by writing both out. */
static void add_search_path(const struct omen_linking *l, struct omen_args *a) {
  const char *own = l->elf->runpath ? l->elf->runpath : l->elf->rpath;
  char *path = omen_libs_path(l->file, own);
  const char *env = getenv("LD_LIBRARY_PATH");
  bool keep_env = !l->shared && l->elf->runpath && env && *env;
  linker(a, l->shared && l->elf->runpath ? "--enable-new-dtags" : "--disable-new-dtags");
  if (!l->shared) {
    linker(a, "-rpath");
    linker(a, OMEN_VARIANT_LIBRARIES);
  }
  if (keep_env || *path) {
    char *both = omen_format("%s%s%s", keep_env ? env : "", keep_env && *path ? ":" : "", path);
    linker(a, "-rpath");
    linker(a, both);
    free(both);
  }
  free(path);
}

static void add_shared(const struct omen_linking *l, struct omen_args *a) {
  omen_args_add(a, "-shared");
  if (l->soname) linker(a, "-soname");
  if (l->soname) linker(a, l->soname);
  linker(a, "-zundefs"); /* the runtime is in the executable */
}

static void add_executable(const struct omen_linking *l, json_t *j, struct omen_args *a) {
  omen_args_add(a, flag(j, "pie") ? "-pie" : "-no-pie");
  if (!flag(j, "startup")) omen_args_add(a, "-nostartfiles");
  /* What a library in this link defines or uses is exported anyway; these also serve libraries opened later.
   */
  static const char *const exports[] = {"__omen_*", "pthread_*", "__pthread_*", "__cxa_guard_*",
                                        "__tsan_*", "Annotate*", "WTFAnnotate*"};
  for (size_t i = 0; i < sizeof exports / sizeof *exports; i++) {
    linker(a, "--export-dynamic-symbol");
    linker(a, exports[i]);
  }
  /* A program may define what the runtime stands in for, malloc for one: the program's own comes first and
   * wins. */
  linker(a, "--allow-multiple-definition");
  linker(a, "--allow-shlib-undefined");
}

/* Static programs have no DT_NEEDED to go by, and those with only libstdc++ linked statically lack that. */
static void add_static_libraries(const struct omen_linking *l, json_t *j, struct omen_args *a) {
  bool cxx = false;
  for (size_t i = 0; i < l->elf->needed_n; i++) cxx |= strstr(l->elf->needed[i], "stdc++") != NULL;
  size_t i;
  json_t *s;
  json_array_foreach(json_object_get(j, "libs"), i, s) {
    const char *name = json_string_value(s);
    if (!name || strncmp(name, "-l", 2)) continue;
    if (flag(j, "static") || (!cxx && !strcmp(name, "-lstdc++"))) omen_args_add(a, name);
  }
}

static int run_link(struct omen_args *a, const char *file, struct omen_err *err) {
  struct omen_buf out = {0}, errors = {0};
  if (getenv("OMEN_DEBUG")) {
    for (size_t i = 0; i < a->n; i++) fprintf(stderr, "%s ", a->v[i]);
    fputc('\n', stderr);
  }
  int status = omen_tool_run(a->v, &out, &errors, err);
  if (status > 0) {
    const char *s = errors.len ? errors.data : "no message";
    const char *at = strstr(s, "error: ");
    if (at) s = at + strlen("error: ");
    if (strstr(s, "Bus error"))
      s = "the linker died of a bus error: is the disk of the cache full?"; /* it maps what it writes */
    status = omen_fail(err, "%s: its variant could not be linked: %.*s", file, (int)strcspn(s, "\n"), s);
  }
  omen_buf_release(&out);
  omen_buf_release(&errors);
  return status;
}

int omen_link_variant(const struct omen_linking *l, struct omen_err *err) {
  json_t *j = link_json(l->bundle, err);
  if (!j) return -1;
  char *clang = omen_tool_find("clang-19"), *lld = omen_tool_find("ld.lld-19");
  struct omen_args a = {0}, temporary = {0};
  int bad = 0;
  if (!clang || !lld)
    bad = omen_fail(err, "%s was not found: install clang-19 and lld-19", clang ? "ld.lld-19" : "clang-19");
  if (!bad) {
    omen_args_add(&a, clang);
    omen_args_add(&a, "-fuse-ld=lld");
    omen_args_addf(&a, "--ld-path=%s", lld);
    omen_args_add(&a, "-Qunused-arguments");
    omen_args_addf(&a, "-o%s", l->output);
    if (l->shared)
      add_shared(l, &a);
    else
      add_executable(l, j, &a);
    linker(&a, "-znow"); /* no lazy binding: it would happen inside the runtime */
    linker(&a, "--undefined-version");
    linker_list(&a, json_object_get(j, "args"));
    add_search_path(l, &a);
    omen_args_add(&a, l->object);
    bad = add_parts(l, &a, &temporary, err);
  }
  if (!bad) {
    if (l->runtime) omen_args_addf(&a, "-Wl,--whole-archive");
    if (l->runtime) omen_args_add(&a, l->runtime);
    if (l->runtime) omen_args_add(&a, "-Wl,--no-whole-archive");
    add_libraries(l, &a);
    add_static_libraries(l, j, &a);
    bad = run_link(&a, l->file, err);
  }
  for (size_t i = 0; i < temporary.n; i++) unlink(temporary.v[i]);
  omen_args_release(&temporary);
  omen_args_release(&a);
  free(clang);
  free(lld);
  json_decref(j);
  return bad;
}
