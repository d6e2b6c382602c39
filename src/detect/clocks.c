/* hb, hb-epoch, shb and shb-epoch: Djit+, and algorithms 1 and 2 of the SHB paper.
 *
 * One loop, instantiated for each: RF, a read is ordered after the last write (shb); EPOCH, histories in
 * epochs. In the second pass (PAIRS) only racy variables are looked at; the order is kept up as in the first.
 *
 * Races are checked with the clock of the event's predecessor, before a read takes in the last write:
 * theorem 3.3. */
#include "detect/big_memory.h"
#include "detect/engine.h"
#include "detect/hb_order.h"
#include "detect/past.h"
#include <stdlib.h>

struct var {
  struct omen_past past;
  struct omen_stamp last_write;
  struct omen_live_sites sites;
} __attribute__((aligned(16)));
_Static_assert(sizeof(struct var) == 64, "a cache line");
struct clocks {
  struct omen_engine base;
  struct omen_hb_order order;
  struct omen_pasts pasts;
  struct var *var;
  uint32_t vars;
};

static void mark_last_writes(struct omen_hb_order *o, void *arg) {
  const struct clocks *g = arg;
  for (uint32_t i = 0; i < g->vars; i++) omen_hb_order_mark(o, &g->var[i].last_write);
}

static void room(struct clocks *g, const struct omen_batch *b) {
  omen_hb_order_grow(&g->order, b->threads, b->syncs);
  omen_live_stride(&g->base.live, g->order.stride);
  if (omen_pasts_stride(&g->pasts, g->order.stride)) {
    for (uint32_t i = 0; i < g->vars; i++) omen_past_to_lists(&g->pasts, &g->var[i].past);
    omen_pasts_no_rows(&g->pasts);
  }
  if (b->vars <= g->vars) return;
  uint32_t n = b->vars + b->vars / 2 + 64;
  g->var = omen_big_grow(g->var, g->vars * sizeof *g->var, n * sizeof *g->var);
  g->vars = n;
}

struct mode {
  bool rf, pairs;
  struct omen_past_mode past;
};
#define ALWAYS OMEN_ALWAYS

/* What the first pass can tell of pairs: with the clock of the event's predecessor, too. */
ALWAYS void meet(struct clocks *g, const struct omen_event *e, struct var *v) {
  uint32_t site = omen_live_site(e->loc, omen_class_of(e->kind));
  if (__builtin_expect(!omen_live_meet(&g->base.live, &v->sites, e->loc, site), 1)) return;
  const uint32_t *c = omen_hb_order_row(&g->order, e->thread);
  omen_live_look(&g->base.live, &v->sites, site, c, ~0u);
  omen_live_record(&g->base.live, &v->sites, site, e->thread, c[e->thread]);
}

/* What an access does to the order, and nothing else. */
ALWAYS void order_only(struct clocks *g, const struct omen_event *e, struct mode m) {
  if (!m.rf) return;
  struct var *v = &g->var[e->obj];
  if (e->kind == OMEN_KIND_WRITE || e->kind == OMEN_KIND_AWRITE)
    omen_hb_order_hand_out(&g->order, e->thread, &v->last_write);
  else
    omen_hb_order_take_in(&g->order, e->thread, &v->last_write);
}

ALWAYS bool check(struct clocks *g, const struct omen_event *e, struct mode m) {
  struct var *v = &g->var[e->obj];
  meet(g, e, v);
  bool race = omen_past_access(&g->pasts, &v->past, omen_class_of(e->kind), e->thread,
                               omen_hb_order_row(&g->order, e->thread), m.past);
  order_only(g, e, m);
  return race;
}

/* Second pass, on a racy variable. */
ALWAYS void pair_up(struct clocks *g, const struct omen_event *e, struct mode m) {
  uint32_t t = e->thread,
           way = omen_pairtab_way(g->base.pairs, e->obj, e->loc, omen_class_of(e->kind), 0, e->thread);
  const uint32_t *c = omen_hb_order_row(&g->order, t);
  uint32_t own = c[t];
  omen_pairtab_check(g->base.pairs, way, c, ~0u);
  omen_pairtab_record(g->base.pairs, way, e->thread, own);
  order_only(g, e, m);
}

static void fresh(struct clocks *g, uint32_t x) {
  struct var *v = &g->var[x];
  omen_past_forget(&g->pasts, &v->past);
  v->last_write = (struct omen_stamp){0};
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
    if (g->base.racy[near->obj] == OMEN_RACY)
      omen_pairtab_expect(g->base.pairs, near->obj, near->loc, (enum omen_access_class)near->kind, 0,
                          near->thread);
  } else if (m.past.width) {
    if (g->pasts.rows) __builtin_prefetch(omen_past_rows(&g->pasts, &g->var[near->obj].past, m.past.width));
  } else if (!m.past.epoch && g->pasts.arena.mem) {
    const struct omen_past *v = &g->var[near->obj].past;
    __builtin_prefetch(g->pasts.arena.mem + v->r.b);
    __builtin_prefetch(g->pasts.arena.mem + v->w.b);
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
        omen_hb_order_sync(&g->order, e);
    } else if (b->drop && b->drop[i]) {
      order_only(g, e, m);
    } else if (m.pairs) {
      if (g->base.racy[e->obj] == OMEN_RACY)
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
  omen_hb_order_init(&g->order);
  g->order.more_roots = mark_last_writes;
  g->order.more_arg = g;
  return &g->base;
}

static void again(struct omen_engine *e) {
  struct clocks *g = (struct clocks *)e;
  omen_hb_order_reset(&g->order);
  if (g->vars) memset(g->var, 0, g->vars * sizeof *g->var);
  omen_pasts_release(&g->pasts);
  e->pairs = omen_pairtab_new(g->order.threads, NULL);
}

static struct omen_live_sites *sites(struct omen_engine *e, uint32_t var) {
  return &((struct clocks *)e)->var[var].sites;
}

static void destroy(struct omen_engine *e) {
  struct clocks *g = (struct clocks *)e;
  omen_hb_order_release(&g->order);
  omen_pasts_release(&g->pasts);
  omen_big_free(g->var, g->vars * sizeof *g->var);
  free(g);
}

#define ENGINE(symbol, text, words, ordering, rf, epoch)                                                     \
  static void run_##symbol(struct omen_engine *e, const struct omen_batch *b) {                              \
    struct clocks *g = (struct clocks *)e;                                                                   \
    room(g, b);                                                                                              \
    if (e->pairs)                                                                                            \
      loop(g, b, (struct mode){rf, true, {epoch, 0}});                                                       \
    else if (g->pasts.width == 8)                                                                            \
      loop(g, b, (struct mode){rf, false, {epoch, 8}});                                                      \
    else if (g->pasts.width == 16)                                                                           \
      loop(g, b, (struct mode){rf, false, {epoch, 16}});                                                     \
    else                                                                                                     \
      loop(g, b, (struct mode){rf, false, {epoch, 0}});                                                      \
  }                                                                                                          \
  const struct omen_engine_ops omen_engine_##symbol = {text,         words, ordering, false, make,           \
                                                       run_##symbol, again, destroy,  sites};
ENGINE(hb, "hb", "happens-before, vector clocks (Djit+)", OMEN_ORDERS_LOCKS, false, false)
ENGINE(hb_epoch, "hb-epoch", "happens-before, epochs (FastTrack, right past the first race)",
       OMEN_ORDERS_LOCKS, false, true)
ENGINE(shb, "shb", "schedulable happens-before, vector clocks", OMEN_ORDERS_ACCESSES, true, false)
ENGINE(shb_epoch, "shb-epoch", "schedulable happens-before, epochs", OMEN_ORDERS_ACCESSES, true, true)
