/* hybrid: two conflicting accesses race when no lock is held at both, and forks, joins and clock objects do
 * not order them (O'Callahan and Choi). Locks themselves order nothing here.
 *
 * Histories: for every variable, and every class and set of locks that it was accessed with, each thread's
 * last such access; an earlier one of the same thread with the same locks is in a race whenever the last one
 * is. A history of all accesses, whatever the locks, answers first: most accesses have no unordered one at
 * all to look at. */
#include "detect/big_memory.h"
#include "detect/engine.h"
#include "detect/held.h"
#include "detect/hb_order.h"
#include <stdlib.h>

struct group { /* accesses of one class with one set of locks */
  uint32_t var, locks;
  uint32_t next; /* of the variable; + 1 */
  uint8_t cls;
  struct omen_slot last;
};
struct var {
  struct omen_slot all[OMEN_ACCESS_CLASSES];
  uint32_t first; /* group + 1 */
};
struct hybrid {
  struct omen_engine base;
  struct omen_hb_order order;
  struct omen_held held;
  struct var *var;
  uint32_t vars;
  struct group *group;
  uint32_t groups, groups_cap;
  /* (variable, class, locks) -> group + 1. A table of its own: every access of the trace is looked up in it,
   * and with base/table.h, whose slots are twice as large, the engine was a tenth slower. */
  uint32_t *slot, mask;
  struct omen_arena arena;
};

static void room(struct hybrid *g, const struct omen_batch *b) {
  omen_hb_order_grow(&g->order, b->threads, b->syncs);
  omen_held_grow(&g->held, b->threads);
  if (b->vars <= g->vars) return;
  uint32_t n = b->vars + b->vars / 2 + 64;
  g->var = omen_big_grow(g->var, g->vars * sizeof *g->var, n * sizeof *g->var);
  g->vars = n;
}

static uint32_t place(const struct hybrid *g, uint32_t var, unsigned cls, uint32_t locks) {
  uint64_t h = ((uint64_t)var << 32 | locks) * 0x9e3779b97f4a7c15u + cls * 0xbf58476d1ce4e5b9u;
  return (uint32_t)(h >> 32) & g->mask;
}

static void rehash(struct hybrid *g) {
  uint32_t size = g->mask ? (g->mask + 1) * 2 : 1024;
  free(g->slot);
  g->slot = omen_xcalloc(size, sizeof *g->slot);
  g->mask = size - 1;
  for (uint32_t k = 0; k < g->groups; k++) {
    uint32_t i = place(g, g->group[k].var, g->group[k].cls, g->group[k].locks);
    while (g->slot[i]) i = (i + 1) & g->mask;
    g->slot[i] = k + 1;
  }
}

static struct group *group_of(struct hybrid *g, uint32_t var, enum omen_access_class cls, uint32_t locks) {
  if (g->groups * 2 >= g->mask) rehash(g);
  uint32_t i = place(g, var, cls, locks);
  for (; g->slot[i]; i = (i + 1) & g->mask) {
    struct group *o = &g->group[g->slot[i] - 1];
    if (o->var == var && o->cls == cls && o->locks == locks) return o;
  }
  OMEN_GROW(g->group, g->groups, g->groups_cap);
  g->group[g->groups] =
      (struct group){.var = var, .locks = locks, .cls = (uint8_t)cls, .next = g->var[var].first};
  g->slot[i] = g->var[var].first = ++g->groups;
  return &g->group[g->groups - 1];
}

static bool races(struct hybrid *g, const struct var *v, enum omen_access_class cls, uint32_t locks,
                  const uint32_t *c) {
  unsigned unordered = 0;
  for (int k = 0; k < OMEN_ACCESS_CLASSES; k++)
    if (omen_conflicts[cls] >> k & 1)
      unordered |= (unsigned)omen_slot_unordered(&g->arena, &v->all[k], c) << k;
  for (uint32_t i = unordered ? v->first : 0; i; i = g->group[i - 1].next) {
    const struct group *o = &g->group[i - 1];
    if ((unordered >> o->cls & 1) && omen_slot_unordered(&g->arena, &o->last, c) &&
        omen_locksets_disjoint(&g->held.sets, locks, o->locks))
      return true;
  }
  return false;
}

static bool access(struct hybrid *g, const struct omen_event *e) {
  struct var *v = &g->var[e->obj];
  enum omen_access_class cls = omen_class_of(e->kind);
  uint32_t t = e->thread, locks = g->held.set[t];
  const uint32_t *c = omen_hb_order_row(&g->order, t);
  bool race = races(g, v, cls, locks, c);
  omen_slot_add(&g->arena, &v->all[cls], t, c);
  omen_slot_add(&g->arena, &group_of(g, e->obj, cls, locks)->last, t, c);
  return race;
}

static void pair_up(struct hybrid *g, const struct omen_event *e) {
  const uint32_t *c = omen_hb_order_row(&g->order, e->thread);
  uint32_t way = omen_pairtab_way(g->base.pairs, e->obj, e->loc, omen_class_of(e->kind),
                                  g->held.set[e->thread], e->thread);
  omen_pairtab_check(g->base.pairs, way, c, ~0u);
  omen_pairtab_record(g->base.pairs, way, e->thread, c[e->thread]);
}

static void fresh(struct hybrid *g, uint32_t x) {
  struct var *v = &g->var[x];
  for (int k = 0; k < OMEN_ACCESS_CLASSES; k++) omen_slot_clear(&g->arena, &v->all[k]);
  for (uint32_t i = v->first; i; i = g->group[i - 1].next) omen_slot_clear(&g->arena, &g->group[i - 1].last);
  if (g->base.pairs) omen_pairtab_forget(g->base.pairs, x);
}

static void sync(struct hybrid *g, const struct omen_event *e) {
  if (e->kind == OMEN_KIND_ACQ || e->kind == OMEN_KIND_REL)
    omen_held_sync(&g->held, e);
  else if (e->kind == OMEN_KIND_ALLOC)
    fresh(g, e->obj);
  else
    omen_hb_order_sync(&g->order, e);
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
  omen_hb_order_init(&g->order);
  omen_held_init(&g->held);
  return &g->base;
}

static void again(struct omen_engine *e) {
  struct hybrid *g = (struct hybrid *)e;
  if (g->vars) memset(g->var, 0, g->vars * sizeof *g->var);
  if (g->mask) memset(g->slot, 0, ((size_t)g->mask + 1) * sizeof *g->slot);
  g->groups = 0;
  omen_arena_reset(&g->arena);
  omen_hb_order_reset(&g->order);
  omen_held_reset(&g->held);
  e->pairs = omen_pairtab_new(g->order.threads, &g->held.sets);
}

static void destroy(struct omen_engine *e) {
  struct hybrid *g = (struct hybrid *)e;
  omen_arena_release(&g->arena);
  omen_hb_order_release(&g->order);
  omen_held_release(&g->held);
  omen_big_free(g->var, g->vars * sizeof *g->var);
  free(g->group);
  free(g->slot);
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
    destroy,
    NULL};
