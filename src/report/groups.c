/* Groups of races: see groups.h. */
#include "report/groups.h"
#include "base/table.h"
#include "report/group_keys.h"
#include <stdlib.h>
#include <string.h>

static const char *const kinds[] = {NULL, "call", "copy", "variable", "lines"};
const char *omen_group_word(enum omen_group_kind kind) { return kinds[kind]; }

struct making {
  const struct omen_report *r;
  const bool *leave_out;
  struct omen_group_key *key; /* of each race */
  enum omen_group_kind *kind; /* NONE: it is in no group */
};

/* Which kinds can a race be of at all? Memory with a name has its variable. */
static bool can_be(const struct making *m, size_t i, enum omen_group_kind kind) {
  const struct omen_race *race = &m->r->races[i];
  if (m->kind[i] || race->mark.suppressed || (m->leave_out && m->leave_out[i])) return false;
  if (kind == OMEN_GROUP_CALL) return omen_group_caller(race) >= 0;
  if (kind == OMEN_GROUP_COPY) return omen_group_copier(race) >= 0;
  if (kind == OMEN_GROUP_LINES) return !race->location.variable.name && race->access[0].known;
  return true;
}

static uint64_t part_of(const struct omen_race *race) {
  return omen_group_key(race, OMEN_GROUP_VARIABLE).same;
}

/* Races that have no group yet and share a key are one; of a copy, only if it copies several parts: what only
 * the same part shares is a matter of that variable. */
static void take(struct making *m, enum omen_group_kind kind) {
  struct omen_table count = {0}, first = {0};
  for (size_t i = 0; i < m->r->nraces; i++) {
    const struct omen_race *race = &m->r->races[i];
    if (!can_be(m, i, kind)) continue;
    m->key[i] = omen_group_key(race, kind);
    uint64_t part = kind == OMEN_GROUP_COPY ? part_of(race) : 0, *had = omen_table_at(&first, m->key[i].same),
             *n = omen_table_at(&count, m->key[i].same);
    if (!*had) *had = kind == OMEN_GROUP_COPY ? part | 1 : 1;
    *n += kind != OMEN_GROUP_COPY || !*n || *had != (part | 1);
  }
  for (size_t i = 0; i < m->r->nraces; i++)
    if (can_be(m, i, kind) && omen_table_get(&count, m->key[i].same) > 1) m->kind[i] = kind;
  omen_table_release(&count);
  omen_table_release(&first);
}

/* ---- the mistake, in words ---- */

static int by_place(const void *a, const void *b) {
  struct omen_where x = omen_group_place(*(const struct omen_access *const *)a),
                    y = omen_group_place(*(const struct omen_access *const *)b);
  int d = strcmp(x.file ? x.file : "", y.file ? y.file : "");
  return d ? d : (x.line > y.line) - (x.line < y.line);
}

/* How many lines of the source the accesses of the group stand in. */
static size_t places(const struct omen_report *r, const struct omen_group *g) {
  const struct omen_access **all = omen_xcalloc(2 * g->n + 1, sizeof *all);
  size_t n = 0, distinct = 0;
  for (size_t i = 0; i < g->n; i++)
    for (int side = 0; side < 2; side++)
      if (r->races[g->race[i]].access[side].known) all[n++] = &r->races[g->race[i]].access[side];
  if (n) qsort(all, n, sizeof *all, by_place);
  for (size_t i = 0; i < n; i++) distinct += !i || by_place(&all[i - 1], &all[i]);
  free(all);
  return distinct;
}

bool omen_groups_same_place(const struct omen_access *a, const struct omen_access *b) {
  return !by_place(&a, &b);
}

static char *place(const struct omen_access *a) {
  struct omen_where w = omen_group_place(a);
  char *at = w.file ? omen_format("%s:%d", omen_base_name(w.file), w.line) : omen_xstrdup("a library");
  char *text = w.function ? omen_format("%s in %s", at, w.function) : omen_xstrdup(at);
  free(at);
  return text;
}

static char *say(const struct omen_report *r, const struct omen_group *g) {
  const struct omen_race *race = &r->races[g->race[0]];
  const struct omen_location *l = &race->location;
  char *at = place(&race->access[0]), *other = place(&race->access[1]), *text;
  if (g->kind == OMEN_GROUP_CALL) {
    int side = omen_group_caller(race);
    text = omen_format("the call of `%s` at %s, against %zu accesses to the memory",
                       race->access[side].function ? race->access[side].function : "a library function",
                       side ? other : at, g->n);
  } else if (g->kind == OMEN_GROUP_COPY) {
    int side = omen_group_copier(race);
    const struct omen_access *a = &race->access[side];
    const char *of = a->text ? a->text : l->variable.name ? l->variable.name : l->name;
    text = omen_format("the copy %s `%s` at %s, against %zu accesses to parts of it",
                       a->write ? "into" : "of", of, side ? other : at, g->n);
  } else if (g->kind == OMEN_GROUP_VARIABLE) {
    size_t n = places(r, g);
    text = omen_format("accesses to `%s` at %zu place%s, which nothing orders",
                       l->variable.name && l->shape ? l->shape : l->name, n, n == 1 ? "" : "s");
  } else {
    text = omen_format("the accesses at %s and %s, to `%s` of several objects", at, other, l->name);
  }
  free(at);
  free(other);
  return text;
}

/* ---- putting it together ---- */

struct sorted {
  const struct omen_report *r;
  size_t race;
};
static int worse_first(const void *a, const void *b) {
  const struct sorted *x = a, *y = b;
  int d = y->r->races[y->race].severity - x->r->races[x->race].severity;
  return d ? d : (x->race > y->race) - (x->race < y->race);
}

static void sort(const struct omen_report *r, struct omen_group *g) {
  struct sorted *s = omen_xcalloc(g->n + 1, sizeof *s);
  for (size_t i = 0; i < g->n; i++) s[i] = (struct sorted){r, g->race[i]};
  qsort(s, g->n, sizeof *s, worse_first);
  for (size_t i = 0; i < g->n; i++) g->race[i] = s[i].race;
  free(s);
}

static void collect(const struct making *m, struct omen_groups *out) {
  struct omen_table by_key = {0};
  size_t cap = 0, *caps = omen_xcalloc(m->r->nraces + 1, sizeof *caps);
  for (size_t i = 0; i < m->r->nraces; i++) {
    if (!m->kind[i]) continue;
    uint64_t *slot = omen_table_at(&by_key, m->key[i].same);
    if (!*slot) {
      OMEN_GROW(out->v, out->n, cap);
      out->v[out->n] = (struct omen_group){.kind = m->kind[i]};
      snprintf(out->v[out->n].id, sizeof out->v->id, "g%08llx", (unsigned long long)(m->key[i].name >> 32));
      *slot = ++out->n;
    }
    struct omen_group *g = &out->v[*slot - 1];
    OMEN_GROW(g->race, g->n, caps[*slot - 1]);
    g->race[g->n++] = i;
    out->of[i] = *slot;
  }
  omen_table_release(&by_key);
  free(caps);
}

/* Groups that only lines tell apart are numbered, in the order of the report. */
static void number(struct omen_groups *g) {
  struct omen_table had = {0};
  for (size_t i = 0; i < g->n; i++) {
    uint64_t *n = omen_table_at(&had, strtoull(g->v[i].id + 1, NULL, 16));
    if (++*n > 1) snprintf(g->v[i].id + 9, sizeof g->v->id - 9, "-%u", (unsigned)(*n % 10000));
  }
  omen_table_release(&had);
}

struct omen_groups omen_groups_make(const struct omen_report *r, const bool *leave_out) {
  struct omen_groups out = {.of = omen_xcalloc(r->nraces + 1, sizeof *out.of)};
  struct making m = {r, leave_out, omen_xcalloc(r->nraces + 1, sizeof *m.key),
                     omen_xcalloc(r->nraces + 1, sizeof *m.kind)};
  take(&m, OMEN_GROUP_CALL);
  take(&m, OMEN_GROUP_COPY);
  take(&m, OMEN_GROUP_VARIABLE);
  take(&m, OMEN_GROUP_LINES);
  collect(&m, &out);
  number(&out);
  for (size_t i = 0; i < out.n; i++) {
    sort(r, &out.v[i]);
    out.v[i].what = say(r, &out.v[i]);
  }
  free(m.key);
  free(m.kind);
  return out;
}

void omen_groups_release(struct omen_groups *g) {
  for (size_t i = 0; i < g->n; i++) {
    free(g->v[i].what);
    free(g->v[i].race);
  }
  free(g->v);
  free(g->of);
  *g = (struct omen_groups){0};
}

bool omen_groups_leads(const struct omen_groups *g, size_t race, const struct omen_group **group) {
  *group = g->of[race] ? &g->v[g->of[race] - 1] : NULL;
  return !*group || (*group)->race[0] == race;
}

struct omen_mark omen_group_mark(const struct omen_report *r, const struct omen_group *g) {
  struct omen_mark all = r->races[g->race[0]].mark;
  for (size_t i = 1; i < g->n; i++) {
    const struct omen_mark *m = &r->races[g->race[i]].mark;
    all.known &= m->known;
    if (m->baseline == OMEN_BASELINE_NEW || all.baseline == OMEN_BASELINE_UNCHANGED)
      all.baseline = m->baseline;
  }
  return all;
}

char *omen_group_sentence(const struct omen_report *r, const struct omen_group *g) {
  char *classes = omen_group_classes(r, g);
  char *text = omen_format("One mistake, %zu data races: %s (%s).", g->n, g->what, classes);
  free(classes);
  return text;
}

char *omen_group_classes(const struct omen_report *r, const struct omen_group *g) {
  struct omen_buf text = {0};
  for (size_t i = 0, n = 0; i < g->n; i += n) { /* the worst first: a class stands together */
    const struct omen_verdict *v = &r->races[g->race[i]].verdict;
    for (n = 0; i + n < g->n; n++) {
      const struct omen_verdict *other = &r->races[g->race[i + n]].verdict;
      if (other->class != v->class || !other->not_judged != !v->not_judged) break;
    }
    omen_buf_addf(&text, "%s%zu %s", i ? ", " : "", n,
                  v->not_judged ? "not judged"
                  : v->class    ? omen_class_word(v->class)
                                : "without a verdict");
  }
  return text.data ? text.data : omen_xstrdup("");
}
