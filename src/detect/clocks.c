/* hb, hb-epoch, shb and shb-epoch: Djit+, and algorithms 1 and 2 of the SHB paper.
 *
 * One loop, instantiated for each: RF, a read is ordered after the last write (shb); EPOCH, histories in
 * epochs. In the second pass (PAIRS) only racy variables are looked at; the order is kept up as in the first.
 *
 * While there are few threads a history that is more than an epoch is a row of times a class, both in one
 * cache line, and compared with a clock without a branch; it stays one then. With many, it is a list.
 *
 * Races are checked with the clock of the event's predecessor, before a read takes in the last write:
 * theorem 3.3. */
#include "detect/big.h"
#include "detect/engine.h"
#include "detect/order.h"
#include <stdlib.h>

struct var {
  struct omen_slot r, w;
  struct omen_stamp last_write;
  uint32_t atomics; /* place in `atomic` of the histories of atomic accesses, 0: none */
  struct omen_sites sites;
  uint32_t rows; /* place of the rows that have taken the place of r and w, 0: none */
} __attribute__((aligned(16)));
_Static_assert(sizeof(struct var) == 64, "a cache line");
struct atomics {
  struct omen_slot r, w;
};
struct clocks {
  struct omen_engine base;
  struct omen_order order;
  struct var *var;
  uint32_t vars;
  struct atomics *atomic;
  uint32_t atomic_n, atomic_cap;
  struct omen_arena arena;
  uint32_t *rows; /* pairs of rows, for reads and writes, `width` words each; pair 0 is not used */
  uint32_t rows_n, rows_cap, width; /* width 0: there are none */
};
enum { WIDTH_MAX = 16 };

static void mark_last_writes(struct omen_order *o, void *arg) {
  const struct clocks *g = arg;
  for (uint32_t i = 0; i < g->vars; i++) omen_order_mark(o, &g->var[i].last_write);
}

static void to_lists(struct clocks *g, struct var *v) {
  const uint32_t *row = g->rows + (size_t)v->rows * 2 * g->width;
  v->rows = 0;
  for (uint32_t t = 0; t < 2 * g->width; t++)
    if (row[t]) omen_slot_set(&g->arena, t < g->width ? &v->r : &v->w, t % g->width, row[t]);
}

/* There are more threads than a row has room for: it gets longer, or becomes a list. */
static void widen(struct clocks *g, uint32_t stride) {
  uint32_t from = g->width, to = stride > WIDTH_MAX ? 0 : stride;
  if (to == from) return;
  uint32_t *old = g->rows;
  size_t bytes = (size_t)g->rows_cap * 2 * from * sizeof *old;
  for (uint32_t i = 0; !to && i < g->vars; i++)
    if (g->var[i].rows) to_lists(g, &g->var[i]);
  g->rows = to && old ? omen_big_alloc((size_t)g->rows_cap * 2 * to * sizeof *old) : NULL;
  for (size_t i = 0; g->rows && i < 2 * (size_t)g->rows_n; i++)
    memcpy(g->rows + i * to, old + i * from, from * sizeof *old);
  omen_big_free(old, bytes);
  g->width = to;
}

/* The history becomes a pair of rows. */
static void to_rows(struct clocks *g, struct var *v) {
  if (!g->rows_n) g->rows_n = 1;
  if (g->rows_n >= g->rows_cap) {
    size_t from = g->rows_cap, to = from ? from * 2 : 64, size = 2 * g->width * sizeof *g->rows;
    g->rows = omen_big_grow(g->rows, from * size, to * size);
    g->rows_cap = (uint32_t)to;
  }
  v->rows = g->rows_n++;
  uint32_t *row = g->rows + (size_t)v->rows * 2 * g->width;
  row[v->r.a] = v->r.b;
  row[g->width + v->w.a] = v->w.b;
  v->r = v->w = (struct omen_slot){0};
}

static void room(struct clocks *g, const struct omen_batch *b) {
  omen_order_grow(&g->order, b->threads, b->syncs);
  omen_live_stride(&g->base.live, g->order.stride);
  widen(g, g->order.stride);
  if (b->vars <= g->vars) return;
  uint32_t n = b->vars + b->vars / 2 + 64;
  g->var = omen_big_grow(g->var, g->vars * sizeof *g->var, n * sizeof *g->var);
  g->vars = n;
}

static struct atomics *atomics_of(struct clocks *g, struct var *v) {
  if (!v->atomics) {
    if (!g->atomic_n) g->atomic_n = 1;
    if (g->atomic_n >= g->atomic_cap) {
      g->atomic_cap = g->atomic_cap ? g->atomic_cap * 2 : 16;
      g->atomic = omen_xrealloc(g->atomic, g->atomic_cap * sizeof *g->atomic);
    }
    g->atomic[g->atomic_n] = (struct atomics){0};
    v->atomics = g->atomic_n++;
  }
  return &g->atomic[v->atomics];
}

struct mode {
  bool rf, epoch, pairs;
  uint32_t width; /* as in struct clocks */
};
#define ALWAYS static inline __attribute__((always_inline))

ALWAYS bool unordered(struct clocks *g, uint32_t t, const struct omen_slot *s) {
  return omen_slot_unordered(&g->arena, s, omen_order_row(&g->order, t));
}

ALWAYS void remember(struct clocks *g, uint32_t t, struct omen_slot *s, struct mode m) {
  const uint32_t *c = omen_order_row(&g->order, t);
  if (m.epoch)
    omen_slot_add(&g->arena, s, t, c);
  else
    omen_slot_set(&g->arena, s, t, c[t]);
}

ALWAYS uint32_t *rows_of(const struct clocks *g, const struct var *v, struct mode m) {
  return g->rows + (size_t)v->rows * 2 * m.width;
}

/* Is there a time in the `n` rows that is not known to the clock? */
ALWAYS bool row_unordered(const uint32_t *row, uint32_t n, const uint32_t *clock, struct mode m) {
  uint32_t any = 0;
  for (uint32_t k = 0; k < n; k++)
    for (uint32_t i = 0; i < m.width; i++) any |= row[k * m.width + i] > clock[i];
  return any;
}

/* Are rows to be used for this access? An epoch that does not do becomes one. */
ALWAYS bool by_rows(struct clocks *g, uint32_t t, struct var *v, const struct omen_slot *s, struct mode m) {
  if (!m.width) return false;
  if (v->rows) return true;
  if (m.epoch && s->b <= omen_order_row(&g->order, t)[s->a]) return false;
  to_rows(g, v);
  return true;
}

ALWAYS bool plain_read(struct clocks *g, uint32_t t, struct var *v, struct mode m) {
  bool race = false;
  if (v->atomics) race |= unordered(g, t, &g->atomic[v->atomics].w);
  if (by_rows(g, t, v, &v->r, m)) {
    uint32_t *row = rows_of(g, v, m), *c = omen_order_row(&g->order, t);
    race |= row_unordered(row + m.width, 1, c, m);
    row[t] = c[t];
    if (m.rf) omen_order_take_in(&g->order, t, &v->last_write);
    return race;
  }
  race |= unordered(g, t, &v->w);
  if (m.rf) omen_order_take_in(&g->order, t, &v->last_write);
  remember(g, t, &v->r, m);
  return race;
}

ALWAYS bool plain_write(struct clocks *g, uint32_t t, struct var *v, struct mode m) {
  if (by_rows(g, t, v, &v->w, m)) {
    uint32_t *row = rows_of(g, v, m), *c = omen_order_row(&g->order, t);
    bool race = row_unordered(row, 2, c, m);
    if (v->atomics) race |= unordered(g, t, &g->atomic[v->atomics].r);
    if (v->atomics) race |= unordered(g, t, &g->atomic[v->atomics].w);
    row[m.width + t] = c[t];
    if (m.rf) omen_order_hand_out(&g->order, t, &v->last_write);
    return race;
  }
  bool reads = unordered(g, t, &v->r);
  if (m.epoch && !reads && v->r.b) omen_slot_clear(&g->arena, &v->r); /* this write stands for them */
  bool race = reads;
  if (v->atomics) race |= unordered(g, t, &g->atomic[v->atomics].r);
  race |= unordered(g, t, &v->w);
  if (v->atomics) race |= unordered(g, t, &g->atomic[v->atomics].w);
  remember(g, t, &v->w, m);
  if (m.rf) omen_order_hand_out(&g->order, t, &v->last_write);
  return race;
}

ALWAYS bool atomic_access(struct clocks *g, uint32_t t, struct var *v, bool write, struct mode m) {
  struct atomics *a = atomics_of(g, v);
  bool race = false;
  if (m.width && v->rows) {
    const uint32_t *row = rows_of(g, v, m), *c = omen_order_row(&g->order, t);
    race = write ? row_unordered(row, 2, c, m) : row_unordered(row + m.width, 1, c, m);
  } else {
    race = write && unordered(g, t, &v->r);
    race |= unordered(g, t, &v->w);
  }
  if (m.rf && !write) omen_order_take_in(&g->order, t, &v->last_write);
  remember(g, t, write ? &a->w : &a->r, m);
  if (m.rf && write) omen_order_hand_out(&g->order, t, &v->last_write);
  return race;
}

/* What the first pass can tell of pairs: with the clock of the event's predecessor, too. */
ALWAYS void meet(struct clocks *g, const struct omen_event *e, struct var *v) {
  uint32_t site = omen_live_site(e->loc, omen_class_of(e->kind));
  if (__builtin_expect(!omen_live_meet(&g->base.live, &v->sites, e->loc, site), 1)) return;
  const uint32_t *c = omen_order_row(&g->order, e->thread);
  omen_live_look(&g->base.live, &v->sites, site, c, ~0u);
  omen_live_record(&g->base.live, &v->sites, site, e->thread, c[e->thread]);
}

ALWAYS bool check(struct clocks *g, const struct omen_event *e, struct mode m) {
  struct var *v = &g->var[e->obj];
  meet(g, e, v);
  switch (e->kind) {
  case OMEN_KIND_READ: return plain_read(g, e->thread, v, m);
  case OMEN_KIND_WRITE: return plain_write(g, e->thread, v, m);
  default: return atomic_access(g, e->thread, v, e->kind == OMEN_KIND_AWRITE, m);
  }
}

/* What an access does to the order, and nothing else. */
ALWAYS void order_only(struct clocks *g, const struct omen_event *e, struct mode m) {
  if (!m.rf) return;
  struct var *v = &g->var[e->obj];
  if (e->kind == OMEN_KIND_WRITE || e->kind == OMEN_KIND_AWRITE)
    omen_order_hand_out(&g->order, e->thread, &v->last_write);
  else
    omen_order_take_in(&g->order, e->thread, &v->last_write);
}

/* Second pass, on a racy variable. */
ALWAYS void pair_up(struct clocks *g, const struct omen_event *e, struct mode m) {
  uint32_t t = e->thread,
           way = omen_pairtab_way(g->base.pairs, e->obj, e->loc, omen_class_of(e->kind), 0, e->thread);
  const uint32_t *c = omen_order_row(&g->order, t);
  uint32_t own = c[t];
  omen_pairtab_check(g->base.pairs, way, c, ~0u);
  omen_pairtab_record(g->base.pairs, way, e->thread, own);
  order_only(g, e, m);
}

static void fresh(struct clocks *g, uint32_t x) {
  struct var *v = &g->var[x];
  omen_slot_clear(&g->arena, &v->r);
  omen_slot_clear(&g->arena, &v->w);
  if (v->rows) memset(g->rows + (size_t)v->rows * 2 * g->width, 0, 2 * g->width * sizeof *g->rows);
  v->last_write = (struct omen_stamp){0};
  if (v->atomics) {
    omen_slot_clear(&g->arena, &g->atomic[v->atomics].r);
    omen_slot_clear(&g->arena, &g->atomic[v->atomics].w);
  }
  omen_live_forget(&g->base.live, &v->sites);
  if (g->base.pairs) omen_pairtab_forget(g->base.pairs, x);
}

enum { AHEAD = 8 };

/* Fetches a variable, and what a variable fetched before refers to. */
ALWAYS void expect(const struct clocks *g, const struct omen_event *far, const struct omen_event *near,
                   struct mode m) {
  if (far->kind <= OMEN_KIND_WRITE && (m.rf || !m.pairs)) __builtin_prefetch(&g->var[far->obj]);
  if (near->kind > OMEN_KIND_WRITE) return;
  if (m.pairs) {
    if (g->base.racy[near->obj])
      omen_pairtab_expect(g->base.pairs, near->obj, near->loc, (enum omen_class)near->kind, 0, near->thread);
  } else if (m.width) {
    __builtin_prefetch(rows_of(g, &g->var[near->obj], m));
  } else if (!m.epoch && g->arena.mem) {
    const struct var *v = &g->var[near->obj];
    __builtin_prefetch(g->arena.mem + v->r.b);
    __builtin_prefetch(g->arena.mem + v->w.b);
  }
}

ALWAYS void loop(struct clocks *g, const struct omen_batch *b, struct mode m) {
  for (size_t i = 0; i < b->n; i++) {
    const struct omen_event *e = &b->ev[i];
    if (i + 2 * AHEAD < b->n) expect(g, &b->ev[i + 2 * AHEAD], &b->ev[i + AHEAD], m);
    if (!omen_kind_is_access(e->kind)) {
      if (e->kind == OMEN_KIND_ALLOC)
        fresh(g, e->obj);
      else
        omen_order_sync(&g->order, e);
    } else if (b->drop && b->drop[i]) {
      order_only(g, e, m);
    } else if (m.pairs) {
      if (g->base.racy[e->obj])
        pair_up(g, e, m);
      else
        order_only(g, e, m);
    } else if (__builtin_expect(check(g, e, m), 0)) {
      omen_engine_warn(&g->base, b, i);
      omen_live_warned(&g->base.live, &g->var[e->obj].sites);
    }
  }
}

static struct omen_engine *make(const struct omen_engine_ops *ops) {
  struct clocks *g = omen_xcalloc(1, sizeof *g);
  g->base.ops = ops;
  omen_order_init(&g->order);
  g->order.more_roots = mark_last_writes;
  g->order.more_arg = g;
  return &g->base;
}

static void again(struct omen_engine *e) {
  struct clocks *g = (struct clocks *)e;
  omen_order_reset(&g->order);
  if (g->vars) memset(g->var, 0, g->vars * sizeof *g->var);
  omen_arena_reset(&g->arena);
  g->atomic_n = g->rows_n = 0;
  e->pairs = omen_pairtab_new(g->order.threads, NULL);
}

static struct omen_sites *sites(struct omen_engine *e, uint32_t var) {
  return &((struct clocks *)e)->var[var].sites;
}

static void destroy(struct omen_engine *e) {
  struct clocks *g = (struct clocks *)e;
  omen_order_release(&g->order);
  omen_arena_release(&g->arena);
  omen_big_free(g->var, g->vars * sizeof *g->var);
  omen_big_free(g->rows, (size_t)g->rows_cap * 2 * g->width * sizeof *g->rows);
  free(g->atomic);
  free(g);
}

#define ENGINE(symbol, text, words, ordering, rf, epoch)                                                     \
  static void run_##symbol(struct omen_engine *e, const struct omen_batch *b) {                              \
    struct clocks *g = (struct clocks *)e;                                                                   \
    room(g, b);                                                                                              \
    if (e->pairs)                                                                                            \
      loop(g, b, (struct mode){rf, epoch, true, 0});                                                         \
    else if (g->width == 8)                                                                                  \
      loop(g, b, (struct mode){rf, epoch, false, 8});                                                        \
    else if (g->width == 16)                                                                                 \
      loop(g, b, (struct mode){rf, epoch, false, 16});                                                       \
    else                                                                                                     \
      loop(g, b, (struct mode){rf, epoch, false, 0});                                                        \
  }                                                                                                          \
  const struct omen_engine_ops omen_engine_##symbol = {text,         words, ordering, false, make,           \
                                                       run_##symbol, again, destroy,  sites};
ENGINE(hb, "hb", "happens-before, vector clocks (Djit+)", OMEN_ORDERS_LOCKS, false, false)
ENGINE(hb_epoch, "hb-epoch", "happens-before, epochs (FastTrack, right past the first race)",
       OMEN_ORDERS_LOCKS, false, true)
ENGINE(shb, "shb", "schedulable happens-before, vector clocks", OMEN_ORDERS_ACCESSES, true, false)
ENGINE(shb_epoch, "shb-epoch", "schedulable happens-before, epochs", OMEN_ORDERS_ACCESSES, true, true)
