/* lockset: Eraser's discipline, that some lock is held at every access to a shared variable, with its state
 * machine.
 *
 *   virgin --access by t--> exclusive(t) --access by another--> shared (a read) or shared-modified (a write)
 *   shared --write--> shared-modified. The candidate locks C(x) are those held at the access that leaves
 * exclusive, and at every later access C(x) loses what is not held. An access to a shared-modified variable
 * whose C(x) is empty breaks the discipline.
 *
 * As in all engines a warning needs a partner: it is given for an access that breaks the discipline when an
 * earlier, conflicting access by another thread exists, and its pairs are with all of those. Eraser knows no
 * order: forks, joins and clock objects mean nothing to it. Atomic accesses hold a lock of their own kind in
 * common, so they conflict with plain accesses only. ALLOC makes a variable virgin again. */
#include "detect/engine.h"
#include "detect/held.h"
#include <stdlib.h>

enum state { VIRGIN, EXCLUSIVE, SHARED, MODIFIED };
enum { ATOMIC_LOCK = 0xfffffffe };

struct var {
  uint8_t state;
  uint8_t classes[2];                   /* sets of classes of access: by the first thread, by others */
  uint32_t first;                       /* the thread that accessed it first */
  uint32_t second[OMEN_ACCESS_CLASSES]; /* by class: an accessing thread other than `first`, + 1; MANY when
                                    there are more */
  uint32_t candidates;
  struct omen_live_sites sites;
};
enum { AHEAD = 16 };
enum { MANY = 0xffffffff };
struct eraser {
  struct omen_engine base;
  struct omen_held held;
  struct var *var;
  uint32_t vars;
  uint32_t *all; /* a clock that knows nothing but the accessing thread */
  uint32_t all_n;
};

static void room(struct eraser *g, const struct omen_batch *b) {
  omen_held_grow(&g->held, b->threads);
  if (b->threads > g->all_n) {
    free(g->all);
    g->all_n = (b->threads + 7) & ~7u;
    g->all = omen_xcalloc(g->all_n, sizeof *g->all);
  }
  omen_live_stride(&g->base.live, g->all_n);
  if (b->vars <= g->vars) return;
  uint32_t n = b->vars + b->vars / 2 + 64;
  g->var = omen_xrealloc(g->var, n * sizeof *g->var);
  memset(g->var + g->vars, 0, (n - g->vars) * sizeof *g->var);
  g->vars = n;
}

/* Is there an earlier access by another thread that conflicts with class cls? */
static bool partner(const struct var *v, uint32_t t, enum omen_access_class cls) {
  unsigned want = omen_conflicts[cls];
  if (v->first != t && (v->classes[0] & want)) return true;
  for (int k = 0; k < OMEN_ACCESS_CLASSES; k++)
    if ((want >> k & 1) && v->second[k] && v->second[k] != t + 1) return true;
  return false;
}

static void remember(struct var *v, uint32_t t, enum omen_access_class cls) {
  if (t == v->first)
    v->classes[0] |= (uint8_t)(1u << cls);
  else if (!v->second[cls])
    v->second[cls] = t + 1;
  else if (v->second[cls] != t + 1)
    v->second[cls] = MANY;
}

/* The state machine; true when the access breaks the discipline. */
static bool step(struct eraser *g, struct var *v, uint32_t t, enum omen_access_class cls, uint32_t locks) {
  bool write = cls == OMEN_ACCESS_W || cls == OMEN_ACCESS_AW;
  if (v->state == VIRGIN) {
    v->state = EXCLUSIVE;
    v->first = t;
    return false;
  }
  if (v->state == EXCLUSIVE) {
    if (v->first == t) return false;
    v->state = write ? MODIFIED : SHARED;
    v->candidates = locks;
  } else {
    if (write) v->state = MODIFIED;
    v->candidates = omen_locksets_intersect(&g->held.sets, v->candidates, locks);
  }
  return v->state == MODIFIED && !v->candidates;
}

static bool access(struct eraser *g, const struct omen_event *e) {
  struct var *v = &g->var[e->obj];
  enum omen_access_class cls = omen_class_of(e->kind);
  uint32_t locks = g->held.set[e->thread];
  if (cls >= OMEN_ACCESS_AR) locks = omen_locksets_with(&g->held.sets, locks, ATOMIC_LOCK);
  bool race = step(g, v, e->thread, cls, locks) && partner(v, e->thread, cls);
  remember(v, e->thread, cls);
  return race;
}

/* The access in the first pass, with what it can tell of pairs. */
static bool first_pass(struct eraser *g, const struct omen_event *e) {
  struct omen_live *l = &g->base.live;
  struct omen_live_sites *s = &g->var[e->obj].sites;
  uint32_t site = omen_live_site(e->loc, omen_class_of(e->kind));
  bool open = omen_live_meet(l, s, e->loc, site), race = access(g, e);
  if (open && race) {
    g->all[e->thread] = 1;
    omen_live_look(l, s, site, g->all, ~0u);
    g->all[e->thread] = 0;
  }
  if (open) omen_live_record(l, s, site, e->thread, 1);
  return race;
}

static void pair_up(struct eraser *g, const struct omen_event *e) {
  uint32_t way = omen_pairtab_way(g->base.pairs, e->obj, e->loc, omen_class_of(e->kind), 0, e->thread);
  if (access(g, e)) {
    g->all[e->thread] = 1;
    omen_pairtab_check(g->base.pairs, way, g->all, ~0u);
    g->all[e->thread] = 0;
  }
  omen_pairtab_record(g->base.pairs, way, e->thread, 1);
}

static void run(struct omen_engine *base, const struct omen_batch *b) {
  struct eraser *g = (struct eraser *)base;
  room(g, b);
  for (size_t i = 0; i < b->n; i++) {
    const struct omen_event *e = &b->ev[i];
    if (i + AHEAD < b->n && b->ev[i + AHEAD].kind <= OMEN_KIND_WRITE)
      __builtin_prefetch(&g->var[b->ev[i + AHEAD].obj]);
    if (e->kind == OMEN_KIND_ALLOC) {
      struct var *v = &g->var[e->obj];
      omen_live_forget(&base->live, &v->sites);
      *v = (struct var){.sites = v->sites};
      if (base->pairs) omen_pairtab_forget(base->pairs, e->obj);
    } else if (!omen_kind_is_access(e->kind)) {
      omen_held_sync(&g->held, e);
    } else if (b->drop && b->drop[i]) {
      continue;
    } else if (base->pairs) {
      if (base->racy[e->obj] == OMEN_RACY) pair_up(g, e);
    } else if (first_pass(g, e)) {
      omen_engine_warn(base, b, i);
      omen_live_warned(&base->live, &g->var[e->obj].sites);
    }
  }
}

static struct omen_engine *make(const struct omen_engine_ops *ops) {
  struct eraser *g = omen_xcalloc(1, sizeof *g);
  g->base.ops = ops;
  omen_held_init(&g->held);
  return &g->base;
}

static void again(struct omen_engine *e) {
  struct eraser *g = (struct eraser *)e;
  omen_held_reset(&g->held);
  if (g->vars) memset(g->var, 0, g->vars * sizeof *g->var);
  e->pairs = omen_pairtab_new(g->all_n, NULL);
}

static struct omen_live_sites *sites(struct omen_engine *e, uint32_t var) {
  return &((struct eraser *)e)->var[var].sites;
}

static void destroy(struct omen_engine *e) {
  struct eraser *g = (struct eraser *)e;
  omen_held_release(&g->held);
  free(g->var);
  free(g->all);
  free(g);
}

const struct omen_engine_ops omen_engine_lockset = {
    "lockset", "Eraser's lock discipline", OMEN_ORDERS_NONE, true, make, run, again, destroy, sites};
