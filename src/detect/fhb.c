/* fhb: happens-before that orders the races it finds, algorithm 3 of the SHB paper.
 *
 * The paper says that fhb reports no race that cannot be scheduled. Its listing does: it joins C_t with W_x,
 * of which only each writer's own component is kept, and forgets what happened before the access that was
 * raced with (in the paper's own trace sigma 4 it would report locations 4 and 11); and a thread's time does
 * not move at an access, so that having met one access passes for having met later ones. Here an access is
 * ordered exactly: it keeps its whole timestamp, has a time of its own, and a thread that races with it takes
 * in all of it. */
#include "detect/big_memory.h"
#include "detect/engine.h"
#include "detect/hb_order.h"
#include "detect/past.h"
#include <stdlib.h>

struct list { /* each thread's last access of a class */
  struct omen_stamp *v;
  uint32_t n, cap;
};
struct var {                         /* by class */
  uint32_t row[OMEN_ACCESS_CLASSES]; /* few threads: place of the last accesses, 0: none */
  struct omen_live_sites sites;
};
struct fhb {
  struct omen_engine base;
  struct omen_hb_order order;
  struct var *var;
  uint32_t vars;
  /* few threads: for each, a row of times and a row of snapshots of the threads' last accesses */
  uint32_t *rows;
  uint32_t rows_n, rows_cap, width;          /* width 0: there are many threads, and lists */
  struct list (*lists)[OMEN_ACCESS_CLASSES]; /* by variable */
  uint32_t lists_n;
};
enum { WIDTH_MAX = 16 };

static uint32_t *times_of(const struct fhb *g, uint32_t row) { return g->rows + (size_t)row * 2 * g->width; }
static size_t rows_bytes(const struct fhb *g) { return (size_t)g->rows_cap * 2 * g->width * sizeof *g->rows; }

static void mark_all(struct omen_hb_order *o, void *arg) {
  const struct fhb *g = arg;
  for (uint32_t i = 1; i < g->rows_n; i++)
    for (uint32_t t = 0; t < g->width; t++)
      if (times_of(g, i)[t])
        omen_hb_order_mark(o, &(struct omen_stamp){.snap = times_of(g, i)[g->width + t]});
  for (uint32_t x = 0; x < g->lists_n; x++)
    for (int k = 0; k < OMEN_ACCESS_CLASSES; k++)
      for (uint32_t i = 0; i < g->lists[x][k].n; i++) omen_hb_order_mark(o, &g->lists[x][k].v[i]);
}

static void list_put(struct list *l, struct omen_stamp now) {
  uint32_t i = 0;
  while (i < l->n && l->v[i].tid != now.tid) i++;
  if (i >= l->cap) {
    l->cap = l->cap ? l->cap * 2 : 2;
    l->v = omen_xrealloc(l->v, l->cap * sizeof *l->v);
  }
  l->n += i == l->n;
  l->v[i] = now;
}

static void more_lists(struct fhb *g, uint32_t n) {
  g->lists = omen_xrealloc(g->lists, n * sizeof *g->lists);
  memset(g->lists + g->lists_n, 0, (n - g->lists_n) * sizeof *g->lists);
  g->lists_n = n;
}

static void to_lists(struct fhb *g) {
  more_lists(g, g->vars);
  for (uint32_t x = 0; x < g->vars; x++)
    for (int k = 0; k < OMEN_ACCESS_CLASSES; k++) {
      if (!g->var[x].row[k]) continue;
      const uint32_t *row = times_of(g, g->var[x].row[k]);
      for (uint32_t t = 0; t < g->width; t++)
        if (row[t]) list_put(&g->lists[x][k], (struct omen_stamp){t, row[t], row[g->width + t]});
      g->var[x].row[k] = 0;
    }
  omen_big_free(g->rows, rows_bytes(g));
  g->rows = NULL;
  g->rows_n = g->rows_cap = g->width = 0;
}

/* There are more threads than a row has room for. */
static void widen(struct fhb *g, uint32_t to) {
  uint32_t from = g->width, *old = g->rows;
  size_t bytes = rows_bytes(g);
  g->width = to;
  if (!old) return;
  g->rows = omen_big_alloc(rows_bytes(g));
  for (size_t i = 0; i < 2 * (size_t)g->rows_n; i++)
    memcpy(g->rows + i * to, old + i * from, from * sizeof *old);
  omen_big_free(old, bytes);
}

static void room(struct fhb *g, const struct omen_batch *b) {
  omen_hb_order_grow(&g->order, b->threads, b->syncs);
  omen_live_stride(&g->base.live, g->order.stride);
  if (g->order.stride > WIDTH_MAX && !g->lists)
    to_lists(g);
  else if (g->order.stride <= WIDTH_MAX && g->order.stride != g->width)
    widen(g, g->order.stride);
  if (b->vars <= g->vars) return;
  uint32_t n = b->vars + b->vars / 2 + 64;
  g->var = omen_big_grow(g->var, g->vars * sizeof *g->var, n * sizeof *g->var);
  g->vars = n;
  if (g->lists) more_lists(g, n);
}

/* Does the thread race with a last access of the class? It is ordered after all of them from then on. */
OMEN_ALWAYS bool force(struct fhb *g, uint32_t t, uint32_t x, enum omen_access_class cls, uint32_t width) {
  const uint32_t *c = omen_hb_order_row(&g->order, t);
  if (width) {
    if (!g->var[x].row[cls]) return false;
    const uint32_t *row = g->rows + (size_t)g->var[x].row[cls] * 2 * width;
    if (!omen_rows_unordered(row, 1, c, width)) return false;
    for (uint32_t u = 0; u < width; u++)
      if (row[u] > c[u]) omen_hb_order_take_in(&g->order, t, &(struct omen_stamp){u, row[u], row[width + u]});
    return true;
  }
  const struct list *l = &g->lists[x][cls];
  bool race = false;
  for (uint32_t i = 0; i < l->n; i++) race |= l->v[i].clk > c[l->v[i].tid];
  for (uint32_t i = 0; race && i < l->n; i++) omen_hb_order_take_in(&g->order, t, &l->v[i]);
  return race;
}

static uint32_t new_row(struct fhb *g) {
  if (!g->rows_n) g->rows_n = 1;
  if (g->rows_n >= g->rows_cap) {
    size_t from = g->rows_cap, to = from ? from * 2 : 64, size = 2 * g->width * sizeof *g->rows;
    g->rows = omen_big_grow(g->rows, from * size, to * size);
    g->rows_cap = (uint32_t)to;
  }
  return g->rows_n++;
}

OMEN_ALWAYS void remember(struct fhb *g, uint32_t t, uint32_t x, enum omen_access_class cls, uint32_t width) {
  struct omen_stamp now;
  omen_hb_order_hand_out(&g->order, t,
                         &now); /* may look at all last accesses: they are left alone until after */
  if (!width) {
    list_put(&g->lists[x][cls], now);
    return;
  }
  uint32_t *at = &g->var[x].row[cls];
  if (!*at) *at = new_row(g);
  uint32_t *row = g->rows + (size_t)*at * 2 * width;
  row[t] = now.clk;
  row[width + t] = now.snap;
}

/* The access, and if `way` is given its pairs: reads first, then writes with what was learnt from the reads.
 */
OMEN_ALWAYS bool access(struct fhb *g, const struct omen_event *e, const uint32_t *way, uint32_t width) {
  static const enum omen_access_class turn[] = {OMEN_ACCESS_R, OMEN_ACCESS_AR, OMEN_ACCESS_W, OMEN_ACCESS_AW};
  enum omen_access_class cls = omen_class_of(e->kind);
  struct var *v = &g->var[e->obj];
  const uint32_t *c = omen_hb_order_row(&g->order, e->thread);
  uint32_t site = omen_live_site(e->loc, cls), own = c[e->thread];
  bool race = false, open = !way && omen_live_meet(&g->base.live, &v->sites, e->loc, site);
  for (int i = 0; i < OMEN_ACCESS_CLASSES; i++) {
    if (!(omen_conflicts[cls] >> turn[i] & 1)) continue;
    if (way) omen_pairtab_check(g->base.pairs, *way, c, 1u << turn[i]);
    if (open && v->sites.state == OMEN_LIVE_OPEN)
      omen_live_look(&g->base.live, &v->sites, site, c, 1u << turn[i]);
    race |= force(g, e->thread, e->obj, turn[i], width);
  }
  if (open) omen_live_record(&g->base.live, &v->sites, site, e->thread, own);
  remember(g, e->thread, e->obj, cls, width);
  return race;
}

static void fresh(struct fhb *g, uint32_t x) {
  for (int k = 0; k < OMEN_ACCESS_CLASSES; k++) {
    if (g->lists) g->lists[x][k].n = 0;
    if (g->var[x].row[k]) memset(times_of(g, g->var[x].row[k]), 0, g->width * sizeof *g->rows);
  }
  omen_live_forget(&g->base.live, &g->var[x].sites);
  if (g->base.pairs) omen_pairtab_forget(g->base.pairs, x);
}

OMEN_ALWAYS void pair_up(struct fhb *g, const struct omen_event *e, uint32_t width) {
  uint32_t way = OMEN_NO_WAY;
  if (g->base.racy[e->obj] == OMEN_RACY)
    way = omen_pairtab_way(g->base.pairs, e->obj, e->loc, omen_class_of(e->kind), 0, e->thread);
  uint32_t own = omen_hb_order_row(&g->order, e->thread)[e->thread];
  access(g, e, &way, width);
  omen_pairtab_record(g->base.pairs, way, e->thread, own);
}

enum { AHEAD = 8 };

/* Fetches a variable, and what a variable fetched before refers to. */
static void expect(const struct fhb *g, const struct omen_event *far, const struct omen_event *near) {
  if (far->kind <= OMEN_KIND_WRITE) __builtin_prefetch(&g->var[far->obj]);
  if (near->kind > OMEN_KIND_WRITE) return;
  for (int k = OMEN_ACCESS_R; k <= OMEN_ACCESS_W; k++) {
    if (g->lists)
      __builtin_prefetch(g->lists[near->obj][k].v);
    else if (g->rows)
      __builtin_prefetch(times_of(g, g->var[near->obj].row[k]));
  }
  if (g->base.pairs && g->base.racy[near->obj] == OMEN_RACY)
    omen_pairtab_expect(g->base.pairs, near->obj, near->loc, (enum omen_access_class)near->kind, 0,
                        near->thread);
}

OMEN_ALWAYS void loop(struct fhb *g, const struct omen_batch *b, uint32_t width) {
  struct omen_engine *base = &g->base;
  for (size_t i = 0; i < b->n; i++) {
    const struct omen_event *e = &b->ev[i];
    if (i + 2 * AHEAD < b->n) expect(g, &b->ev[i + 2 * AHEAD], &b->ev[i + AHEAD]);
    if (!omen_kind_is_access(e->kind)) {
      if (e->kind == OMEN_KIND_ALLOC)
        fresh(g, e->obj);
      else
        omen_hb_order_sync(&g->order, e);
    } else if (base->pairs) {
      if (base->racy[e->obj]) pair_up(g, e, width); /* those that are done with still order */
    } else if (access(g, e, NULL, width)) {
      omen_engine_warn(base, b, i);
      omen_live_warned(&base->live, &g->var[e->obj].sites);
    }
  }
}

static void run(struct omen_engine *base, const struct omen_batch *b) {
  struct fhb *g = (struct fhb *)base;
  room(g, b);
  if (g->width == 8)
    loop(g, b, 8);
  else if (g->width == 16)
    loop(g, b, 16);
  else
    loop(g, b, 0);
}

static struct omen_engine *make(const struct omen_engine_ops *ops) {
  struct fhb *g = omen_xcalloc(1, sizeof *g);
  g->base.ops = ops;
  omen_hb_order_init(&g->order);
  g->order.more_roots = mark_all;
  g->order.more_arg = g;
  return &g->base;
}

static void again(struct omen_engine *e) {
  struct fhb *g = (struct fhb *)e;
  for (uint32_t x = 0; x < g->vars; x++) {
    fresh(g, x);
    g->var[x].sites = (struct omen_live_sites){0};
  }
  omen_hb_order_reset(&g->order);
  e->pairs = omen_pairtab_new(g->order.threads, NULL);
}

static struct omen_live_sites *sites(struct omen_engine *e, uint32_t var) {
  return &((struct fhb *)e)->var[var].sites;
}

static void destroy(struct omen_engine *e) {
  struct fhb *g = (struct fhb *)e;
  for (uint32_t x = 0; x < g->lists_n; x++)
    for (int k = 0; k < OMEN_ACCESS_CLASSES; k++) free(g->lists[x][k].v);
  free(g->lists);
  omen_big_free(g->rows, rows_bytes(g));
  omen_big_free(g->var, g->vars * sizeof *g->var);
  omen_hb_order_release(&g->order);
  free(g);
}

const struct omen_engine_ops omen_engine_fhb = {"fhb",
                                                "happens-before that orders the races it finds",
                                                OMEN_ORDERS_RACES,
                                                false,
                                                make,
                                                run,
                                                again,
                                                destroy,
                                                sites};
