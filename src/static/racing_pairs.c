/* Pairs: two accesses of the same memory, one of them a write and not both atomic, by threads that may run at
 * the same time, without a common lock. */
#include "static/racing_pairs.h"
#include <stdlib.h>
#include <string.h>

struct touch {
  uint32_t obj, loc, acc;
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
  t->v[t->n++] = (struct touch){obj, loc, acc};
}

/* Does any access go to what is outside, wherever that is? Then it may meet all accesses of objects there:
 * these get a touch of that object, too, of no loc in particular. */
static bool goes_outside(struct omen_scan_state *a) {
  for (uint32_t i = 0; i < a->nacc; i++)
    if (omen_is_outside(&a->p, omen_pt_of(&a->p.pt, a->acc[i].node))) return true;
  return false;
}

static void collect(struct omen_scan_state *a, struct touches *t) {
  bool any = goes_outside(a);
  for (uint32_t i = 0; i < a->nacc; i++) {
    const struct omen_sacc *x = &a->acc[i];
    bool outside = false;
    if ((x->fresh && !a->locks_only) || x->held->unreached) continue;
    for (struct omen_bititer k = omen_bititer(omen_pt_of(&a->p.pt, x->node)); omen_bititer_next(&k);) {
      uint32_t obj = a->p.pt.locs[k.x].obj;
      if (!counts(a, &a->p.pt.objects[obj])) continue;
      touch(t, obj, k.x, i);
      outside |= a->p.pt.objects[obj].outside && k.x != a->p.outside_loc;
    }
    if (outside && any) touch(t, a->p.pt.locs[a->p.outside_loc].obj, UINT32_MAX, i);
  }
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

static void find_places(struct finding *f) {
  f->place = omen_xcalloc(f->a->nacc + 1, sizeof *f->place);
  for (uint32_t i = 0; i < f->a->nacc; i++) {
    const struct omen_sacc *x = &f->a->acc[i];
    uint64_t h = ((uint64_t)(uintptr_t)x->held ^ x->flow.keep * 31) * UINT64_C(0x9e3779b97f4a7c15) ^
                 (x->flow.made * 7 + x->fn) * UINT64_C(0xbf58476d1ce4e5b9);
    uint64_t *known = omen_table_at(&f->places, h);
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

static void try_pair(struct finding *f, const struct touch *t, const struct touch *u) {
  struct omen_scan_state *a = f->a;
  const struct omen_sacc *x = &a->acc[t->acc], *y = &a->acc[u->acc];
  uint64_t key = (uint64_t)t->acc << 32 | u->acc;
  if ((!x->write && !y->write) || (x->atomic && y->atomic)) return;
  uint64_t what = decided(f, t->acc, u->acc);
  if (what == NEVER) return;
  if (!overlap(a, t, u)) return;
  if (omen_table_has(&f->seen, key)) return;
  struct omen_racing pair = {
      .a = t->acc, .b = u->acc, .loc = t->loc == UINT32_MAX ? a->p.outside_loc : t->loc};
  if (what != DEPENDS) {
    pair.root_a = what >> 8 & 0xff;
    pair.root_b = what >> 16 & 0xff;
  } else if (!may_race(a, x, y, t->obj, &pair))
    return;
  f->out->racy[t->acc] = f->out->racy[u->acc] = true;
  if (f->out->n >= OMEN_PAIRS_MOST) {
    f->out->left_out++;
    return;
  }
  omen_table_put(&f->seen, key, 1);
  OMEN_GROW(f->out->v, f->out->n, f->out->cap);
  f->out->v[f->out->n++] = pair;
}

/* Of the objects that are known, or of the one that stands for all others. That one comes last: it has the
 * most pairs, and the list has an end (OMEN_PAIRS_MOST). */
static void try_objects(struct finding *f, const struct touches *t, bool unknown) {
  uint32_t outside = f->a->p.pt.locs[f->a->p.outside_loc].obj;
  for (size_t i = 0; i < t->n; i++)
    for (size_t j = i; (t->v[i].obj == outside) == unknown && j < t->n && t->v[j].obj == t->v[i].obj; j++)
      try_pair(f, &t->v[i], &t->v[j]);
}

void omen_pairs_find(struct omen_scan_state *a, struct omen_pairs *out) {
  struct finding f = {.a = a, .out = out};
  struct touches t = {0};
  *out = (struct omen_pairs){.racy = omen_xcalloc(a->nacc + 1, 1)};
  collect(a, &t);
  find_places(&f);
  try_objects(&f, &t, false);
  try_objects(&f, &t, true);
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
