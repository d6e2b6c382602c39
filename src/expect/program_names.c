/* Lists the names of a program by one walk over its debug information: see program_names.h. */
#include "expect/program_names.h"
#include <dirent.h>
#include <dwarf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_DEPTH 64

struct walk {
  struct omen_program_names *n;
  uint32_t file;
};
struct place {
  const char *scope, *function;
  int depth;
};

static const char *name_of(Dwarf_Die *die) {
  Dwarf_Attribute a;
  return dwarf_attr_integrate(die, DW_AT_name, &a) ? dwarf_formstring(&a) : NULL;
}

static const char *keep(struct omen_program_names *n, char *text) {
  OMEN_GROW(n->kept, n->nkept, n->ckept);
  return n->kept[n->nkept++] = text;
}

static const char *joined(struct omen_program_names *n, const char *scope, const char *name) {
  if (!name) return scope;
  return scope ? keep(n, omen_format("%s::%s", scope, name)) : name;
}

/* libdw takes file 0 for none; in DWARF 5 it is the first. */
static const char *source_of(Dwarf_Die *die) {
  Dwarf_Attribute a;
  Dwarf_Word i;
  Dwarf_Die cu;
  Dwarf_Files *files;
  size_t n;
  if (!dwarf_attr_integrate(die, DW_AT_decl_file, &a) || dwarf_formudata(&a, &i) ||
      !dwarf_diecu(die, &cu, NULL, NULL) || dwarf_getsrcfiles(&cu, &files, &n) || i >= n)
    return NULL;
  return dwarf_filesrc(files, i, NULL, NULL);
}

static int line_of(Dwarf_Die *die) {
  Dwarf_Attribute a;
  Dwarf_Word line;
  return dwarf_attr_integrate(die, DW_AT_decl_line, &a) && !dwarf_formudata(&a, &line) ? (int)line : 0;
}

static struct omen_named *add(struct walk *w, struct omen_name_list *l, const struct place *p, Dwarf_Die *die,
                              const char *name) {
  OMEN_GROW(l->v, l->n, l->cap);
  l->v[l->n] = (struct omen_named){.name = name,
                                   .scope = p->scope,
                                   .function = p->function,
                                   .source = source_of(die),
                                   .die = dwarf_dieoffset(die),
                                   .line = line_of(die),
                                   .file = w->file};
  return &l->v[l->n++];
}

static void list_constants(struct walk *w, Dwarf_Die *type, const struct place *p) {
  Dwarf_Die die;
  if (dwarf_child(type, &die)) return;
  do {
    Dwarf_Attribute a;
    Dwarf_Sword value;
    const char *name = dwarf_tag(&die) == DW_TAG_enumerator ? name_of(&die) : NULL;
    if (!name || !dwarf_attr(&die, DW_AT_const_value, &a)) continue;
    if (dwarf_formsdata(&a, &value)) {
      Dwarf_Word u;
      if (dwarf_formudata(&a, &u)) continue;
      value = (Dwarf_Sword)u;
    }
    struct omen_named *c = add(w, &w->n->constants, p, &die, name);
    c->value = value;
    c->die = dwarf_dieoffset(type);
  } while (!dwarf_siblingof(&die, &die));
}

/* A definition outside of its class or namespace belongs to where it was declared. */
static const char *declared_in(struct walk *w, Dwarf_Die *die, const char *scope) {
  Dwarf_Attribute a;
  Dwarf_Die spec, *scopes = NULL;
  if (!dwarf_attr(die, DW_AT_specification, &a) || !dwarf_formref_die(&a, &spec)) return scope;
  const char *path = NULL;
  int n = dwarf_getscopes_die(&spec, &scopes);
  for (int i = n - 1; i > 0; i--)
    if (dwarf_tag(&scopes[i]) != DW_TAG_compile_unit) path = joined(w->n, path, name_of(&scopes[i]));
  free(scopes);
  return path ? path : scope;
}

static void list_variable(struct walk *w, Dwarf_Die *die, const struct place *p) {
  const char *name = name_of(die);
  if (!name || dwarf_hasattr(die, DW_AT_declaration)) return;
  struct place in = *p;
  if (!in.function) in.scope = declared_in(w, die, p->scope);
  bool placed = dwarf_hasattr(die, DW_AT_location) || dwarf_hasattr(die, DW_AT_const_value);
  if (in.function && !placed) return; /* an ordinary local variable */
  add(w, &w->n->variables, &in, die, name);
}

static void list_scope(struct walk *w, Dwarf_Die *scope, const struct place *p);

static void list_inside(struct walk *w, Dwarf_Die *die, struct place p, bool function) {
  const char *name = name_of(die);
  if (function)
    p.function = name ? name : ""; /* found out later: name_functions */
  else
    p.scope = joined(w->n, p.scope, name);
  p.depth++;
  list_scope(w, die, &p);
}

static void list_one(struct walk *w, Dwarf_Die *die, const struct place *p) {
  const char *name;
  switch (dwarf_tag(die)) {
  case DW_TAG_variable: list_variable(w, die, p); break;
  case DW_TAG_enumeration_type:
    list_constants(w, die, p);
    if ((name = name_of(die))) add(w, &w->n->types, p, die, name);
    break;
  case DW_TAG_structure_type:
  case DW_TAG_class_type:
  case DW_TAG_union_type:
    if ((name = name_of(die)) && !dwarf_hasattr(die, DW_AT_declaration)) add(w, &w->n->types, p, die, name);
    list_inside(w, die, *p, false);
    break;
  case DW_TAG_typedef:
  case DW_TAG_base_type:
    if ((name = name_of(die))) add(w, &w->n->types, p, die, name);
    break;
  case DW_TAG_namespace:
  case DW_TAG_module: list_inside(w, die, *p, false); break;
  case DW_TAG_subprogram:
    if ((name = name_of(die))) add(w, &w->n->functions, p, die, name);
    list_inside(w, die, *p, true);
    break;
  case DW_TAG_lexical_block:
    if (p->depth < MAX_DEPTH) list_scope(w, die, &(struct place){p->scope, p->function, p->depth + 1});
    break;
  default: break;
  }
}

static void list_scope(struct walk *w, Dwarf_Die *scope, const struct place *p) {
  Dwarf_Die die;
  if (p->depth > MAX_DEPTH || dwarf_child(scope, &die)) return;
  do list_one(w, &die, p);
  while (!dwarf_siblingof(&die, &die));
}

/* Our own runtime is linked into every variant, and none of the user's business. */
static bool is_runtime(Dwarf_Die *cu) {
  const char *name = dwarf_diename(cu);
  return name && !strncmp(name, OMEN_RUNTIME_DIR, strlen(OMEN_RUNTIME_DIR));
}

static int add_file(struct omen_program_names *n, const char *path, const char *name, struct omen_err *err) {
  OMEN_GROW(n->files, n->nfiles, n->cfiles);
  struct omen_file *f = &n->files[n->nfiles++];
  *f = (struct omen_file){.name = omen_xstrdup(name), .path = omen_xstrdup(path)};
  f->fd = open(path, O_RDONLY | O_CLOEXEC);
  if (f->fd < 0) return omen_fail(err, "%s: cannot be read", path);
  f->dwarf = dwarf_begin(f->fd, DWARF_C_READ);
  struct walk w = {n, (uint32_t)(n->nfiles - 1)};
  Dwarf_CU *cu = NULL;
  Dwarf_Die die;
  while (f->dwarf && !dwarf_get_units(f->dwarf, cu, &cu, NULL, NULL, &die, NULL))
    if (!is_runtime(&die)) list_scope(&w, &die, &(struct place){0});
  return 0;
}

static int add_libraries(struct omen_program_names *n, const char *folder, struct omen_err *err) {
  struct dirent **list;
  int count = folder ? scandir(folder, &list, NULL, alphasort) : 0, result = 0;
  if (count < 0) return 0; /* there is none */
  for (int i = 0; i < count; i++) {
    char *path = omen_format("%s/%s", folder, list[i]->d_name);
    struct stat st;
    size_t len = strlen(list[i]->d_name);
    bool sites = len > 6 && !strcmp(list[i]->d_name + len - 6, ".sites");
    bool fits = n->nfiles < 255 && len < sizeof((struct omen_extra_module *)0)->name;
    if (!result && fits && !sites && !stat(path, &st) && S_ISREG(st.st_mode))
      result = add_file(n, path, list[i]->d_name, err);
    free(path);
    free(list[i]);
  }
  if (folder) free(list);
  return result;
}

/* A function that was inlined everywhere may have lost its name where its static variables are listed: it is
 * the last one that begins before the variable. */
static void name_functions(struct omen_program_names *n) {
  for (size_t i = 0; i < n->variables.n; i++) {
    struct omen_named *v = &n->variables.v[i];
    const struct omen_named *best = NULL;
    if (!v->function || *v->function || !v->source) continue;
    for (size_t k = 0; k < n->functions.n; k++) {
      const struct omen_named *f = &n->functions.v[k];
      if (f->file == v->file && f->source && !strcmp(f->source, v->source) && f->line <= v->line &&
          (!best || f->line > best->line))
        best = f;
    }
    if (best) v->function = best->name;
  }
}

int omen_program_names(struct omen_program_names *n, const char *program, const char *libraries,
                       struct omen_err *err) {
  *n = (struct omen_program_names){0};
  if (add_file(n, program, "", err) || add_libraries(n, libraries, err)) return -1;
  name_functions(n);
  return 0;
}

void omen_program_names_release(struct omen_program_names *n) {
  for (size_t i = 0; i < n->nfiles; i++) {
    if (n->files[i].dwarf) dwarf_end(n->files[i].dwarf);
    if (n->files[i].fd >= 0) close(n->files[i].fd);
    free(n->files[i].name);
    free(n->files[i].path);
  }
  for (size_t i = 0; i < n->nkept; i++) free(n->kept[i]);
  free(n->files);
  free(n->kept);
  free(n->variables.v);
  free(n->constants.v);
  free(n->types.v);
  free(n->functions.v);
  *n = (struct omen_program_names){0};
}

bool omen_names_die(const struct omen_program_names *n, const struct omen_named *of, Dwarf_Die *die) {
  return dwarf_offdie(n->files[of->file].dwarf, of->die, die) != NULL;
}

/* "b" and "a::b" both name what is in a::b. */
static bool scope_fits(const char *scope, const char *written) {
  if (!written) return true;
  if (!scope) return false;
  size_t have = strlen(scope), want = strlen(written);
  return have >= want && !strcmp(scope + have - want, written) &&
         (have == want || (have > want + 1 && scope[have - want - 1] == ':'));
}

const struct omen_named *omen_names_find(const struct omen_name_list *l, const char *scope, const char *name,
                                         size_t *i) {
  while (*i < l->n) {
    const struct omen_named *v = &l->v[(*i)++];
    if (!strcmp(v->name, name) && scope_fits(v->scope, scope)) return v;
  }
  return NULL;
}

bool omen_names_in_file(const struct omen_named *v, const char *file, size_t len) {
  if (!v->source) return false;
  size_t have = strlen(v->source);
  return have >= len && !memcmp(v->source + have - len, file, len) &&
         (have == len || v->source[have - len - 1] == '/');
}
