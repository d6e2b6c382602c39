/* fhb: happens-before that orders the races it finds, algorithm 3 of the SHB paper.
 *
 * The paper says that fhb reports no race that cannot be scheduled. Its listing does: it joins C_t with W_x,
 * of which only each writer's own component is kept, and forgets what happened before the access that was
 * raced with (in the paper's own trace sigma 4 it would report locations 4 and 11); and a thread's time does
 * not move at an access, so that having met one access passes for having met later ones. Here an access is
 * ordered exactly: it keeps its whole timestamp, has a time of its own, and a thread that races with it takes
 * in all of it. */
#include "detect/engine.h"
#include "detect/order.h"
#include <stdlib.h>

struct list { /* each thread's last access of a class */
  struct omen_stamp *v;
  uint32_t n, cap;
};
struct var {
  struct list last[OMEN_CLASSES];
  struct omen_sites sites;
};
struct fhb {
  struct omen_engine base;
  struct omen_order order;
  struct var *var;
  uint32_t vars;
};

static void mark_all(struct omen_order *o, void *arg) {
  const struct fhb *g = arg;
  for (uint32_t x = 0; x < g->vars; x++)
    for (int k = 0; k < OMEN_CLASSES; k++)
      for (uint32_t i = 0; i < g->var[x].last[k].n; i++) omen_order_mark(o, &g->var[x].last[k].v[i]);
}

static void room(struct fhb *g, const struct omen_batch *b) {
  omen_order_grow(&g->order, b->threads, b->syncs);
  omen_live_stride(&g->base.live, g->order.stride);
  if (b->vars <= g->vars) return;
  uint32_t n = b->vars + b->vars / 2 + 64;
  g->var = omen_xrealloc(g->var, n * sizeof *g->var);
  memset(g->var + g->vars, 0, (n - g->vars) * sizeof *g->var);
  g->vars = n;
}

/* Does the thread race with an access in the list? It is ordered after all of them from then on. */
static bool force(struct fhb *g, uint32_t t, const struct list *l) {
  const uint32_t *c = omen_order_row(&g->order, t);
  bool race = false;
  for (uint32_t i = 0; i < l->n; i++) race |= l->v[i].clk > c[l->v[i].tid];
  for (uint32_t i = 0; race && i < l->n; i++) omen_order_take_in(&g->order, t, &l->v[i]);
  return race;
}

static void remember(struct fhb *g, uint32_t t, struct list *l) {
  struct omen_stamp now;
  omen_order_hand_out(&g->order, t, &now); /* may look at all lists, so this one is left alone until after */
  uint32_t i = 0;
  while (i < l->n && l->v[i].tid != t) i++;
  if (i >= l->cap) {
    l->cap = l->cap ? l->cap * 2 : 2;
    l->v = omen_xrealloc(l->v, l->cap * sizeof *l->v);
  }
  l->n += i == l->n;
  l->v[i] = now;
}

/* The access, and if `way` is given its pairs: reads first, then writes with what was learnt from the reads.
 */
static bool access(struct fhb *g, const struct omen_event *e, const uint32_t *way) {
  static const enum omen_class turn[] = {OMEN_CLASS_R, OMEN_CLASS_AR, OMEN_CLASS_W, OMEN_CLASS_AW};
  enum omen_class cls = omen_class_of(e->kind);
  struct var *v = &g->var[e->obj];
  const uint32_t *c = omen_order_row(&g->order, e->thread);
  uint32_t site = omen_live_site(e->loc, cls), own = c[e->thread];
  bool race = false, open = !way && omen_live_meet(&g->base.live, &v->sites, e->loc, site);
  for (int i = 0; i < OMEN_CLASSES; i++) {
    if (!(omen_conflicts[cls] >> turn[i] & 1)) continue;
    if (way) omen_pairtab_check(g->base.pairs, *way, c, 1u << turn[i]);
    if (open && v->sites.state == OMEN_LIVE_OPEN)
      omen_live_look(&g->base.live, &v->sites, site, c, 1u << turn[i]);
    race |= force(g, e->thread, &v->last[turn[i]]);
  }
  if (open) omen_live_record(&g->base.live, &v->sites, site, e->thread, own);
  remember(g, e->thread, &v->last[cls]);
  return race;
}

static void fresh(struct fhb *g, uint32_t x) {
  for (int k = 0; k < OMEN_CLASSES; k++) g->var[x].last[k].n = 0;
  omen_live_forget(&g->base.live, &g->var[x].sites);
  if (g->base.pairs) omen_pairtab_forget(g->base.pairs, x);
}

static void pair_up(struct fhb *g, const struct omen_event *e) {
  uint32_t way = OMEN_NO_WAY;
  if (g->base.racy[e->obj] == OMEN_RACY)
    way = omen_pairtab_way(g->base.pairs, e->obj, e->loc, omen_class_of(e->kind), 0, e->thread);
  uint32_t own = omen_order_row(&g->order, e->thread)[e->thread];
  access(g, e, &way);
  omen_pairtab_record(g->base.pairs, way, e->thread, own);
}

enum { AHEAD = 8 };

/* Fetches a variable, and what a variable fetched before refers to. */
static void expect(const struct fhb *g, const struct omen_event *far, const struct omen_event *near) {
  if (far->kind <= OMEN_KIND_WRITE) __builtin_prefetch(&g->var[far->obj]);
  if (near->kind > OMEN_KIND_WRITE) return;
  __builtin_prefetch(g->var[near->obj].last[OMEN_CLASS_R].v);
  __builtin_prefetch(g->var[near->obj].last[OMEN_CLASS_W].v);
  if (g->base.pairs && g->base.racy[near->obj] == OMEN_RACY)
    omen_pairtab_expect(g->base.pairs, near->obj, near->loc, (enum omen_class)near->kind, 0, near->thread);
}

static void run(struct omen_engine *base, const struct omen_batch *b) {
  struct fhb *g = (struct fhb *)base;
  room(g, b);
  for (size_t i = 0; i < b->n; i++) {
    const struct omen_event *e = &b->ev[i];
    if (i + 2 * AHEAD < b->n) expect(g, &b->ev[i + 2 * AHEAD], &b->ev[i + AHEAD]);
    if (!omen_kind_is_access(e->kind)) {
      if (e->kind == OMEN_KIND_ALLOC)
        fresh(g, e->obj);
      else
        omen_order_sync(&g->order, e);
    } else if (base->pairs) {
      if (base->racy[e->obj]) pair_up(g, e); /* those that are done with still order */
    } else if (access(g, e, NULL)) {
      omen_engine_warn(base, b, i);
      omen_live_warned(&base->live, &g->var[e->obj].sites);
    }
  }
}

static struct omen_engine *make(const struct omen_engine_ops *ops) {
  struct fhb *g = omen_xcalloc(1, sizeof *g);
  g->base.ops = ops;
  omen_order_init(&g->order);
  g->order.more_roots = mark_all;
  g->order.more_arg = g;
  return &g->base;
}

static void again(struct omen_engine *e) {
  struct fhb *g = (struct fhb *)e;
  for (uint32_t x = 0; x < g->vars; x++) {
    fresh(g, x);
    g->var[x].sites = (struct omen_sites){0};
  }
  omen_order_reset(&g->order);
  e->pairs = omen_pairtab_new(g->order.threads, NULL);
}

static struct omen_sites *sites(struct omen_engine *e, uint32_t var) {
  return &((struct fhb *)e)->var[var].sites;
}

static void destroy(struct omen_engine *e) {
  struct fhb *g = (struct fhb *)e;
  for (uint32_t x = 0; x < g->vars; x++)
    for (int k = 0; k < OMEN_CLASSES; k++) free(g->var[x].last[k].v);
  omen_order_release(&g->order);
  free(g->var);
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
