/* Vector clocks of the memory models: see clock.h. */
#include "runtime/weak/weak_clock.h"
#include "runtime/rt.h"
#include <string.h>

static void grow(struct omrt_weak_clock *c, uint32_t n) {
  if (n <= c->n) return;
  n = (n + 3) & ~3u;
  uint32_t *v = omrt_alloc(n * sizeof *v);
  if (c->n) {
    memcpy(v, c->v, c->n * sizeof *v);
    omrt_free(c->v, c->n * sizeof *v);
  }
  memset(v + c->n, 0, (n - c->n) * sizeof *v);
  c->v = v;
  c->n = n;
}

void omrt_weak_set(struct omrt_weak_clock *c, uint32_t thread, uint32_t index) {
  grow(c, thread + 1);
  c->v[thread] = index;
}

void omrt_weak_join(struct omrt_weak_clock *c, const struct omrt_weak_clock *from) {
  grow(c, from->n);
  for (uint32_t i = 0; i < from->n; i++)
    if (from->v[i] > c->v[i]) c->v[i] = from->v[i];
}

void omrt_weak_copy(struct omrt_weak_clock *c, const struct omrt_weak_clock *from) {
  if (c == from) return;
  if (c->n) memset(c->v, 0, c->n * sizeof *c->v);
  omrt_weak_join(c, from);
}

void omrt_weak_clear(struct omrt_weak_clock *c) {
  if (c->n) omrt_free(c->v, c->n * sizeof *c->v);
  *c = (struct omrt_weak_clock){0};
}
