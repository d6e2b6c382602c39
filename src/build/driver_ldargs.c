/* Understanding a linker's command line. One table says of every option that matters whether it has a value,
 * and where it goes: to the merge (it decides how symbols are resolved), to later links of variants, or
 * nowhere. Options that are not in the table only shape the output (layout, maps, hashes, build ids) and go
 * nowhere. */
#include "build/driver_parts.h"
#include <stdlib.h>
#include <string.h>

enum action {
  DROP,
  MERGE = 1,   /* pass to the merge */
  VARIANT = 2, /* pass to links of variants */
  BOTH = 3,
  VERSIONS = 4, /* BOTH, with the file's contents kept for variants */
  DYNAMIC,
  EXPORTS,
  OUTPUT,
  DEPFILE,
  ASKS,
  RELOCATABLE,
  SHARED,
  PIE,
  NO_PIE,
  STATIC,
  LIBRARY,
  KEYWORD, /* -z */
  SCRIPT,
  RAW,
  UNSUPPORTED,
};

static const struct option {
  const char *name; /* without dashes */
  bool value;
  enum action action;
} options[] = {
    {"o", true, OUTPUT},
    {"output", true, OUTPUT},
    {"version", false, ASKS},
    {"help", false, ASKS},
    {"target-help", false, ASKS},
    {"r", false, RELOCATABLE},
    {"i", false, RELOCATABLE},
    {"relocatable", false, RELOCATABLE},
    {"Ur", false, RELOCATABLE},
    {"shared", false, SHARED},
    {"Bshareable", false, SHARED},
    {"pie", false, PIE},
    {"pic-executable", false, PIE},
    {"no-pie", false, NO_PIE},
    {"static", false, STATIC},
    {"Bstatic", false, MERGE},
    {"dn", false, MERGE},
    {"non_shared", false, MERGE},
    {"Bdynamic", false, MERGE},
    {"dy", false, MERGE},
    {"call_shared", false, MERGE},
    {"l", true, LIBRARY},
    {"library", true, LIBRARY},
    {"L", true, MERGE},
    {"library-path", true, MERGE},
    {"m", true, MERGE},
    {"sysroot", true, MERGE},
    {"rpath-link", true, MERGE},
    {"whole-archive", false, MERGE},
    {"no-whole-archive", false, MERGE},
    {"start-group", false, MERGE},
    {"end-group", false, MERGE},
    {"(", false, MERGE},
    {")", false, MERGE},
    {"start-lib", false, MERGE},
    {"end-lib", false, MERGE},
    {"as-needed", false, MERGE},
    {"no-as-needed", false, MERGE},
    {"push-state", false, MERGE},
    {"pop-state", false, MERGE},
    {"exclude-libs", true, MERGE},
    {"gc-sections", false, MERGE},
    {"no-gc-sections", false, MERGE},
    {"Bsymbolic", false, BOTH},
    {"Bsymbolic-functions", false, BOTH},
    {"export-dynamic", false, BOTH},
    {"E", false, BOTH},
    {"no-export-dynamic", false, BOTH},
    {"export-dynamic-symbol", true, BOTH},
    {"u", true, BOTH},
    {"undefined", true, BOTH},
    {"require-defined", true, BOTH},
    {"wrap", true, BOTH},
    {"defsym", true, BOTH},
    {"e", true, BOTH},
    {"entry", true, BOTH},
    {"init", true, BOTH},
    {"fini", true, BOTH},
    {"version-script", true, VERSIONS},
    {"dynamic-list", true, DYNAMIC},
    {"export-dynamic-symbol-list", true, EXPORTS},
    {"z", true, KEYWORD},
    {"T", true, SCRIPT},
    {"script", true, SCRIPT},
    {"dT", true, SCRIPT},
    {"default-script", true, SCRIPT},
    {"omagic", false, DROP},
    {"R", true, UNSUPPORTED},
    {"just-symbols", true, UNSUPPORTED},
    {"b", true, UNSUPPORTED},
    {"format", true, UNSUPPORTED},
    /* with a value that must not be taken for an input */
    {"soname", true, DROP},
    {"h", true, DROP},
    {"dynamic-linker", true, DROP},
    {"I", true, DROP},
    {"rpath", true, DROP},
    {"Map", true, DROP},
    {"plugin", true, DROP},
    {"plugin-opt", true, DROP},
    {"mllvm", true, DROP},
    {"y", true, DROP},
    {"trace-symbol", true, DROP},
    {"A", true, DROP},
    {"Y", true, DROP},
    {"F", true, DROP},
    {"f", true, DROP},
    {"auxiliary", true, DROP},
    {"filter", true, DROP},
    {"G", true, DROP},
    {"a", true, DROP},
    {"assert", true, DROP},
    {"oformat", true, RAW},
    {"orphan-handling", true, RAW},
    {"out-implib", true, DROP},
    {"retain-symbols-file", true, DROP},
    {"section-start", true, DROP},
    {"Ttext", true, DROP},
    {"Tdata", true, DROP},
    {"Tbss", true, DROP},
    {"image-base", true, DROP},
    {"audit", true, DROP},
    {"P", true, DROP},
    {"depaudit", true, DROP},
    {"dependency-file", true, DEPFILE},
    {"hash-style", true, DROP},
    {"O", true, DROP},
    {"error-limit", true, DROP},
    {"split-by-file", true, DROP},
    {"task-link", true, DROP},
    {"compress-debug-sections", true, DROP},
    {"build-id", false, DROP},
    {"threads", false, DROP},
    {"symbol-ordering-file", true, DROP},
    {"Ttext-segment", true, DROP},
    {"Trodata-segment", true, DROP},
    {"Tldata-segment", true, DROP},
};

static bool starts(const char *s, const char *prefix) { return !strncmp(s, prefix, strlen(prefix)); }

/* The toolchain's own static libraries: a variant, which is linked dynamically, takes the shared ones. */
static bool is_toolchain_library(const char *name) {
  static const char *const list[] = {"c",      "m",    "pthread", "dl",    "rt",     "util",   "resolv",
                                     "crypt",  "anl",  "gcc",     "gcc_s", "gcc_eh", "stdc++", "supc++",
                                     "atomic", "gomp", "omp",     "c++",   "c++abi", "unwind"};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++)
    if (!strcmp(name, list[i])) return true;
  return false;
}

/* One argument, taken apart: the option, its value (own argument or not), how many arguments it took. */
struct found {
  const struct option *option;
  const char *value;
  size_t took;
};

static const struct option *lookup(const char *name, size_t n) {
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    if (strlen(options[i].name) == n && !memcmp(options[i].name, name, n)) return &options[i];
  return NULL;
}

static struct found take_apart(const struct omen_args *all, size_t i) {
  const char *arg = all->v[i] + 1;
  if (*arg == '-') arg++;
  size_t n = strcspn(arg, "=");
  const struct option *o = lookup(arg, strlen(arg));
  if (o && !o->value) return (struct found){o, NULL, 1};
  if (o && all->v[i + 1]) return (struct found){o, all->v[i + 1], 2};
  o = lookup(arg, n);
  if (o && arg[n] && n > 1) return (struct found){o, arg + n + 1, 1};
  o = all->v[i][1] != '-' && *arg ? lookup(arg, 1) : NULL; /* -lm, -L/usr/lib, -zdefs */
  if (o && o->value && strchr("loLzT", *arg)) return (struct found){o, arg + 1, 1};
  return (struct found){NULL, NULL, 1};
}

static void pass(struct omen_args *to, const struct omen_args *all, size_t i, size_t took) {
  for (size_t k = 0; k < took; k++) omen_args_add(to, all->v[i + k]);
}

static void fail(struct omen_ldargs *l, char *why) {
  if (l->without)
    free(why);
  else
    l->without = why;
}

static void keep_file(struct omen_ldargs *l, enum omen_part_kind kind, const char *path) {
  struct omen_buf text = {0};
  if (omen_file_read(path, &text, NULL) == 0) omen_bundle_add(&l->files, kind, path, text.data, text.len);
  omen_buf_release(&text);
}

static void library(struct omen_ldargs *l, const char *name) {
  if (!strcmp(name, "c")) l->has_libc = true;
  if (is_toolchain_library(name) && strcmp(name, "gcc") && strcmp(name, "gcc_s") && strcmp(name, "gcc_eh") &&
      strcmp(name, "c"))
    omen_args_addf(&l->libs, "-l%s", name);
}

static void keyword(struct omen_ldargs *l, const char *word) {
  static const char *const keep[] = {"nodelete", "nodlopen",  "initfirst",    "interpose",
                                     "origin",   "execstack", "nodefaultlib", "global"};
  bool wanted = starts(word, "stack-size=");
  for (size_t i = 0; i < sizeof keep / sizeof *keep; i++) wanted |= !strcmp(word, keep[i]);
  if (wanted) omen_args_addf(&l->variant, "-z%s", word);
}

static void act(struct omen_ldargs *l, size_t i, struct found f) {
  switch (f.option->action) {
  case DROP: return;
  case ASKS: l->only_asks = true; return;
  case OUTPUT: l->output = f.value; return;
  case DEPFILE: l->depfile = f.value; return;
  case RELOCATABLE: l->relocatable = true; return;
  case KEYWORD: keyword(l, f.value); return;
  case RAW: l->raw = strcmp(f.value, "place") && strncmp(f.value, "elf64", 5); return;
  case SCRIPT:
    l->scripted = true;
    fail(l, omen_format("it is linked by a linker script (%s)", f.value));
    return;
  case UNSUPPORTED: fail(l, omen_format("it is linked with %s", l->all.v[i])); return;
  case SHARED: l->shared = true; break;
  case PIE: l->pie = true; break;
  case NO_PIE: l->pie = false; break;
  case STATIC: l->is_static = true; break;
  case LIBRARY: library(l, f.value); break;
  case VERSIONS: keep_file(l, OMEN_PART_VERSIONS, f.value); break;
  case DYNAMIC: keep_file(l, OMEN_PART_DYNAMIC, f.value); break;
  case EXPORTS: keep_file(l, OMEN_PART_EXPORTS, f.value); break;
  case VARIANT: pass(&l->variant, &l->all, i, f.took); return;
  case BOTH: pass(&l->variant, &l->all, i, f.took); break;
  case MERGE: break;
  }
  pass(&l->merge, &l->all, i, f.took);
}

static void input(struct omen_ldargs *l, const char *path) {
  static const char *const start[] = {"crt1.o", "Scrt1.o", "gcrt1.o", "rcrt1.o", "grcrt1.o"};
  const char *base = strrchr(path, '/');
  base = base ? base + 1 : path;
  for (size_t i = 0; i < sizeof start / sizeof *start; i++) l->starts_up |= !strcmp(base, start[i]);
  if (starts(base, "libc.so") || !strcmp(base, "libc.a")) l->has_libc = true;
  omen_args_add(&l->merge, path);
}

void omen_ldargs_parse(struct omen_ldargs *l, int argc, char **argv) {
  *l = (struct omen_ldargs){.output = "a.out"};
  omen_args_expand(&l->all, argc - 1, argv + 1);
  for (size_t i = 0; i < l->all.n;) {
    const char *arg = l->all.v[i];
    if (*arg != '-' || !arg[1]) {
      input(l, arg);
      i++;
      continue;
    }
    struct found f = take_apart(&l->all, i);
    if (f.option) act(l, i, f);
    i += f.took;
  }
}
