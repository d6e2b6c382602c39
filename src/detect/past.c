/* Pasts of variables, what is not for every access: see past.h. */
#include "detect/past.h"
#include "detect/big_memory.h"
#include <stdlib.h>

enum { WIDTH_MAX = 16 };

static size_t rows_bytes(const struct omen_pasts *g) {
  return (size_t)g->rows_cap * 2 * g->width * sizeof *g->rows;
}

void omen_pasts_release(struct omen_pasts *g) {
  omen_arena_release(&g->arena);
  omen_big_free(g->rows, rows_bytes(g));
  free(g->atomic);
  *g = (struct omen_pasts){0};
}

bool omen_pasts_stride(struct omen_pasts *g, uint32_t stride) {
  uint32_t from = g->width, to = stride > WIDTH_MAX ? 0 : stride;
  if (to == from) return false;
  if (!to) return true;
  if (g->rows) { /* longer rows */
    uint32_t *now = omen_big_alloc((size_t)g->rows_cap * 2 * to * sizeof *now);
    for (size_t i = 0; i < 2 * (size_t)g->rows_n; i++)
      memcpy(now + i * to, g->rows + i * from, from * sizeof *now);
    omen_big_free(g->rows, rows_bytes(g));
    g->rows = now;
  }
  g->width = to;
  return false;
}

void omen_past_to_lists(struct omen_pasts *g, struct omen_past *v) {
  if (!v->rows) return;
  const uint32_t *row = omen_past_rows(g, v, g->width);
  v->rows = 0;
  for (uint32_t t = 0; t < 2 * g->width; t++)
    if (row[t]) omen_slot_set(&g->arena, t < g->width ? &v->r : &v->w, t % g->width, row[t]);
}

void omen_pasts_no_rows(struct omen_pasts *g) {
  omen_big_free(g->rows, rows_bytes(g));
  g->rows = NULL;
  g->rows_n = g->rows_cap = g->width = 0;
}

void omen_past_to_rows(struct omen_pasts *g, struct omen_past *v) {
  if (!g->rows_n) g->rows_n = 1;
  if (g->rows_n >= g->rows_cap) {
    size_t from = g->rows_cap, to = from ? from * 2 : 64, size = 2 * g->width * sizeof *g->rows;
    g->rows = omen_big_grow(g->rows, from * size, to * size);
    g->rows_cap = (uint32_t)to;
  }
  v->rows = g->rows_n++;
  uint32_t *row = omen_past_rows(g, v, g->width);
  row[v->r.a] = v->r.b;
  row[g->width + v->w.a] = v->w.b;
  v->r = v->w = (struct omen_slot){0};
}

struct omen_past_atomics *omen_past_atomics(struct omen_pasts *g, struct omen_past *v) {
  if (!v->atomics) {
    if (!g->atomic_n) g->atomic_n = 1;
    if (g->atomic_n >= g->atomic_cap) {
      g->atomic_cap = g->atomic_cap ? g->atomic_cap * 2 : 16;
      g->atomic = omen_xrealloc(g->atomic, g->atomic_cap * sizeof *g->atomic);
    }
    g->atomic[g->atomic_n] = (struct omen_past_atomics){0};
    v->atomics = g->atomic_n++;
  }
  return &g->atomic[v->atomics];
}

void omen_past_forget(struct omen_pasts *g, struct omen_past *v) {
  omen_slot_clear(&g->arena, &v->r);
  omen_slot_clear(&g->arena, &v->w);
  if (v->rows) memset(omen_past_rows(g, v, g->width), 0, 2 * g->width * sizeof *g->rows);
  if (v->atomics) {
    omen_slot_clear(&g->arena, &g->atomic[v->atomics].r);
    omen_slot_clear(&g->arena, &g->atomic[v->atomics].w);
  }
}
