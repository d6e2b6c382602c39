/* Pairs: two accesses of the same memory, one of them a write and not both atomic, by threads that may run at
 * the same time, without a common lock. */
#include "static/racing_pairs.h"
#include <stdlib.h>
#include <string.h>

struct touch {
  uint32_t obj, loc, acc;
  uint32_t next; /* in its group: the next of another spot */
  uint64_t kind; /* of its group */
};
struct touches {
  struct touch *v;
  size_t n, cap;
};

static int by_object(const void *x, const void *y) {
  const struct touch *a = x, *b = y;
  if (a->obj != b->obj) return a->obj < b->obj ? -1 : 1;
  if (a->acc != b->acc) return a->acc < b->acc ? -1 : 1;
  return a->loc < b->loc ? -1 : a->loc > b->loc;
}

static bool counts(const struct omen_scan_state *a, const struct omen_object *o) {
  if (o->kind == OMEN_OBJ_FUNCTION || o->constant) return false;
  return o->shared || a->locks_only;
}

/* Of the places of one access in one object, "anywhere in it" stands for all. */
static void thin(struct omen_scan_state *a, struct touches *t) {
  size_t n = 0;
  for (size_t i = 0, end; i < t->n; i = end) {
    size_t any = SIZE_MAX;
    for (end = i; end < t->n && t->v[end].obj == t->v[i].obj && t->v[end].acc == t->v[i].acc; end++)
      if (t->v[end].loc != UINT32_MAX && a->p.pt.locs[t->v[end].loc].stride == 1) any = end;
    for (size_t k = i; k < end; k++)
      if (any == SIZE_MAX || k == any) t->v[n++] = t->v[k];
  }
  t->n = n;
}

static void touch(struct touches *t, uint32_t obj, uint32_t loc, uint32_t acc) {
  OMEN_GROW(t->v, t->n, t->cap);
  t->v[t->n++] = (struct touch){obj, loc, acc, 0, 0};
}

/* Does any access go to what is outside, wherever that is? Then it may meet all accesses of objects there:
 * these get a touch of that object, too, of no loc in particular. */
static bool goes_outside(struct omen_scan_state *a) {
  for (uint32_t i = 0; i < a->nacc; i++)
    if (omen_is_outside(&a->p, omen_pt_of(&a->p.pt, a->acc[i].node))) return true;
  return false;
}

/* Objects without shape whose contents were mixed (collapse.c) are one object here: hundreds of them stand in
 * the sets of thousands of accesses. */
static uint32_t stands_for(struct omen_scan_state *a, struct omen_table *mixed, uint32_t loc) {
  const struct omen_loc *l = &a->p.pt.locs[loc];
  if (!a->p.pt.objects[l->obj].collapsed || l->stride != 1 || !l->content) return loc;
  uint64_t *first = omen_table_at(mixed, omen_pt_rep(&a->p.pt, l->content));
  if (!*first) *first = (uint64_t)loc + 1;
  return (uint32_t)*first - 1;
}

static void collect(struct omen_scan_state *a, struct touches *t) {
  bool any = goes_outside(a);
  struct omen_table mixed = {0};
  uint32_t *last =
      omen_xcalloc(a->p.pt.nlocs + 1, sizeof *last); /* of each loc: the access that touched it */
  for (uint32_t i = 0; i < a->nacc; i++) {
    const struct omen_sacc *x = &a->acc[i];
    bool outside = false;
    if ((x->fresh && !a->locks_only) || x->held->unreached) continue;
    for (struct omen_bititer k = omen_bititer(omen_pt_of(&a->p.pt, x->node)); omen_bititer_next(&k);) {
      const struct omen_object *o = &a->p.pt.objects[a->p.pt.locs[k.x].obj];
      if (!counts(a, o)) continue;
      outside |= o->outside && k.x != a->p.outside_loc;
      uint32_t loc = stands_for(a, &mixed, k.x);
      if (last[loc] == i + 1) continue;
      last[loc] = i + 1;
      touch(t, a->p.pt.locs[loc].obj, loc, i);
    }
    if (outside && any) touch(t, a->p.pt.locs[a->p.outside_loc].obj, UINT32_MAX, i);
  }
  free(last);
  omen_table_release(&mixed);
  if (t->n) qsort(t->v, t->n, sizeof *t->v, by_object);
  thin(a, t);
}

uint32_t omen_pairs_held(struct omen_scan_state *a, const struct omen_sacc *x, uint32_t root,
                         struct omen_lock_held *out) {
  uint32_t n = 0;
  const struct omen_lockset *entry = &a->entry[root][x->fn];
  for (uint32_t i = 0; i < x->held->n; i++) out[n++] = x->held->v[i];
  for (uint32_t i = 0; !entry->unreached && i < entry->n; i++)
    if (omen_held_still(&a->p, &entry->v[i], &x->held->given)) out[n++] = entry->v[i];
  return n;
}

/* How far the lock lies from the beginning of the object that the access touches; false: not known. The
 * lock's base is the access's, and has one place in that object. */
static bool place_in(struct omen_scan_state *a, const struct omen_sacc *x, const struct omen_lock_held *h,
                     uint32_t obj, int64_t *at) {
  if (!h->base || omen_base_of(x->ptr) != omen_base_of(h->base)) return false;
  uint32_t node = omen_node_of(&a->p, h->base), found = 0;
  if (node && a->p.pt.objects[obj].outside && omen_is_outside(&a->p, omen_pt_of(&a->p.pt, node)))
    return false;
  for (struct omen_bititer i = omen_bititer(omen_pt_of(&a->p.pt, node)); node && omen_bititer_next(&i);) {
    const struct omen_loc *l = &a->p.pt.locs[i.x];
    if (l->obj != obj) continue;
    if (found++ || l->stride) return false;
    *at = l->off + h->off;
  }
  return found == 1;
}

/* How far the lock lies from what is accessed. */
static bool distance(struct omen_scan_state *a, const struct omen_sacc *x, const struct omen_lock_held *h,
                     int64_t *d) {
  LLVMValueRef base;
  int64_t off;
  if (h->ptr) {
    struct omen_linear lock, access;
    omen_linear_of(a->p.td, h->ptr, &lock);
    omen_linear_of(a->p.td, x->ptr, &access);
    *d = lock.c - access.c;
    if (omen_linear_same_terms(&lock, &access)) return true;
  }
  if (!h->base || !omen_constant_distance(&a->p, x->ptr, &base, &off) || base != h->base) return false;
  *d = h->off - off;
  return true;
}

static bool excludes(struct omen_scan_state *a, const struct omen_sacc *x, const struct omen_lock_held *h,
                     const struct omen_sacc *y, const struct omen_lock_held *k, uint32_t obj) {
  int64_t p, q;
  if (h->shared && k->shared) return false;
  if (h->loc && h->loc == k->loc) return true;
  if (place_in(a, x, h, obj, &p) && place_in(a, y, k, obj, &q) && p == q) return true;
  return x->size && x->size == y->size && distance(a, x, h, &p) && distance(a, y, k, &q) && p == q;
}

static bool locked(struct omen_scan_state *a, const struct omen_sacc *x, uint32_t rx,
                   const struct omen_sacc *y, uint32_t ry, uint32_t obj) {
  struct omen_lock_held h[OMEN_HELD_MOST * 2], k[OMEN_HELD_MOST * 2];
  uint32_t n = omen_pairs_held(a, x, rx, h), m = n ? omen_pairs_held(a, y, ry, k) : 0;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = 0; j < m; j++)
      if (excludes(a, x, &h[i], y, &k[j], obj)) return true;
  return false;
}

static uint64_t live(const struct omen_scan_state *a, const struct omen_sacc *x, uint32_t root) {
  return (a->t.roots[root].entry[x->fn] & x->flow.keep) | x->flow.made;
}

static bool beside(const struct omen_scan_state *a, const struct omen_sacc *x, uint32_t r,
                   const struct omen_sacc *y, uint32_t s) {
  if (!(a->t.runs[x->fn] >> r & 1) || !(a->t.runs[y->fn] >> s & 1)) return false;
  if (a->locks_only) return r != s || a->t.roots[r].several;
  return omen_threads_beside(&a->t, r, live(a, x, r), s, live(a, y, s));
}

/* In some two threads at the same time, without a common lock? */
static bool may_race(struct omen_scan_state *a, const struct omen_sacc *x, const struct omen_sacc *y,
                     uint32_t obj, struct omen_racing *out) {
  for (uint32_t r = 0; r < a->t.n; r++)
    for (uint32_t s = 0; a->t.runs[x->fn] >> r & 1 && s < a->t.n; s++) {
      if (!beside(a, x, r, y, s) || locked(a, x, r, y, s, obj)) continue;
      out->root_a = r;
      out->root_b = s;
      return true;
    }
  return false;
}

/* Most pairs are decided by their places alone, whatever they touch: by function, threads and locks. */
enum { NEVER = 1, ALWAYS, DEPENDS };

static uint64_t decide(struct omen_scan_state *a, const struct omen_sacc *x, const struct omen_sacc *y) {
  struct omen_lock_held h[OMEN_HELD_MOST * 2];
  uint64_t what = NEVER;
  for (uint32_t r = 0; r < a->t.n; r++)
    for (uint32_t s = 0; a->t.runs[x->fn] >> r & 1 && s < a->t.n; s++) {
      if (!beside(a, x, r, y, s)) continue;
      if (!omen_pairs_held(a, x, r, h) || !omen_pairs_held(a, y, s, h)) return ALWAYS | r << 8 | s << 16;
      what = DEPENDS;
    }
  return what;
}

struct finding {
  struct omen_scan_state *a;
  struct omen_pairs *out;
  struct omen_table seen, decided; /* decided: of two places */
  struct omen_table places;
  uint32_t *place; /* of each access */
};

static uint64_t stir(uint64_t h, uint64_t x) {
  h = (h ^ x) * UINT64_C(0x9e3779b97f4a7c15);
  return h ^ h >> 29;
}

/* All that decides beside whom, and under which locks, an access happens: of each thread that may do it, what
 * runs beside it there and what is held. */
static uint64_t situation(struct omen_scan_state *a, const struct omen_sacc *x) {
  uint64_t h = a->t.runs[x->fn];
  struct omen_lock_held held[OMEN_HELD_MOST * 2];
  for (uint32_t r = 0; r < a->t.n; r++) {
    if (!(a->t.runs[x->fn] >> r & 1)) continue;
    uint32_t n = omen_pairs_held(a, x, r, held);
    h = stir(stir(h, live(a, x, r)), n);
    for (uint32_t i = 0; i < n; i++) {
      h = stir(stir(h, (uintptr_t)held[i].ptr), (uintptr_t)held[i].base);
      h = stir(stir(h, (uint64_t)held[i].off), (uint64_t)held[i].loc << 1 | held[i].shared);
    }
  }
  return h;
}

static void find_places(struct finding *f) {
  f->place = omen_xcalloc(f->a->nacc + 1, sizeof *f->place);
  for (uint32_t i = 0; i < f->a->nacc; i++) {
    uint64_t *known = omen_table_at(&f->places, situation(f->a, &f->a->acc[i]));
    if (!*known) *known = i + 1;
    f->place[i] = (uint32_t)*known;
  }
}

static uint64_t decided(struct finding *f, uint32_t a, uint32_t b) {
  uint64_t *known = omen_table_at(&f->decided, (uint64_t)f->place[a] << 32 | f->place[b]);
  if (!*known) *known = decide(f->a, &f->a->acc[a], &f->a->acc[b]);
  return *known;
}

static bool overlap(const struct omen_scan_state *a, const struct touch *t, const struct touch *u) {
  if (t->loc == UINT32_MAX || u->loc == UINT32_MAX) return t->loc != u->loc;
  return omen_loc_overlap(&a->p.pt.locs[t->loc], a->acc[t->acc].size, &a->p.pt.locs[u->loc],
                          a->acc[u->acc].size);
}

/* Touches that differ in their access alone: same loc, same size, same kind, same situation. Whether they
 * race is asked once for two groups, not for each of their pairs, of which large programs have billions. */
struct group {
  size_t first, end, spots;
};

static uint64_t kind_of(const struct finding *f, const struct touch *t) {
  const struct omen_sacc *x = &f->a->acc[t->acc];
  bool anywhere = t->loc == UINT32_MAX || f->a->p.pt.locs[t->loc].stride == 1;
  return stir(stir(stir(t->loc, anywhere ? 0 : x->size), f->place[t->acc]), x->write * 2 + x->atomic);
}

static uint64_t spots_of(const struct finding *f, uint32_t a, uint32_t b) {
  uint64_t x = f->a->acc[a].spot, y = f->a->acc[b].spot;
  return x < y ? x << 32 | y : y << 32 | x;
}

static void note_pair(struct finding *f, const struct omen_racing *pair) {
  f->out->racy[pair->a] = f->out->racy[pair->b] = true;
  if (f->a->racy_only || omen_table_has(&f->seen, spots_of(f, pair->a, pair->b))) return;
  if (f->out->n >= OMEN_PAIRS_MOST) {
    f->out->left_out++;
    return;
  }
  omen_table_put(&f->seen, spots_of(f, pair->a, pair->b), 1);
  OMEN_GROW(f->out->v, f->out->n, f->out->cap);
  f->out->v[f->out->n++] = *pair;
}

static struct omen_racing pair_of(const struct finding *f, const struct touch *t, const struct touch *u,
                                  uint64_t what) {
  return (struct omen_racing){.a = t->acc,
                              .b = u->acc,
                              .loc = t->loc == UINT32_MAX ? f->a->p.outside_loc : t->loc,
                              .root_a = what >> 8 & 0xff,
                              .root_b = what >> 16 & 0xff};
}

/* All of the one with all of the other: by their spots, of which there are fewer. */
static void pair_all(struct finding *f, const struct touches *t, const struct group *g, const struct group *h,
                     uint64_t what) {
  for (size_t i = g->first; i < g->end; i++) f->out->racy[t->v[i].acc] = true;
  for (size_t i = h->first; i < h->end; i++) f->out->racy[t->v[i].acc] = true;
  if (f->a->racy_only) return;
  if (f->out->n >= OMEN_PAIRS_MOST) {
    f->out->left_out += g == h ? g->spots * (g->spots + 1) / 2 : g->spots * h->spots;
    return;
  }
  for (size_t i = g->first; i < g->end; i = t->v[i].next)
    for (size_t k = g == h ? i : h->first; k < h->end; k = t->v[k].next) {
      struct omen_racing pair = pair_of(f, &t->v[i], &t->v[k], what);
      note_pair(f, &pair);
    }
}

static void pair_some(struct finding *f, const struct touch *t, const struct touch *u) {
  const bool *racy = f->out->racy;
  if (racy[t->acc] && racy[u->acc]) { /* nothing new could come of these */
    if (f->a->racy_only || omen_table_has(&f->seen, spots_of(f, t->acc, u->acc))) return;
    if (f->out->n >= OMEN_PAIRS_MOST) {
      f->out->left_out++;
      return;
    }
  }
  struct omen_racing pair = pair_of(f, t, u, 0);
  if (may_race(f->a, &f->a->acc[t->acc], &f->a->acc[u->acc], t->obj, &pair)) note_pair(f, &pair);
}

static void try_groups(struct finding *f, const struct touches *t, const struct group *g,
                       const struct group *h) {
  const struct touch *x = &t->v[g->first], *y = &t->v[h->first];
  const struct omen_sacc *a = &f->a->acc[x->acc], *b = &f->a->acc[y->acc];
  if ((!a->write && !b->write) || (a->atomic && b->atomic)) return;
  uint64_t what = decided(f, x->acc, y->acc);
  if (what == NEVER || !overlap(f->a, x, y)) return;
  if (what != DEPENDS) {
    pair_all(f, t, g, h, what);
    return;
  }
  for (size_t i = g->first; i < g->end; i++)
    for (size_t k = g == h ? i : h->first; k < h->end; k++) pair_some(f, &t->v[i], &t->v[k]);
}

static void try_object(struct finding *f, const struct touches *t, size_t first, size_t end) {
  struct group *groups = NULL;
  size_t n = 0, cap = 0;
  for (size_t i = first, k; i < end; i = k) {
    OMEN_GROW(groups, n, cap);
    groups[n] = (struct group){i, i, 0};
    for (k = i; k < end && t->v[k].kind == t->v[i].kind; k = t->v[k].next) groups[n].spots++;
    groups[n++].end = k;
  }
  for (size_t i = 0; i < n; i++)
    for (size_t j = i; j < n; j++) try_groups(f, t, &groups[i], &groups[j]);
  free(groups);
}

/* Of the objects that are known, or of those that stand for all others. These come last: they have the
 * most pairs, and the list has an end (OMEN_PAIRS_MOST). */
static void try_objects(struct finding *f, const struct touches *t, bool unknown) {
  for (size_t i = 0, end; i < t->n; i = end) {
    for (end = i; end < t->n && t->v[end].obj == t->v[i].obj; end++) continue;
    if ((f->a->p.pt.objects[t->v[i].obj].kind == OMEN_OBJ_UNKNOWN) == unknown) try_object(f, t, i, end);
  }
}

static const struct omen_sacc *accesses; /* for by_group */

static int by_group(const void *x, const void *y) {
  const struct touch *a = x, *b = y;
  if (a->obj != b->obj) return a->obj < b->obj ? -1 : 1;
  if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
  if (accesses[a->acc].spot != accesses[b->acc].spot)
    return accesses[a->acc].spot < accesses[b->acc].spot ? -1 : 1;
  return a->acc < b->acc ? -1 : a->acc > b->acc;
}

static bool same_spot(const struct touch *t, const struct touch *u) {
  return t->obj == u->obj && t->kind == u->kind && accesses[t->acc].spot == accesses[u->acc].spot;
}

static void group(struct finding *f, struct touches *t) {
  for (size_t i = 0; i < t->n; i++) t->v[i].kind = kind_of(f, &t->v[i]);
  accesses = f->a->acc;
  if (t->n) qsort(t->v, t->n, sizeof *t->v, by_group);
  for (size_t i = t->n; i-- > 0;)
    t->v[i].next = i + 1 < t->n && same_spot(&t->v[i], &t->v[i + 1]) ? t->v[i + 1].next : (uint32_t)(i + 1);
}

/* What code without a body may reach it may also free, copy and change, in any thread, by functions of libc
 * whose accesses are seen: no place of the program has a part in such a race but this one. */
static void others_race(struct omen_scan_state *a, struct omen_pairs *out) {
  for (uint32_t i = 0; i < a->nacc; i++) {
    const struct omen_sacc *x = &a->acc[i];
    if (x->fresh || x->held->unreached) continue;
    for (struct omen_bititer k = omen_bititer(omen_pt_of(&a->p.pt, x->node)); omen_bititer_next(&k);) {
      const struct omen_object *o = &a->p.pt.objects[a->p.pt.locs[k.x].obj];
      if ((o->outside || k.x == a->p.outside_loc) && counts(a, o)) out->racy[i] = true;
    }
  }
}

void omen_pairs_find(struct omen_scan_state *a, struct omen_pairs *out) {
  struct finding f = {.a = a, .out = out};
  struct touches t = {0};
  *out = (struct omen_pairs){.racy = omen_xcalloc(a->nacc + 1, 1)};
  collect(a, &t);
  find_places(&f);
  group(&f, &t);
  try_objects(&f, &t, false);
  try_objects(&f, &t, true);
  if (a->others) others_race(a, out);
  free(t.v);
  omen_table_release(&f.seen);
  omen_table_release(&f.decided);
  omen_table_release(&f.places);
  free(f.place);
}

void omen_pairs_release(struct omen_pairs *p) {
  free(p->v);
  free(p->racy);
}
