/* Vectors of counts: see watch_filter_vector.h. */
#include "runtime/shadow/watch_filter_vector.h"
#include "runtime/rt.h"
#include <string.h>

static size_t size_of(uint32_t n) { return sizeof(struct omrt_filter_vector) + (size_t)n * 4; }

static struct omrt_filter_vector *new_lore(uint32_t n) {
  struct omrt_filter_vector *l = omrt_alloc(size_of(n));
  l->refs = 1;
  l->n = n;
  return l;
}

static void drop(struct omrt_filter_vector *l) {
  if (l && !--l->refs) omrt_free(l, size_of(l->n));
}

static void replace(struct omrt_filter_vector **to, struct omrt_filter_vector *by) {
  drop(*to);
  *to = by;
}

bool omrt_filter_vector_within(const struct omrt_filter_vector *a, const struct omrt_filter_vector *b) {
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

void omrt_filter_vector_set(struct omrt_filter_vector **to, struct omrt_filter_vector *from) {
  if (*to == from) return;
  if (from) from->refs++;
  replace(to, from);
}

bool omrt_filter_vector_join(struct omrt_filter_vector **to, struct omrt_filter_vector *from) {
  if (omrt_filter_vector_within(from, *to)) return false;
  if (omrt_filter_vector_within(*to, from)) {
    omrt_filter_vector_set(to, from);
    return true;
  }
  struct omrt_filter_vector *l = new_lore((*to)->n > from->n ? (*to)->n : from->n);
  for (uint32_t i = 0; i < l->n; i++) {
    uint32_t a = omrt_filter_vector_get(*to, i), b = omrt_filter_vector_get(from, i);
    l->v[i] = a > b ? a : b;
  }
  replace(to, l);
  return true;
}

void omrt_filter_vector_meet(struct omrt_filter_vector **to, struct omrt_filter_vector *with) {
  if (omrt_filter_vector_within(*to, with)) return;
  if (omrt_filter_vector_within(with, *to)) {
    omrt_filter_vector_set(to, with);
    return;
  }
  struct omrt_filter_vector *l = new_lore((*to)->n < with->n ? (*to)->n : with->n);
  for (uint32_t i = 0; i < l->n; i++) l->v[i] = (*to)->v[i] < with->v[i] ? (*to)->v[i] : with->v[i];
  replace(to, l);
}

void omrt_filter_vector_raise(struct omrt_filter_vector **to, uint32_t i, uint32_t value) {
  uint32_t n = *to ? (*to)->n : 0;
  struct omrt_filter_vector *l = new_lore(i < n ? n : i + 1);
  if (n) memcpy(l->v, (*to)->v, (size_t)n * 4);
  l->v[i] = value;
  replace(to, l);
}
