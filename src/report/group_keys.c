/* Keys of groups: see group_keys.h. */
#include "report/group_keys.h"
#include "report/summary.h"
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static uint64_t mix(uint64_t h, const void *data, size_t n) { return XXH3_64bits_withSeed(data, n, h); }
static uint64_t mix_str(uint64_t h, const char *s) { return mix(h, s ? s : "", s ? strlen(s) : 0); }
static void mix_both(struct omen_group_key *k, const char *s) {
  k->same = mix_str(k->same, s);
  k->name = mix_str(k->name, s);
}
static void mix_number(struct omen_group_key *k, uint64_t n) { k->same = mix(k->same, &n, sizeof n); }

struct omen_where omen_group_place(const struct omen_access *a) {
  const struct omen_frame *f = a->file ? NULL : omen_project_frame(&a->stack);
  if (f) return (struct omen_where){f->function, f->file, f->path, f->line};
  return (struct omen_where){a->function, a->file, a->path, a->line};
}

int omen_group_caller(const struct omen_race *r) {
  bool called[2];
  for (int i = 0; i < 2; i++)
    called[i] = r->access[i].known && !r->access[i].file && omen_project_frame(&r->access[i].stack);
  return called[0] == called[1] ? -1 : called[1];
}

static uint64_t span(const struct omen_access *a) { return a->whole > a->size ? a->whole : a->size; }

int omen_group_copier(const struct omen_race *r) {
  const struct omen_access *a = r->access;
  if (span(&a[0]) == span(&a[1])) return -1;
  int wide = span(&a[1]) > span(&a[0]);
  return a[wide].known && span(&a[wide]) > r->location.size ? wide : -1;
}

/* A member by its own name, an array without the index: `h` and `x->h` may be the same structure. */
static void mix_last_part(struct omen_group_key *k, const char *expression) {
  const char *at = expression;
  for (const char *p = expression; *p; p++)
    if (*p == '.')
      at = p + 1;
    else if (p[0] == '-' && p[1] == '>')
      at = p + 2;
  char part[160];
  size_t n = strcspn(at, "[");
  snprintf(part, sizeof part, "%.*s%s", (int)(n < 150 ? n : 150), at, at[n] ? "[]" : "");
  mix_both(k, part);
}

/* The memory as a whole: the variable, or where the block was allocated. */
static void mix_object(struct omen_group_key *k, const struct omen_location *l) {
  mix_number(k, l->place);
  if (l->variable.name) {
    mix_both(k, l->variable.name);
    mix_both(k, l->variable.file);
    mix_both(k, l->variable.scope);
  } else if (l->block_size) {
    for (size_t i = 0; i < l->allocated.n; i++) {
      mix_both(k, l->allocated.frames[i].function);
      mix_number(k, (uint64_t)l->allocated.frames[i].line);
      mix_number(k, (uint64_t)l->allocated.frames[i].column);
    }
  } else {
    mix_number(k, l->place == OMEN_PLACE_STACK ? (uint64_t)l->thread : l->addr);
  }
}

static void mix_place(struct omen_group_key *k, const struct omen_access *a, bool column) {
  struct omen_where at = omen_group_place(a);
  mix_both(k, at.function);
  mix_both(k, at.file ? omen_base_name(at.file) : NULL);
  mix_number(k, (uint64_t)at.line);
  if (column) mix_number(k, (uint64_t)a->column);
}

static void mix_variable(struct omen_group_key *k, const struct omen_location *l) {
  mix_object(k, l);
  if (l->variable.name)
    mix_both(k, l->shape);
  else
    mix_last_part(k, l->name);
  if (l->place == OMEN_PLACE_STACK) mix_number(k, l->addr);
}

static void mix_lines(struct omen_group_key *k, const struct omen_race *r) {
  struct omen_group_key side[2] = {{1, 1}, {1, 1}};
  for (int i = 0; i < 2; i++) mix_place(&side[i], &r->access[i], false);
  for (int i = 0; i < 2; i++) { /* in either order */
    bool upper = side[0].same < side[1].same;
    mix_number(k, side[upper == i].same);
    k->name = mix(k->name, &side[upper == i].name, sizeof k->name);
  }
  mix_last_part(k, r->location.name);
}

struct omen_group_key omen_group_key(const struct omen_race *r, enum omen_group_kind kind) {
  struct omen_group_key k = {(uint64_t)kind, (uint64_t)kind};
  if (kind == OMEN_GROUP_CALL) {
    const struct omen_access *a = &r->access[omen_group_caller(r)];
    mix_both(&k, a->function);
    mix_place(&k, a, false);
    mix_object(&k, &r->location);
  } else if (kind == OMEN_GROUP_COPY) {
    mix_place(&k, &r->access[omen_group_copier(r)], true);
    mix_object(&k, &r->location);
  } else if (kind == OMEN_GROUP_VARIABLE) {
    mix_variable(&k, &r->location);
  } else {
    mix_lines(&k, r);
  }
  return k;
}
