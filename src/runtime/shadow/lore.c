/* Vectors of counts: see lore.h. */
#include "runtime/shadow/lore.h"
#include "runtime/rt.h"
#include <string.h>

static size_t size_of(uint32_t n) { return sizeof(struct omen_lore) + (size_t)n * 4; }

static struct omen_lore *new_lore(uint32_t n) {
  struct omen_lore *l = omen_alloc(size_of(n));
  l->refs = 1;
  l->n = n;
  return l;
}

static void drop(struct omen_lore *l) {
  if (l && !--l->refs) omen_free(l, size_of(l->n));
}

static void replace(struct omen_lore **to, struct omen_lore *by) {
  drop(*to);
  *to = by;
}

bool omen_lore_within(const struct omen_lore *a, const struct omen_lore *b) {
  enum { STEP = 8 };
  if (a == b || !a) return true;
  uint32_t i = 0, both = !b ? 0 : a->n < b->n ? a->n : b->n;
  for (; i + STEP <= both; i += STEP) {
    uint32_t more = 0;
    for (uint32_t k = 0; k < STEP; k++) more |= a->v[i + k] > b->v[i + k];
    if (more) return false;
  }
  for (; i < both; i++)
    if (a->v[i] > b->v[i]) return false;
  for (; i < a->n; i++)
    if (a->v[i]) return false;
  return true;
}

void omen_lore_set(struct omen_lore **to, struct omen_lore *from) {
  if (*to == from) return;
  if (from) from->refs++;
  replace(to, from);
}

bool omen_lore_join(struct omen_lore **to, struct omen_lore *from) {
  if (omen_lore_within(from, *to)) return false;
  if (omen_lore_within(*to, from)) {
    omen_lore_set(to, from);
    return true;
  }
  struct omen_lore *l = new_lore((*to)->n > from->n ? (*to)->n : from->n);
  for (uint32_t i = 0; i < l->n; i++) {
    uint32_t a = omen_lore_get(*to, i), b = omen_lore_get(from, i);
    l->v[i] = a > b ? a : b;
  }
  replace(to, l);
  return true;
}

void omen_lore_meet(struct omen_lore **to, struct omen_lore *with) {
  if (omen_lore_within(*to, with)) return;
  if (omen_lore_within(with, *to)) {
    omen_lore_set(to, with);
    return;
  }
  struct omen_lore *l = new_lore((*to)->n < with->n ? (*to)->n : with->n);
  for (uint32_t i = 0; i < l->n; i++) l->v[i] = (*to)->v[i] < with->v[i] ? (*to)->v[i] : with->v[i];
  replace(to, l);
}

void omen_lore_raise(struct omen_lore **to, uint32_t i, uint32_t value) {
  uint32_t n = *to ? (*to)->n : 0;
  struct omen_lore *l = new_lore(i < n ? n : i + 1);
  if (n) memcpy(l->v, (*to)->v, (size_t)n * 4);
  l->v[i] = value;
  replace(to, l);
}
