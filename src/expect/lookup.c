/* From a name in an expression to what it stands for: a variable, as `name`, `a::name`, `file.c:name` or
 * `function.name`; a constant of an enumeration; one of a few words of the language. */
#include "expect/lookup.h"
#include <stdlib.h>
#include <string.h>

#define SHOWN 4

/* Variables come before locals of functions, and those of no namespace before others, if none was named. */
static int rank(const struct omen_wanted *w, const struct omen_named *v) {
  if (w->function) return !v->function || strcmp(v->function, w->function) ? -1 : 1;
  return (v->function ? 1 : 4) + (!w->scope && !v->scope ? 2 : 0);
}

static bool fits(const struct omen_wanted *w, const struct omen_named *v) {
  return !w->file || omen_names_in_file(v, w->file, w->nfile);
}

struct found {
  const struct omen_named *v;
  uint64_t addr;
};

static char *full_name(const struct omen_named *v) {
  const char *slash = v->source ? strrchr(v->source, '/') : NULL;
  if (v->function) return omen_format("%s.%s", v->function, v->name);
  if (v->scope) return omen_format("%s::%s", v->scope, v->name);
  return omen_format("%s:%s", slash ? slash + 1 : v->source ? v->source : "?", v->name);
}

static void *ambiguous(struct omen_compiler *c, const struct omen_wanted *w, const struct found *f,
                       size_t n) {
  struct omen_buf list = {0};
  for (size_t i = 0; i < n && i < SHOWN; i++) {
    char *name = full_name(f[i].v);
    omen_buf_addf(&list, "%s%s", i ? ", " : "", name);
    free(name);
  }
  omen_compiler_error(c, w->at, "there are several '%s': %s%s", w->name, list.data, n > SHOWN ? ", ..." : "");
  omen_buf_release(&list);
  return NULL;
}

const struct omen_named *omen_lookup_variable(struct omen_compiler *c, const struct omen_wanted *w) {
  struct found best[SHOWN + 1];
  size_t n = 0, i = 0;
  int best_rank = 0;
  const struct omen_named *gone = NULL;
  for (const struct omen_named *v; (v = omen_names_find(&c->names->variables, w->scope, w->name, &i));) {
    int r = rank(w, v);
    uint64_t addr;
    if (r < 0 || !fits(w, v)) continue;
    if (!omen_place_key(c->names, v, &addr)) {
      gone = v;
      continue;
    }
    bool known = false;
    if (r > best_rank) n = 0;
    if (r < best_rank) continue;
    best_rank = r;
    for (size_t k = 0; k < n; k++) known |= best[k].addr == addr && best[k].v->file == v->file;
    if (!known && n <= SHOWN) best[n++] = (struct found){v, addr};
  }
  if (n > 1) return ambiguous(c, w, best, n);
  return n ? best[0].v : gone;
}

const struct omen_named *omen_lookup_constant(struct omen_compiler *c, const struct omen_wanted *w) {
  const struct omen_named *found = NULL;
  size_t i = 0;
  for (const struct omen_named *v; (v = omen_names_find(&c->names->constants, w->scope, w->name, &i));) {
    if (!fits(w, v)) continue;
    if (found && found->value != v->value)
      return omen_compiler_error(c, w->at, "'%s' is a constant of several enumerations: file.c:%s says which",
                                 w->name, w->name);
    found = v;
  }
  return found;
}

bool omen_lookup_is_source(struct omen_compiler *c, const char *file, size_t len) {
  for (size_t i = 0; i < c->names->variables.n; i++)
    if (omen_names_in_file(&c->names->variables.v[i], file, len)) return true;
  for (size_t i = 0; i < c->names->constants.n; i++)
    if (omen_names_in_file(&c->names->constants.v[i], file, len)) return true;
  return false;
}

bool omen_lookup_has_local(struct omen_compiler *c, const char *function) {
  for (size_t i = 0; i < c->names->variables.n; i++) {
    const char *f = c->names->variables.v[i].function;
    if (f && !strcmp(f, function)) return true;
  }
  return false;
}

const char *omen_lookup_similar(struct omen_compiler *c, const char *name) {
  const char *best = NULL;
  unsigned least = strlen(name) < 4 ? 2 : 3;
  for (size_t i = 0; i < c->names->variables.n; i++) {
    const char *other = c->names->variables.v[i].name;
    unsigned d = omen_word_distance(name, other);
    if (d < least && strncmp(other, "__", 2)) least = d, best = other;
  }
  return best;
}
