/* Lists of epochs, and the slow paths of slots: see history.h. */
#include "detect/history.h"
#include <stdlib.h>

void omen_arena_release(struct omen_arena *m) {
  free(m->mem);
  *m = (struct omen_arena){0};
}

void omen_arena_reset(struct omen_arena *m) {
  m->n = m->cap ? 8 : 0;
  memset(m->free, 0, sizeof m->free);
}

static uint32_t take(struct omen_arena *m, unsigned k) {
  if (m->free[k]) {
    uint32_t at = m->free[k];
    m->free[k] = (uint32_t)m->mem[at];
    return at;
  }
  uint32_t size = 1u << k;
  if (!m->n) m->n = 8; /* place 0 is nothing, and blocks of eight stay in one cache line */
  uint32_t at = (m->n + size - 1) & ~(size - 1);
  if (size > 8) at = (m->n + 7) & ~7u;
  if (at > 0xf0000000u) omen_die(OMEN_EXIT_FAILED, "out of memory: too many racing accesses to remember");
  if (at + size > m->cap) {
    uint64_t cap = m->cap ? (uint64_t)m->cap * 2 : 4096;
    while (cap < (uint64_t)at + size) cap *= 2;
    m->cap = cap > 0xffffffffu ? 0xffffffffu : (uint32_t)cap;
    m->mem = omen_xrealloc(m->mem, (size_t)m->cap * sizeof *m->mem);
  }
  m->n = at + size;
  return at;
}

static void give(struct omen_arena *m, uint32_t at, unsigned k) {
  m->mem[at] = m->free[k];
  m->free[k] = at;
}

void omen_slot_clear(struct omen_arena *m, struct omen_slot *s) {
  if (s->a & OMEN_SLOT_LIST) give(m, s->b, s->a >> 16 & 0xff);
  *s = (struct omen_slot){0};
}

void omen_slot_grow(struct omen_arena *m, struct omen_slot *s) {
  if (!(s->a & OMEN_SLOT_LIST)) {
    struct omen_slot old = *s;
    uint32_t at = take(m, 1);
    m->mem[at] = (uint64_t)old.a << 32 | old.b;
    *s = (struct omen_slot){OMEN_SLOT_LIST | 1u << 16 | (old.b != 0), at};
    return;
  }
  uint32_t n = s->a & 0xffff, k = s->a >> 16 & 0xff;
  if (n < 1u << k) return;
  uint32_t at = take(m, k + 1);
  memcpy(m->mem + at, m->mem + s->b, n * sizeof *m->mem);
  give(m, s->b, k);
  *s = (struct omen_slot){OMEN_SLOT_LIST | (k + 1) << 16 | n, at};
}

void omen_slot_add_slow(struct omen_arena *m, struct omen_slot *s, uint32_t t, const uint32_t *clock) {
  omen_slot_grow(m, s);
  uint64_t *v = m->mem + s->b;
  uint32_t n = s->a & 0xffff, kept = 0;
  for (uint32_t i = 0; i < n; i++)
    if ((uint32_t)v[i] > clock[v[i] >> 32]) v[kept++] = v[i];
  if (!kept) {
    omen_slot_clear(m, s);
    *s = (struct omen_slot){t, clock[t]};
    return;
  }
  v[kept++] = (uint64_t)t << 32 | clock[t];
  s->a = (s->a & 0xffff0000u) | kept;
}
