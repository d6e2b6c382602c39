/* The past of a variable, as the engines ask about it: is there an earlier conflicting access that a clock
 * does not know? It is made of slots (detect/history.h), one a class of access.
 *
 * While there are few threads, a past that is more than epochs is a row of times a class instead, both plain
 * ones in one cache line, and compared with a clock without a branch; it stays one then. */
#ifndef OMEN_DETECT_PAST_H
#define OMEN_DETECT_PAST_H
#include "detect/history.h"

struct omen_past { /* of a variable; all zero at first */
  struct omen_slot r, w;
  uint32_t atomics; /* place of the slots of atomic accesses, 0: none */
  uint32_t rows;    /* place of the rows that have taken the place of r and w, 0: none */
};
struct omen_past_atomics {
  struct omen_slot r, w;
};
struct omen_pasts { /* what all pasts of an engine share */
  struct omen_arena arena;
  struct omen_past_atomics *atomic;
  uint32_t atomic_n, atomic_cap;
  uint32_t *rows;                   /* pairs, for reads and writes, of rows; pair 0 is not used */
  uint32_t rows_n, rows_cap, width; /* width: words of a row; 0: there are too many threads for rows */
};
void omen_pasts_release(struct omen_pasts *g);
/* Clocks have so many words now. True: omen_past_to_lists has to be called for every past, then
 * omen_pasts_no_rows. */
bool omen_pasts_stride(struct omen_pasts *g, uint32_t stride);
void omen_past_to_lists(struct omen_pasts *g, struct omen_past *v);
void omen_pasts_no_rows(struct omen_pasts *g);
void omen_past_to_rows(struct omen_pasts *g, struct omen_past *v);
struct omen_past_atomics *omen_past_atomics(struct omen_pasts *g, struct omen_past *v);
/* Accesses before do not count any more. */
void omen_past_forget(struct omen_pasts *g, struct omen_past *v);

/* How to keep pasts: constants of the caller's loop. */
struct omen_past_mode {
  bool epoch;     /* else full vectors: see history.h */
  uint32_t width; /* that of the pasts: 8, 16, or 0 */
};
#define OMEN_ALWAYS static inline __attribute__((always_inline))

OMEN_ALWAYS uint32_t *omen_past_rows(const struct omen_pasts *g, const struct omen_past *v, uint32_t width) {
  return g->rows + (size_t)v->rows * 2 * width;
}
/* Is there a time in the `n` rows that is not known to the clock? */
OMEN_ALWAYS bool omen_rows_unordered(const uint32_t *row, uint32_t n, const uint32_t *clock, uint32_t width) {
  uint32_t any = 0;
  for (uint32_t k = 0; k < n; k++)
    for (uint32_t i = 0; i < width; i++) any |= row[k * width + i] > clock[i];
  return any;
}
OMEN_ALWAYS void omen_past_remember(struct omen_pasts *g, struct omen_slot *s, uint32_t t,
                                    const uint32_t *clock, bool epoch) {
  if (epoch)
    omen_slot_add(&g->arena, s, t, clock);
  else
    omen_slot_set(&g->arena, s, t, clock[t]);
}
/* Are rows to be used for this access? An epoch that does not do becomes one. */
OMEN_ALWAYS bool omen_past_by_rows(struct omen_pasts *g, struct omen_past *v, const struct omen_slot *s,
                                   const uint32_t *clock, struct omen_past_mode m) {
  if (!m.width) return false;
  if (v->rows) return true;
  if (m.epoch && s->b <= clock[s->a]) return false;
  omen_past_to_rows(g, v);
  return true;
}
OMEN_ALWAYS bool omen_past_read(struct omen_pasts *g, struct omen_past *v, uint32_t t, const uint32_t *clock,
                                struct omen_past_mode m) {
  bool race = false;
  if (v->atomics) race = omen_slot_unordered(&g->arena, &g->atomic[v->atomics].w, clock);
  if (omen_past_by_rows(g, v, &v->r, clock, m)) {
    uint32_t *row = omen_past_rows(g, v, m.width);
    race |= omen_rows_unordered(row + m.width, 1, clock, m.width);
    row[t] = clock[t];
  } else {
    race |= omen_slot_unordered(&g->arena, &v->w, clock);
    omen_past_remember(g, &v->r, t, clock, m.epoch);
  }
  return race;
}
OMEN_ALWAYS bool omen_past_write(struct omen_pasts *g, struct omen_past *v, uint32_t t, const uint32_t *clock,
                                 struct omen_past_mode m) {
  bool race = false;
  if (v->atomics) {
    race = omen_slot_unordered(&g->arena, &g->atomic[v->atomics].r, clock);
    race |= omen_slot_unordered(&g->arena, &g->atomic[v->atomics].w, clock);
  }
  if (omen_past_by_rows(g, v, &v->w, clock, m)) {
    uint32_t *row = omen_past_rows(g, v, m.width);
    race |= omen_rows_unordered(row, 2, clock, m.width);
    row[m.width + t] = clock[t];
    return race;
  }
  bool reads = omen_slot_unordered(&g->arena, &v->r, clock);
  if (m.epoch && !reads && v->r.b) omen_slot_clear(&g->arena, &v->r); /* this write stands for them */
  race |= reads;
  race |= omen_slot_unordered(&g->arena, &v->w, clock);
  omen_past_remember(g, &v->w, t, clock, m.epoch);
  return race;
}
/* An access by thread t: does it race with an earlier one? It is then part of the past. */
OMEN_ALWAYS bool omen_past_access(struct omen_pasts *g, struct omen_past *v, enum omen_access_class cls,
                                  uint32_t t, const uint32_t *clock, struct omen_past_mode m) {
  if (cls == OMEN_ACCESS_R) return omen_past_read(g, v, t, clock, m);
  if (cls == OMEN_ACCESS_W) return omen_past_write(g, v, t, clock, m);
  struct omen_past_atomics *a = omen_past_atomics(g, v);
  bool race, write = cls == OMEN_ACCESS_AW;
  if (m.width && v->rows) {
    const uint32_t *row = omen_past_rows(g, v, m.width);
    race = write ? omen_rows_unordered(row, 2, clock, m.width)
                 : omen_rows_unordered(row + m.width, 1, clock, m.width);
  } else {
    race = write && omen_slot_unordered(&g->arena, &v->r, clock);
    race |= omen_slot_unordered(&g->arena, &v->w, clock);
  }
  omen_past_remember(g, write ? &a->w : &a->r, t, clock, m.epoch);
  return race;
}
#endif
