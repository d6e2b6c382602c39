/* wcp: weak causal precedence (Kini, Mathur, Viswanathan, PLDI 2017), in linear time.
 *
 * a < b (WCP) is the smallest relation such that
 *   (a) a release r comes before an access e in a later critical section of its lock when an access in r's
 * critical section conflicts with e (other thread, same variable, one of them writes); (b) releases r1, r2 of
 * a lock are ordered when some event of r1's critical section is before some event of r2's; (c) it is closed
 * under composition with happens-before, on either side. Two conflicting accesses race when neither is before
 * the other in the union of WCP with the hard order: the order of a thread, of forks and joins, and of clock
 * objects (signals, barriers, atomics), none of which can be undone.
 *
 * Clocks, all in the times of happens-before:
 *   H_t   events that happen before; the classical clock
 *   P_t   events that are WCP-before. STRICT: what only the hard order puts before is not in it, a thread's
 * own past included. Rule (b) asks P alone. Asked of a clock that contains program order, it fires for every
 * earlier critical section of the same thread and then orders all that happened before that one: races are
 * lost. K_t   P_t and the hard order: what accesses are compared with
 *
 * Releases of one lock are totally ordered by H, so rule (a) needs the last release alone whose section
 * accessed the variable, and the last one by another thread than that; and rule (b) the last section that
 * qualifies: they are a prefix of the lock's sections, and each thread walks each lock's list once. The list
 * is kept for good: an H row a release. */
#include "detect/wcp_parts.h"
#include <stdlib.h>

static bool knows(const uint32_t *p, const struct omen_wcp_section *s) { return p[s->thread] >= s->release; }

/* All that happens before the section's release is WCP-before thread t's next event. */
static void precede(struct omen_wcp *g, uint32_t t, const struct omen_wcp_lock *l, uint32_t section) {
  const uint32_t *h = l->rows + (size_t)section * g->stride;
  omen_clock_join(g->p + (size_t)t * g->stride, h, g->stride);
  omen_clock_join(g->k + (size_t)t * g->stride, h, g->stride);
}

static void rule_a(struct omen_wcp *g, uint32_t t, const struct omen_wcp_lock *l,
                   const struct omen_wcp_turns *y) {
  const uint32_t *p = g->p + (size_t)t * g->stride;
  uint32_t s = y->last;
  if (s && l->section[s - 1].thread == t) s = y->other;
  if (s && !knows(p, &l->section[s - 1])) precede(g, t, l, s - 1);
}

static void rule_b(struct omen_wcp *g, uint32_t t, struct omen_wcp_lock *l) {
  const uint32_t *p = g->p + (size_t)t * g->stride;
  uint32_t *next = &l->next[t];
  for (;;) {
    uint32_t from = *next;
    while (*next < l->sections && p[l->section[*next].thread] >= l->section[*next].acquire) ++*next;
    if (*next == from) return;
    if (!knows(p, &l->section[*next - 1])) precede(g, t, l, *next - 1);
  }
}

static void acquire(struct omen_wcp *g, uint32_t t, uint32_t lock) {
  struct omen_wcp_lock *l = omen_wcp_lock_of(g, lock);
  uint32_t *h = omen_wcp_h(g, t);
  if (l->sections) omen_clock_join(h, l->rows + (size_t)(l->sections - 1) * g->stride, g->stride);
  if (l->p) {
    omen_clock_join(g->p + (size_t)t * g->stride, l->p, g->stride);
    omen_clock_join(g->k + (size_t)t * g->stride, l->p, g->stride);
  }
  omen_wcp_hold(g, t, lock, h[t]);
}

/* The section's accesses are now those of a release of the lock. */
static void file_accesses(struct omen_wcp *g, const struct omen_wcp_lock *l, struct omen_wcp_hold *hold,
                          uint32_t t) {
  uint32_t now = l->sections; /* the section's number + 1: it was added */
  for (uint32_t i = 0; i < hold->n; i++) {
    struct omen_wcp_touch *y = omen_wcp_touch_of(g, hold->lock, hold->var[i]);
    for (int k = 0; k < OMEN_ACCESS_CLASSES; k++) {
      if (!(y->open >> k & 1)) continue;
      struct omen_wcp_turns *turns = omen_wcp_turns_of(g, y, (enum omen_access_class)k);
      if (turns->last && l->section[turns->last - 1].thread != t) turns->other = turns->last;
      turns->last = now;
    }
    y->open = 0;
  }
}

static void release(struct omen_wcp *g, uint32_t t, uint32_t lock) {
  struct omen_wcp_lock *l = omen_wcp_lock_of(g, lock);
  struct omen_wcp_hold *hold = omen_wcp_holds(g, t, lock);
  if (!hold) return; /* an unchecked trace */
  rule_b(g, t, l);
  uint32_t *h = omen_wcp_h(g, t);
  omen_wcp_add_section(g, l, t, hold->since);
  file_accesses(g, l, hold, t);
  memcpy(l->p, g->p + (size_t)t * g->stride, g->stride * sizeof *l->p);
  omen_wcp_unhold(g, t, hold);
  omen_wcp_tick(g, t, h);
}

/* What the access does to the order: rule (a), in each critical section that it is in. */
static void order(struct omen_wcp *g, const struct omen_event *e) {
  enum omen_access_class cls = omen_class_of(e->kind);
  uint32_t t = e->thread;
  struct omen_wcp_thread *own = &g->thread[t];
  for (uint32_t i = 0; i < own->holds; i++) {
    struct omen_wcp_hold *hold = &own->hold[i];
    struct omen_wcp_touch *y = omen_wcp_touch_of(g, hold->lock, e->obj);
    const struct omen_wcp_lock *l = &g->lock[hold->lock];
    for (int k = 0; k < OMEN_ACCESS_CLASSES; k++)
      if ((omen_conflicts[cls] >> k & 1) && (k < OMEN_ACCESS_AR || y->atomics))
        rule_a(g, t, l, omen_wcp_turns_of(g, y, (enum omen_access_class)k));
    if (!y->open) omen_wcp_note(hold, e->obj);
    y->open |= (uint8_t)(1u << cls);
  }
}

/* What the first pass can tell of pairs. */
OMEN_ALWAYS void meet(struct omen_wcp *g, const struct omen_event *e, struct omen_wcp_var *v,
                      const uint32_t *k) {
  uint32_t site = omen_live_site(e->loc, omen_class_of(e->kind));
  if (__builtin_expect(!omen_live_meet(&g->base.live, &v->sites, e->loc, site), 1)) return;
  omen_live_look(&g->base.live, &v->sites, site, k, ~0u);
  omen_live_record(&g->base.live, &v->sites, site, e->thread, k[e->thread]);
}

OMEN_ALWAYS bool check(struct omen_wcp *g, const struct omen_event *e, struct omen_past_mode m) {
  order(g, e);
  struct omen_wcp_var *v = &g->var[e->obj];
  const uint32_t *k = g->k + (size_t)e->thread * g->stride;
  meet(g, e, v, k);
  return omen_past_access(&g->pasts, &v->past, omen_class_of(e->kind), e->thread, k, m);
}

static void pair_up(struct omen_wcp *g, const struct omen_event *e) {
  order(g, e);
  const uint32_t *k = g->k + (size_t)e->thread * g->stride;
  uint32_t way = omen_pairtab_way(g->base.pairs, e->obj, e->loc, omen_class_of(e->kind), 0, e->thread);
  omen_pairtab_check(g->base.pairs, way, k, ~0u);
  omen_pairtab_record(g->base.pairs, way, e->thread, k[e->thread]);
}

static void sync(struct omen_wcp *g, const struct omen_event *e) {
  switch (e->kind) {
  case OMEN_KIND_ACQ: acquire(g, e->thread, e->obj); break;
  case OMEN_KIND_REL: release(g, e->thread, e->obj); break;
  case OMEN_KIND_ALLOC: omen_wcp_fresh(g, e->obj); break;
  default: omen_wcp_hard(g, e); break;
  }
}

enum { AHEAD = 12 };

/* Fetches what the access will ask for, if its thread holds the same lock then. */
static void expect(const struct omen_wcp *g, const struct omen_event *e) {
  const struct omen_wcp_thread *own = &g->thread[e->thread];
  if (own->holds) omen_wcp_expect(g, own->hold[own->holds - 1].lock, e->obj);
  if (!g->base.pairs)
    __builtin_prefetch(&g->var[e->obj]);
  else if (g->base.racy[e->obj] == OMEN_RACY)
    omen_pairtab_expect(g->base.pairs, e->obj, e->loc, (enum omen_access_class)e->kind, 0, e->thread);
}

OMEN_ALWAYS void loop(struct omen_wcp *g, const struct omen_batch *b, bool pairs, struct omen_past_mode m) {
  for (size_t i = 0; i < b->n; i++) {
    const struct omen_event *e = &b->ev[i];
    if (i + AHEAD < b->n && b->ev[i + AHEAD].kind <= OMEN_KIND_WRITE) expect(g, &b->ev[i + AHEAD]);
    if (!omen_kind_is_access(e->kind))
      sync(g, e);
    else if (b->drop && b->drop[i])
      order(g, e);
    else if (pairs && g->base.racy[e->obj] == OMEN_RACY)
      pair_up(g, e);
    else if (pairs)
      order(g, e);
    else if (check(g, e, m)) {
      omen_engine_warn(&g->base, b, i);
      omen_live_warned(&g->base.live, &g->var[e->obj].sites);
    }
  }
}

static void run(struct omen_engine *base, const struct omen_batch *b) {
  struct omen_wcp *g = (struct omen_wcp *)base;
  omen_wcp_room(g, b);
  if (base->pairs)
    loop(g, b, true, (struct omen_past_mode){true, 0});
  else if (g->pasts.width == 8)
    loop(g, b, false, (struct omen_past_mode){true, 8});
  else if (g->pasts.width == 16)
    loop(g, b, false, (struct omen_past_mode){true, 16});
  else
    loop(g, b, false, (struct omen_past_mode){true, 0});
}

static struct omen_live_sites *sites(struct omen_engine *e, uint32_t var) {
  return &((struct omen_wcp *)e)->var[var].sites;
}

static struct omen_engine *make(const struct omen_engine_ops *ops) {
  struct omen_wcp *g = omen_xcalloc(1, sizeof *g);
  g->base.ops = ops;
  return &g->base;
}

static void again(struct omen_engine *e) {
  uint32_t threads = ((struct omen_wcp *)e)->threads;
  omen_wcp_clear((struct omen_wcp *)e);
  e->pairs = omen_pairtab_new(threads, NULL);
}

static void destroy(struct omen_engine *e) {
  omen_wcp_clear((struct omen_wcp *)e);
  free(e);
}

const struct omen_engine_ops omen_engine_wcp = {
    "wcp", "weak causal precedence", OMEN_ORDERS_WEAK, false, make, run, again, destroy, sites};
