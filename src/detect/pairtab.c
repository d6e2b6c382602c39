/* Completing the pairs: see pairtab.h. */
#include "detect/pairtab.h"
#include "detect/big.h"
#include <stdlib.h>

struct way { /* one cache line: an access whose pairs are all known looks no further */
  uint32_t var, loc, lockset;
  uint8_t cls;
  uint8_t visits;
  bool stale;    /* the variable has ways that were not considered for `open` */
  uint32_t seen; /* how many of the variable's ways were */
  uint32_t open_n, open_cap;
  uint32_t *open;         /* ways whose pair with this one is not known yet */
  struct omen_slot times; /* when there are too many threads for rows */
} __attribute__((aligned(64)));
struct site { /* where and how a variable is accessed, whatever the locks */
  uint32_t loc;
  uint8_t cls;
};
struct var_ways {
  uint32_t *way;
  uint32_t n, cap;
  struct site *site;
  uint32_t sites, sites_cap;
  bool settled; /* every pair of its sites that could race is known */
};
struct omen_pairtab {
  struct omen_locksets *sets;
  struct omen_pairset pairs;
  struct way *way;
  uint32_t ways, ways_cap;
  uint64_t *slot; /* hash table: hash << 32 | way + 1 */
  uint32_t row;   /* words of a row of times, one a thread; 0: too many threads, lists in the arena instead */
  uint32_t *rows; /* by way */
  uint32_t mask;
  struct var_ways *var; /* by racy variable */
  uint32_t vars, vars_cap;
  uint32_t *var_of; /* variable -> racy variable + 1 */
  uint32_t var_of_n;
  uint8_t *loc_seen;
  uint32_t loc_seen_n, locs;
  struct omen_arena arena;
};

static uint64_t mix(uint64_t x) {
  x ^= x >> 32;
  x *= 0x9e3779b97f4a7c15u;
  x ^= x >> 29;
  x *= 0xbf58476d1ce4e5b9u;
  return x ^ x >> 32;
}

static uint64_t pair_key(uint32_t a, uint32_t b) {
  return a < b ? ((uint64_t)a + 1) << 32 | b : ((uint64_t)b + 1) << 32 | a;
}

bool omen_pairset_has(const struct omen_pairset *s, uint32_t l1, uint32_t l2) {
  if (!s->mask) return false;
  uint64_t key = pair_key(l1, l2);
  for (uint32_t i = (uint32_t)mix(key) & s->mask; s->slot[i]; i = (i + 1) & s->mask)
    if (s->slot[i] == key) return true;
  return false;
}

static void pairset_grow(struct omen_pairset *s) {
  uint32_t size = s->mask ? (s->mask + 1) * 2 : 256;
  uint64_t *slot = omen_xcalloc(size, sizeof *slot);
  for (uint32_t i = 0; s->mask && i <= s->mask; i++) {
    if (!s->slot[i]) continue;
    uint32_t j = (uint32_t)mix(s->slot[i]) & (size - 1);
    while (slot[j]) j = (j + 1) & (size - 1);
    slot[j] = s->slot[i];
  }
  free(s->slot);
  s->slot = slot;
  s->mask = size - 1;
}

static void count(struct omen_pairset *s, uint32_t loc) {
  if (loc >= s->locs) {
    uint32_t n = loc * 2 + 64;
    s->degree = omen_xrealloc(s->degree, n * sizeof *s->degree);
    memset(s->degree + s->locs, 0, (n - s->locs) * sizeof *s->degree);
    s->locs = n;
  }
  s->degree[loc]++;
}

bool omen_pairset_add(struct omen_pairset *s, uint32_t l1, uint32_t l2) {
  if (s->n * 2 >= s->mask) pairset_grow(s);
  uint64_t key = pair_key(l1, l2);
  uint32_t i = (uint32_t)mix(key) & s->mask;
  for (; s->slot[i]; i = (i + 1) & s->mask)
    if (s->slot[i] == key) return false;
  s->slot[i] = key;
  s->n++;
  count(s, l1);
  if (l1 != l2) count(s, l2);
  return true;
}

void omen_pairset_release(struct omen_pairset *s) {
  free(s->slot);
  free(s->degree);
  *s = (struct omen_pairset){0};
}

enum { ROW_MAX = 16 };

struct omen_pairtab *omen_pairtab_new(uint32_t threads, struct omen_locksets *sets) {
  struct omen_pairtab *p = omen_xcalloc(1, sizeof *p);
  p->row = threads <= ROW_MAX ? (threads + 7) & ~7u : 0;
  p->sets = sets;
  return p;
}

void omen_pairtab_free(struct omen_pairtab *p) {
  if (!p) return;
  for (uint32_t i = 0; i < p->ways; i++) free(p->way[i].open);
  for (uint32_t i = 0; i < p->vars; i++) {
    free(p->var[i].way);
    free(p->var[i].site);
  }
  omen_big_free(p->way, p->ways_cap * sizeof *p->way);
  omen_big_free(p->rows, (size_t)p->ways_cap * p->row * sizeof *p->rows);
  free(p->slot);
  free(p->var);
  free(p->var_of);
  free(p->loc_seen);
  omen_arena_release(&p->arena);
  omen_pairset_release(&p->pairs);
  free(p);
}

const struct omen_pairset *omen_pairtab_pairs(const struct omen_pairtab *p) { return &p->pairs; }

static struct var_ways *ways_of(struct omen_pairtab *p, uint32_t var) {
  if (var >= p->var_of_n) {
    uint32_t n = var + var / 2 + 64;
    p->var_of = omen_xrealloc(p->var_of, n * sizeof *p->var_of);
    memset(p->var_of + p->var_of_n, 0, (n - p->var_of_n) * sizeof *p->var_of);
    p->var_of_n = n;
  }
  if (!p->var_of[var]) {
    OMEN_GROW(p->var, p->vars, p->vars_cap);
    p->var[p->vars++] = (struct var_ways){0};
    p->var_of[var] = p->vars;
  }
  return &p->var[p->var_of[var] - 1];
}

static void see_location(struct omen_pairtab *p, uint32_t loc) {
  if (loc >= p->loc_seen_n) {
    uint32_t n = loc * 2 + 64;
    p->loc_seen = omen_xrealloc(p->loc_seen, n);
    memset(p->loc_seen + p->loc_seen_n, 0, n - p->loc_seen_n);
    p->loc_seen_n = n;
  }
  p->locs += !p->loc_seen[loc];
  p->loc_seen[loc] = 1;
}

static inline uint64_t way_hash(uint32_t var, uint32_t loc, unsigned cls, uint32_t lockset) {
  uint64_t h = ((uint64_t)var << 32 | loc) * 0x9e3779b97f4a7c15u;
  h ^= ((uint64_t)lockset << 2 | cls) * 0xbf58476d1ce4e5b9u;
  return h ^ h >> 32;
}

static void ways_rehash(struct omen_pairtab *p) {
  uint32_t size = p->mask ? (p->mask + 1) * 2 : 1024;
  free(p->slot);
  p->slot = omen_xcalloc(size, sizeof *p->slot);
  p->mask = size - 1;
  for (uint32_t w = 0; w < p->ways; w++) {
    const struct way *y = &p->way[w];
    uint32_t h = (uint32_t)way_hash(y->var, y->loc, y->cls, y->lockset), i = h & p->mask;
    while (p->slot[i]) i = (i + 1) & p->mask;
    p->slot[i] = (uint64_t)h << 32 | (w + 1);
  }
}

void omen_pairtab_expect(const struct omen_pairtab *p, uint32_t var, uint32_t loc, enum omen_class cls,
                         uint32_t lockset) {
  if (!p->mask) return;
  uint32_t way = (uint32_t)p->slot[(uint32_t)way_hash(var, loc, cls, lockset) & p->mask];
  if (!way) return;
  __builtin_prefetch(&p->way[way - 1]);
  if (p->row) __builtin_prefetch(&p->rows[(size_t)(way - 1) * p->row]);
}

static void add_site(struct var_ways *v, uint32_t loc, uint8_t cls) {
  for (uint32_t i = 0; i < v->sites; i++)
    if (v->site[i].loc == loc && v->site[i].cls == cls) return;
  OMEN_GROW(v->site, v->sites, v->sites_cap);
  v->site[v->sites++] = (struct site){loc, cls};
  v->settled = false;
}

/* With many sets of locks a variable has many more ways than sites: then it is worth a look whether anything
 * is open. */
static bool settled(const struct omen_pairtab *p, struct var_ways *v) {
  if (v->settled || v->sites * v->sites > v->n) return v->settled;
  for (uint32_t i = 0; i < v->sites; i++)
    for (uint32_t k = 0; k <= i; k++)
      if ((omen_conflicts[v->site[i].cls] >> v->site[k].cls & 1) &&
          !omen_pairset_has(&p->pairs, v->site[i].loc, v->site[k].loc))
        return false;
  return v->settled = true;
}

static uint32_t new_way(struct omen_pairtab *p, struct way y) {
  if (p->ways >= p->ways_cap) {
    size_t from = p->ways_cap, to = from ? from * 2 : 64;
    p->way = omen_big_grow(p->way, from * sizeof *p->way, to * sizeof *p->way);
    if (p->row)
      p->rows = omen_big_grow(p->rows, from * p->row * sizeof *p->rows, to * p->row * sizeof *p->rows);
    p->ways_cap = (uint32_t)to;
  }
  struct var_ways *v = ways_of(p, y.var);
  add_site(v, y.loc, y.cls);
  for (uint32_t i = 0; i < v->n && !v->settled; i++) p->way[v->way[i]].stale = true;
  OMEN_GROW(v->way, v->n, v->cap);
  v->way[v->n++] = p->ways;
  see_location(p, y.loc);
  p->way[p->ways] = y;
  return p->ways++;
}

uint32_t omen_pairtab_way(struct omen_pairtab *p, uint32_t var, uint32_t loc, enum omen_class cls,
                          uint32_t lockset) {
  if (p->ways * 2 >= p->mask) ways_rehash(p);
  uint32_t h = (uint32_t)way_hash(var, loc, cls, lockset), i = h & p->mask;
  for (; p->slot[i]; i = (i + 1) & p->mask) {
    if ((uint32_t)(p->slot[i] >> 32) != h) continue;
    const struct way *y = &p->way[(uint32_t)p->slot[i] - 1];
    if (y->var == var && y->loc == loc && y->cls == cls && y->lockset == lockset)
      return (uint32_t)p->slot[i] - 1;
  }
  uint32_t way = new_way(
      p, (struct way){.var = var, .loc = loc, .cls = (uint8_t)cls, .lockset = lockset, .stale = true});
  p->slot[i] = (uint64_t)h << 32 | (way + 1);
  return way;
}

/* Has the way an access that is not known to the clock? */
static bool unordered(const struct omen_pairtab *p, uint32_t way, const uint32_t *clock) {
  if (!p->row) return omen_slot_unordered(&p->arena, &p->way[way].times, clock);
  const uint32_t *times = &p->rows[(size_t)way * p->row];
  uint32_t any = 0;
  for (uint32_t i = 0; i < p->row; i++) any |= times[i] > clock[i];
  return any;
}

/* Ways of the variable that came up since the last look, and may race with way y. */
static void widen(struct omen_pairtab *p, struct way *y) {
  struct var_ways *v = &p->var[p->var_of[y->var] - 1];
  y->stale = false; /* set again when a site is added */
  if (settled(p, v)) return;
  while (y->seen < v->n) {
    uint32_t other = v->way[y->seen++];
    const struct way *o = &p->way[other];
    if (!(omen_conflicts[y->cls] >> o->cls & 1)) continue;
    if (p->sets && !omen_locksets_disjoint(p->sets, y->lockset, o->lockset)) continue;
    if (omen_pairset_has(&p->pairs, y->loc, o->loc)) continue;
    OMEN_GROW(y->open, y->open_n, y->open_cap);
    y->open[y->open_n++] = other;
  }
}

void omen_pairtab_check(struct omen_pairtab *p, uint32_t way, const uint32_t *clock, unsigned classes) {
  struct way *y = &p->way[way];
  if (!y->stale && !y->open_n) return;
  if (y->loc < p->pairs.locs && p->pairs.degree[y->loc] == p->locs)
    return; /* in a pair with every location */
  if (y->stale) widen(p, y);
  if (!y->open_n) return;
  bool prune = (++y->visits & 15) == 0;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < y->open_n; i++) {
    const struct way *o = &p->way[y->open[i]];
    bool done = false;
    if ((classes >> o->cls & 1) && unordered(p, y->open[i], clock)) {
      omen_pairset_add(&p->pairs, y->loc, o->loc);
      done = true;
    } else if (prune) {
      done = omen_pairset_has(&p->pairs, y->loc, o->loc);
    }
    if (!done) y->open[kept++] = y->open[i];
  }
  y->open_n = kept;
  if (!kept) {
    free(y->open);
    y->open = NULL;
    y->open_cap = 0;
  }
}

void omen_pairtab_record(struct omen_pairtab *p, uint32_t way, uint32_t thread, uint32_t clk) {
  if (p->row)
    p->rows[(size_t)way * p->row + thread] = clk;
  else
    omen_slot_set(&p->arena, &p->way[way].times, thread, clk);
}

void omen_pairtab_forget(struct omen_pairtab *p, uint32_t var) {
  if (var >= p->var_of_n || !p->var_of[var]) return;
  struct var_ways *v = &p->var[p->var_of[var] - 1];
  for (uint32_t i = 0; i < v->n; i++) {
    if (p->row)
      memset(&p->rows[(size_t)v->way[i] * p->row], 0, p->row * sizeof *p->rows);
    else
      omen_slot_clear(&p->arena, &p->way[v->way[i]].times);
  }
}
