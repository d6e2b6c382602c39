/* hybrid: two conflicting accesses race when no lock is held at both, and forks, joins and clock objects do
 * not order them (O'Callahan and Choi). Locks themselves order nothing here.
 *
 * Histories: for every variable, and every class and set of locks that it was accessed with, each thread's
 * last such access; an earlier one of the same thread with the same locks is in a race whenever the last one
 * is. */
#include "detect/engine.h"
#include "detect/held.h"
#include "detect/order.h"
#include <stdlib.h>

struct group { /* accesses of one class with one set of locks */
  uint32_t locks;
  uint8_t cls;
  struct omen_slot last;
};
struct var {
  struct group *v;
  uint32_t n, cap;
};
struct hybrid {
  struct omen_engine base;
  struct omen_order order;
  struct omen_held held;
  struct var *var;
  uint32_t vars;
  struct omen_arena arena;
};

static void room(struct hybrid *g, const struct omen_batch *b) {
  omen_order_grow(&g->order, b->threads, b->syncs);
  omen_held_grow(&g->held, b->threads);
  if (b->vars <= g->vars) return;
  uint32_t n = b->vars + b->vars / 2 + 64;
  g->var = omen_xrealloc(g->var, n * sizeof *g->var);
  memset(g->var + g->vars, 0, (n - g->vars) * sizeof *g->var);
  g->vars = n;
}

static struct group *group_of(struct var *v, enum omen_class cls, uint32_t locks) {
  for (uint32_t i = 0; i < v->n; i++)
    if (v->v[i].locks == locks && v->v[i].cls == cls) return &v->v[i];
  if (v->n >= v->cap) {
    v->cap = v->cap ? v->cap * 2 : 2;
    v->v = omen_xrealloc(v->v, v->cap * sizeof *v->v);
  }
  v->v[v->n] = (struct group){.locks = locks, .cls = (uint8_t)cls};
  return &v->v[v->n++];
}

static bool access(struct hybrid *g, const struct omen_event *e) {
  struct var *v = &g->var[e->obj];
  enum omen_class cls = omen_class_of(e->kind);
  uint32_t t = e->thread, locks = g->held.set[t];
  const uint32_t *c = omen_order_row(&g->order, t);
  bool race = false;
  for (uint32_t i = 0; i < v->n && !race; i++) {
    const struct group *o = &v->v[i];
    race = (omen_conflicts[cls] >> o->cls & 1) && omen_slot_unordered(&g->arena, &o->last, c) &&
           omen_locksets_disjoint(&g->held.sets, locks, o->locks);
  }
  omen_slot_add(&g->arena, &group_of(v, cls, locks)->last, t, c);
  return race;
}

static void pair_up(struct hybrid *g, const struct omen_event *e) {
  const uint32_t *c = omen_order_row(&g->order, e->thread);
  uint32_t way =
      omen_pairtab_way(g->base.pairs, e->obj, e->loc, omen_class_of(e->kind), g->held.set[e->thread]);
  omen_pairtab_check(g->base.pairs, way, c, ~0u);
  omen_pairtab_record(g->base.pairs, way, e->thread, c[e->thread]);
}

static void fresh(struct hybrid *g, uint32_t x) {
  struct var *v = &g->var[x];
  for (uint32_t i = 0; i < v->n; i++) omen_slot_clear(&g->arena, &v->v[i].last);
  v->n = 0;
  if (g->base.pairs) omen_pairtab_forget(g->base.pairs, x);
}

static void sync(struct hybrid *g, const struct omen_event *e) {
  if (e->kind == OMEN_KIND_ACQ || e->kind == OMEN_KIND_REL)
    omen_held_sync(&g->held, e);
  else if (e->kind == OMEN_KIND_ALLOC)
    fresh(g, e->obj);
  else
    omen_order_sync(&g->order, e);
}

static void run(struct omen_engine *base, const struct omen_batch *b) {
  struct hybrid *g = (struct hybrid *)base;
  room(g, b);
  for (size_t i = 0; i < b->n; i++) {
    const struct omen_event *e = &b->ev[i];
    if (!omen_kind_is_access(e->kind)) {
      sync(g, e);
    } else if (b->drop && b->drop[i]) {
      continue;
    } else if (base->pairs) {
      if (base->racy[e->obj]) pair_up(g, e);
    } else if (access(g, e)) {
      omen_engine_warn(base, b, i);
    }
  }
}

static struct omen_engine *make(const struct omen_engine_ops *ops) {
  struct hybrid *g = omen_xcalloc(1, sizeof *g);
  g->base.ops = ops;
  omen_order_init(&g->order);
  omen_held_init(&g->held);
  return &g->base;
}

static void again(struct omen_engine *e) {
  struct hybrid *g = (struct hybrid *)e;
  for (uint32_t x = 0; x < g->vars; x++) g->var[x].n = 0;
  omen_arena_reset(&g->arena);
  omen_order_reset(&g->order);
  omen_held_reset(&g->held);
  e->pairs = omen_pairtab_new(g->order.threads, &g->held.sets);
}

static void destroy(struct omen_engine *e) {
  struct hybrid *g = (struct hybrid *)e;
  for (uint32_t x = 0; x < g->vars; x++) free(g->var[x].v);
  omen_arena_release(&g->arena);
  omen_order_release(&g->order);
  omen_held_release(&g->held);
  free(g->var);
  free(g);
}

const struct omen_engine_ops omen_engine_hybrid = {
    "hybrid",
    "no common lock, and not ordered by forks, joins and signals",
    OMEN_ORDERS_FORKS,
    true,
    make,
    run,
    again,
    destroy};
