/* Completing the pairs: see pairtab.h.
 *
 * In a list of ways of one variable and thread, times and `used` never grow from front to back. */
#include "detect/pairtab.h"
#include "detect/big_memory.h"
#include <stdlib.h>

struct way {
  uint32_t var, loc, lockset;
  uint32_t thread : 24, cls : 7, checked : 1;
  uint32_t time;
  uint32_t used;       /* the count of accesses when it was used last */
  uint32_t looked;     /* the same when it last looked at all others */
  uint32_t list;       /* of its variable */
  uint32_t prev, next; /* + 1; 0: none */
};
struct list {
  uint32_t thread, first, time; /* first + 1; the latest time */
};
enum { SITES = 10, ROW_MAX = 16 };
struct racy {           /* a racy variable */
  uint32_t site[SITES]; /* where and how it is accessed: location << 2 | class */
  uint16_t open[SITES]; /* by site: the sites whose pair with it is not known yet */
  uint8_t sites;
  uint8_t looks;
  bool settled;    /* large: every pair of its sites that could race is known */
  bool large;      /* too many sites, threads or sets of locks: ways in lists, below */
  uint32_t *times; /* by site, a row: each thread's latest time */
  struct list *list;
  uint32_t n, cap; /* of list */
} __attribute__((aligned(64)));
struct omen_pairtab {
  struct omen_locksets *sets;
  struct omen_pairset pairs;
  struct way *way;
  uint32_t ways, ways_cap;
  /* hash << 32 | way + 1. A table of its own, two thirds full, for the second pass of every engine:
   * base/table.h leaves half free, and the engines were up to 5 % slower with it. */
  uint64_t *slot;
  uint32_t mask;
  struct racy *var;
  uint32_t vars, vars_cap;
  uint32_t row;     /* words of a row of times; 0: no variable is small */
  uint32_t *var_of; /* variable -> racy variable + 1 */
  uint32_t var_of_n;
  uint32_t accesses;
  uint8_t *classes;            /* by location */
  uint32_t locs, all, writing; /* locations; those with an access; those with a write */
  uint64_t *known;             /* a bit for each pair of locations, when there are few */
};

struct omen_pairtab *omen_pairtab_new(uint32_t threads, struct omen_locksets *sets) {
  struct omen_pairtab *p = omen_xcalloc(1, sizeof *p);
  p->row = threads <= ROW_MAX && !sets ? (threads + 7) & ~7u : 0;
  p->sets = sets;
  return p;
}

static size_t known_bytes(const struct omen_pairtab *p) { return ((size_t)p->locs * p->locs / 64 + 1) * 8; }

void omen_pairtab_free(struct omen_pairtab *p) {
  if (!p) return;
  for (uint32_t i = 0; i < p->vars; i++) {
    free(p->var[i].list);
    free(p->var[i].times);
  }
  omen_big_free(p->way, p->ways_cap * sizeof *p->way);
  if (p->known) omen_big_free(p->known, known_bytes(p));
  free(p->slot);
  omen_big_free(p->var, p->vars_cap * sizeof *p->var);
  free(p->var_of);
  free(p->classes);
  omen_pairset_release(&p->pairs);
  free(p);
}

void omen_pairtab_know(struct omen_pairtab *p, struct omen_pairset *known) {
  omen_pairset_release(&p->pairs);
  p->pairs = *known;
  *known = (struct omen_pairset){0};
}

const struct omen_pairset *omen_pairtab_pairs(const struct omen_pairtab *p) { return &p->pairs; }

enum { WRITES = 1 << OMEN_ACCESS_W | 1 << OMEN_ACCESS_AW, FEW = 8192 };

void omen_pairtab_locations(struct omen_pairtab *p, const uint8_t *classes, uint32_t n) {
  p->classes = omen_xmalloc(n);
  if (n) memcpy(p->classes, classes, n);
  p->locs = n;
  for (uint32_t i = 0; i < n; i++) {
    p->all += classes[i] != 0;
    p->writing += (classes[i] & WRITES) != 0;
  }
  if (n <= FEW) p->known = omen_big_alloc(known_bytes(p));
}

/* Every location that could race with this one is in a pair with it. (Partners of a location that is only
 * read are those that write.) */
static inline bool done_with(const struct omen_pairtab *p, uint32_t loc) {
  if (loc >= p->locs || loc >= p->pairs.locs) return false;
  return p->pairs.degree[loc] == (p->classes[loc] & WRITES ? p->all : p->writing);
}

static void add_pair(struct omen_pairtab *p, uint32_t a, uint32_t b) {
  if (p->known) {
    size_t bit = a < b ? (size_t)a * p->locs + b : (size_t)b * p->locs + a;
    uint64_t *word = &p->known[bit / 64], one = 1ull << (bit & 63);
    if (*word & one) return;
    *word |= one;
  }
  omen_pairset_add(&p->pairs, a, b);
}

static struct racy *racy_of(struct omen_pairtab *p, uint32_t var) {
  if (var >= p->var_of_n) {
    uint32_t n = var + var / 2 + 64;
    p->var_of = omen_xrealloc(p->var_of, n * sizeof *p->var_of);
    memset(p->var_of + p->var_of_n, 0, (n - p->var_of_n) * sizeof *p->var_of);
    p->var_of_n = n;
  }
  if (!p->var_of[var]) {
    if (p->vars >= p->vars_cap) {
      size_t from = p->vars_cap, to = from ? from * 2 : 64;
      p->var = omen_big_grow(p->var, from * sizeof *p->var, to * sizeof *p->var);
      p->vars_cap = (uint32_t)to;
    }
    p->var[p->vars++] = (struct racy){.large = !p->row};
    p->var_of[var] = p->vars;
  }
  return &p->var[p->var_of[var] - 1];
}

static bool known(const struct omen_pairtab *p, uint32_t s1, uint32_t s2) {
  return !(omen_conflicts[s1 & 3] >> (s2 & 3) & 1) || omen_pairset_has(&p->pairs, s1 >> 2, s2 >> 2);
}

static void set_open(struct racy *v, uint32_t a, uint32_t b, bool open) {
  v->open[a] = (uint16_t)((v->open[a] & ~(1u << b)) | (unsigned)open << b);
  v->open[b] = (uint16_t)((v->open[b] & ~(1u << a)) | (unsigned)open << a);
}

/* The number of the site of a small variable; -1: it has too many to be one. */
static int site_of(const struct omen_pairtab *p, struct racy *v, uint32_t loc, unsigned cls) {
  uint32_t site = loc << 2 | cls;
  for (int i = 0; i < v->sites; i++)
    if (v->site[i] == site) return i;
  if (v->sites == SITES || loc >> 30) return -1;
  if (!v->times) v->times = omen_xcalloc((size_t)SITES * p->row, sizeof *v->times);
  uint32_t n = v->sites++;
  v->site[n] = site;
  for (uint32_t i = 0; i <= n; i++) set_open(v, i, n, !known(p, v->site[i], site));
  return (int)n;
}

static bool unordered(const uint32_t *times, const uint32_t *clock, uint32_t row) {
  uint32_t any = 0;
  for (uint32_t i = 0; i < row; i++) any |= times[i] > clock[i];
  return any;
}

static void check_small(struct omen_pairtab *p, struct racy *v, uint32_t site, const uint32_t *clock,
                        unsigned classes) {
  bool prune = ++v->looks % 32 == 0; /* pairs that other variables made known */
  for (unsigned left = v->open[site]; left; left &= left - 1) {
    uint32_t o = (uint32_t)__builtin_ctz(left);
    bool race = (classes >> (v->site[o] & 3) & 1) && unordered(v->times + o * p->row, clock, p->row);
    if (race) omen_pairset_add(&p->pairs, v->site[site] >> 2, v->site[o] >> 2);
    if (race || (prune && known(p, v->site[site], v->site[o]))) set_open(v, site, o, false);
  }
}

/* Large variables with few sites, because of many sets of locks: is nothing open? */
static bool settled(const struct omen_pairtab *p, const struct racy *v) {
  if (v->sites > SITES) return false;
  for (uint32_t i = 0; i < v->sites; i++)
    for (uint32_t k = 0; k <= i; k++)
      if (!known(p, v->site[i], v->site[k])) return false;
  return true;
}

static void note_site(struct racy *v, uint32_t loc, unsigned cls) {
  for (uint32_t i = 0; i < v->sites && i < SITES; i++)
    if (v->site[i] == (loc << 2 | cls)) return;
  v->settled = false;
  if (v->sites < SITES) v->site[v->sites] = loc << 2 | cls;
  if (v->sites <= SITES) v->sites = loc >> 30 ? SITES + 1 : v->sites + 1;
}

static uint32_t list_of(struct racy *v, uint32_t thread) {
  for (uint32_t i = 0; i < v->n; i++)
    if (v->list[i].thread == thread) return i;
  if (v->n >= v->cap) {
    v->cap = v->cap ? v->cap * 2 : 2;
    v->list = omen_xrealloc(v->list, v->cap * sizeof *v->list);
  }
  v->list[v->n] = (struct list){.thread = thread};
  return v->n++;
}

static inline uint32_t hash(uint32_t var, uint32_t loc, unsigned cls, uint32_t lockset, uint32_t thread) {
  uint64_t h = ((uint64_t)var << 32 | loc) * 0x9e3779b97f4a7c15u;
  h ^= ((uint64_t)lockset << 32 | thread << 2 | cls) * 0xbf58476d1ce4e5b9u;
  return (uint32_t)(h ^ h >> 32);
}

static void rehash(struct omen_pairtab *p) {
  uint32_t size = p->mask ? (p->mask + 1) * 2 : 1024;
  free(p->slot);
  p->slot = omen_xcalloc(size, sizeof *p->slot);
  p->mask = size - 1;
  for (uint32_t w = 0; w < p->ways; w++) {
    const struct way *y = &p->way[w];
    uint32_t h = hash(y->var, y->loc, y->cls, y->lockset, y->thread), i = h & p->mask;
    while (p->slot[i]) i = (i + 1) & p->mask;
    p->slot[i] = (uint64_t)h << 32 | (w + 1);
  }
}

void omen_pairtab_expect(const struct omen_pairtab *p, uint32_t var, uint32_t loc, enum omen_access_class cls,
                         uint32_t lockset, uint32_t thread) {
  if (var >= p->var_of_n || !p->var_of[var]) return;
  const struct racy *v = &p->var[p->var_of[var] - 1];
  if (!v->large) {
    __builtin_prefetch((const char *)v + 64);
    if (v->times) __builtin_prefetch(v->times); /* the first sites */
    return;
  }
  if (!p->mask) return;
  uint32_t way = (uint32_t)p->slot[hash(var, loc, cls, lockset, thread) & p->mask];
  if (way) __builtin_prefetch(&p->way[way - 1]);
}

static uint32_t new_way(struct omen_pairtab *p, struct way y) {
  if (p->ways >= p->ways_cap) {
    size_t from = p->ways_cap, to = from ? from * 2 : 64;
    p->way = omen_big_grow(p->way, from * sizeof *p->way, to * sizeof *p->way);
    p->ways_cap = (uint32_t)to;
  }
  struct racy *v = racy_of(p, y.var);
  note_site(v, y.loc, y.cls);
  y.list = list_of(v, y.thread);
  p->way[p->ways] = y;
  return p->ways++;
}

static uint32_t way_of(struct omen_pairtab *p, uint32_t var, uint32_t loc, unsigned cls, uint32_t lockset,
                       uint32_t thread) {
  if ((uint64_t)p->ways * 3 >= (uint64_t)p->mask * 2) rehash(p);
  uint32_t h = hash(var, loc, cls, lockset, thread), i = h & p->mask;
  for (; p->slot[i]; i = (i + 1) & p->mask) {
    if ((uint32_t)(p->slot[i] >> 32) != h) continue;
    const struct way *y = &p->way[(uint32_t)p->slot[i] - 1];
    if (y->var == var && y->loc == loc && y->cls == cls && y->lockset == lockset && y->thread == thread)
      return (uint32_t)p->slot[i] - 1;
  }
  uint32_t way = new_way(
      p, (struct way){
             .var = var, .loc = loc, .cls = cls & 127, .lockset = lockset, .thread = thread & 0xffffff});
  p->slot[i] = (uint64_t)h << 32 | (way + 1);
  return way;
}

/* A small variable becomes a large one: each thread's times go into its list, earliest first. */
static void enlarge(struct omen_pairtab *p, uint32_t var) {
  uint32_t at = p->var_of[var] - 1, row = p->row;
  uint32_t *times = p->var[at].times;
  p->var[at].times = NULL;
  p->var[at].large = true;
  for (uint32_t t = 0; times && t < row; t++)
    for (;;) {
      int first = -1;
      for (int s = 0; s < p->var[at].sites; s++)
        if (times[(uint32_t)s * row + t] &&
            (first < 0 || times[(uint32_t)s * row + t] < times[(uint32_t)first * row + t]))
          first = s;
      if (first < 0) break;
      uint32_t site = p->var[at].site[first];
      omen_pairtab_record(p, way_of(p, var, site >> 2, site & 3, 0, t), t, times[(uint32_t)first * row + t]);
      times[(uint32_t)first * row + t] = 0;
    }
  free(times);
}

#define SMALL 0x80000000u /* a site of a small variable: racy variable * 16 + site */

uint32_t omen_pairtab_way(struct omen_pairtab *p, uint32_t var, uint32_t loc, enum omen_access_class cls,
                          uint32_t lockset, uint32_t thread) {
  if (done_with(p, loc)) return OMEN_NO_WAY;
  struct racy *v = racy_of(p, var);
  if (!v->large) {
    int site = site_of(p, v, loc, cls);
    if (site >= 0) return SMALL | (p->var_of[var] - 1) << 4 | (uint32_t)site;
    enlarge(p, var);
  }
  return way_of(p, var, loc, cls, lockset, thread);
}

/* The ways in a list that were used since way y looked, and have an access not known to the clock. */
static void look(struct omen_pairtab *p, const struct way *y, const struct list *l, uint32_t clk,
                 unsigned classes) {
  const struct way *o;
  for (uint32_t i = l->first; i; i = o->next) {
    o = &p->way[i - 1];
    if (o->time <= clk || o->used <= y->looked) break;
    if (!(classes >> o->cls & 1)) continue;
    if (p->sets && !omen_locksets_disjoint(p->sets, y->lockset, o->lockset)) continue;
    add_pair(p, y->loc, o->loc);
  }
}

void omen_pairtab_check(struct omen_pairtab *p, uint32_t way, const uint32_t *clock, unsigned classes) {
  if (way == OMEN_NO_WAY) return;
  if (way & SMALL) {
    struct racy *small = &p->var[(way & ~SMALL) >> 4];
    if (small->open[way & 15]) check_small(p, small, way & 15, clock, classes);
    return;
  }
  struct way *y = &p->way[way];
  struct racy *v = &p->var[p->var_of[y->var] - 1];
  y->checked = 1;
  if (v->settled) return;
  classes &= omen_conflicts[y->cls];
  for (uint32_t i = 0; i < v->n; i++) {
    const struct list *l = &v->list[i];
    if (l->time > clock[l->thread] && l->thread != y->thread) look(p, y, l, clock[l->thread], classes);
  }
  if (v->sites <= SITES && ++v->looks % 8 == 0) v->settled = settled(p, v);
}

void omen_pairtab_record(struct omen_pairtab *p, uint32_t way, uint32_t thread, uint32_t clk) {
  if (way == OMEN_NO_WAY) return;
  if (way & SMALL) {
    p->var[(way & ~SMALL) >> 4].times[(way & 15) * p->row + thread] = clk;
    return;
  }
  struct way *y = &p->way[way];
  struct list *l = &p->var[p->var_of[y->var] - 1].list[y->list];
  y->time = l->time = clk;
  y->used = ++p->accesses;
  if (y->checked) y->looked = y->used;
  y->checked = 0;
  if (l->first == way + 1) return;
  if (y->prev) p->way[y->prev - 1].next = y->next;
  if (y->next) p->way[y->next - 1].prev = y->prev;
  if (l->first) p->way[l->first - 1].prev = way + 1;
  y->next = l->first;
  y->prev = 0;
  l->first = way + 1;
}

void omen_pairtab_forget(struct omen_pairtab *p, uint32_t var) {
  if (var >= p->var_of_n || !p->var_of[var]) return;
  struct racy *v = &p->var[p->var_of[var] - 1];
  if (v->times) memset(v->times, 0, (size_t)SITES * p->row * sizeof *v->times);
  for (uint32_t i = 0; i < v->n; i++) {
    for (uint32_t k = v->list[i].first; k; k = p->way[k - 1].next) p->way[k - 1].time = 0;
    v->list[i].time = 0;
  }
}
