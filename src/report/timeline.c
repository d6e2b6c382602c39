/* The run's shape: see timeline.h. One pass over the log. Turns are kept in one list; when it gets long,
 * neighbours of a thread that are closer than a grain become one, and the grain grows. Where even one turn
 * a thread is too much, the list may be longer: thousands of threads are drawn, too. */
#include "report/timeline.h"
#include "base/numbers.h"
#include "trace/rawfile.h"
#include "trace/rawlog.h"
#include <stdlib.h>
#include <string.h>

enum { TURNS = 6000, HELD = 2000, LOCKS = 64, DEPTH = 32 };

struct key { /* an access of the report, to be found in the log */
  uint64_t point;
  uint32_t thread, site;
  size_t race;
  int access;
  bool seen;
};
struct held { /* by one thread */
  struct hold {
    uint64_t lock, since;
    bool read;
  } of[DEPTH];
  int n;
};
struct limit { /* of a list of turns */
  uint64_t grain;
  size_t most;
};
struct reading {
  struct omen_timeline *s;
  struct key *keys;
  size_t nkeys;
  uint64_t maybe[64];          /* a bit for each key: most accesses are not in the report */
  struct omen_numbers threads; /* turns and holds have their indices, until all is read */
  struct by_thread {
    struct held held;
    uint32_t last; /* while turns are drawn together: the thread's last one, + 1 */
  } **by;
  size_t nby, cby;
  uint32_t latest; /* of them */
  struct limit turns, holds[LOCKS];
  int running;
  bool marks_only;
};

static int by_name(const void *a, const void *b) {
  const struct key *x = a, *y = b;
  if (x->thread != y->thread) return x->thread < y->thread ? -1 : 1;
  if (x->point != y->point) return x->point < y->point ? -1 : 1;
  return x->site < y->site ? -1 : x->site > y->site;
}

static uint32_t bit_of(uint32_t thread, uint64_t point, uint32_t site) {
  return (uint32_t)((point * 31 + thread) * 0x9e3779b1u ^ site * 0x85ebca6bu) >> 20;
}
static void set_bit(struct reading *g, const struct key *k) {
  uint32_t bit = bit_of(k->thread, k->point, k->site);
  g->maybe[bit / 64] |= 1ull << bit % 64;
}

static void list_keys(struct reading *g, const struct omen_report *r) {
  g->keys = omen_xcalloc(2 * r->nraces + 1, sizeof *g->keys);
  for (size_t i = 0; i < r->nraces; i++)
    for (int k = 0; k < 2; k++) {
      const struct omen_access *a = &r->races[i].access[k];
      if (!a->known || r->races[i].home) continue;
      g->keys[g->nkeys++] = (struct key){
          .point = a->point, .thread = (uint32_t)a->thread, .site = a->site, .race = i, .access = k};
    }
  for (size_t i = 0; i < g->nkeys; i++) set_bit(g, &g->keys[i]);
  qsort(g->keys, g->nkeys, sizeof *g->keys, by_name);
}

/* Turns of one thread closer than `grain` become one; the list keeps its order by `from`. */
static size_t coarsen(struct reading *g, struct omen_timeline_turn *t, size_t n, uint64_t grain) {
  size_t kept = 0;
  for (size_t i = 0; i < g->nby; i++) g->by[i]->last = 0;
  for (size_t i = 0; i < n; i++) {
    uint32_t k = g->by[t[i].thread]->last;
    if (k > 0 && t[i].from <= t[k - 1].to + grain) {
      if (t[i].to > t[k - 1].to) t[k - 1].to = t[i].to;
    } else {
      t[kept++] = t[i];
      g->by[t[kept - 1].thread]->last = (uint32_t)kept;
    }
  }
  return kept;
}

/* Half of the list at once, so that the work is no more than the events'. A grain as long as the run leaves
 * one turn a thread: if that is still too much, it is allowed. */
static size_t shorten(struct reading *g, struct omen_timeline_turn *t, size_t n, struct limit *l) {
  if (n < l->most) return n;
  g->s->merged = true;
  if (!l->grain) l->grain = 1;
  while ((n = coarsen(g, t, n, l->grain)) > l->most / 2 && l->grain <= g->s->events) l->grain *= 2;
  if (n > l->most / 2) l->most = 2 * n;
  return n;
}

static void turn(struct reading *g, int thread) {
  struct omen_timeline *s = g->s;
  if (s->nturns && g->running == thread) {
    s->turns[s->nturns - 1].to = s->events + 1;
    return;
  }
  s->nturns = shorten(g, s->turns, s->nturns, &g->turns);
  OMEN_GROW(s->turns, s->nturns, s->cturns);
  s->turns[s->nturns++] = (struct omen_timeline_turn){s->events, s->events + 1, thread};
  g->running = thread;
}

static struct omen_timeline_lock *lock_at(struct omen_timeline *s, const struct hold *h) {
  for (size_t i = 0; i < s->nlocks; i++)
    if (s->locks[i].addr == h->lock && s->locks[i].read == h->read) return &s->locks[i];
  if (s->nlocks == LOCKS) return NULL;
  OMEN_GROW(s->locks, s->nlocks, s->clocks);
  s->locks[s->nlocks] = (struct omen_timeline_lock){.addr = h->lock, .read = h->read};
  return &s->locks[s->nlocks++];
}

static void was_held(struct reading *g, const struct hold *h, int thread) {
  struct omen_timeline_lock *l = lock_at(g->s, h);
  if (!l) return;
  l->n = shorten(g, l->held, l->n, &g->holds[l - g->s->locks]);
  OMEN_GROW(l->held, l->n, l->cap);
  l->held[l->n++] = (struct omen_timeline_turn){h->since, g->s->events + 1, thread};
}

static int index_of(struct reading *g, uint32_t thread) {
  if (g->latest < g->nby && g->threads.number[g->latest] == thread) return (int)g->latest;
  uint32_t i = omen_numbers_index(&g->threads, thread);
  if (i == g->nby) {
    OMEN_GROW(g->by, g->nby, g->cby);
    g->by[g->nby++] = omen_xcalloc(1, sizeof **g->by);
  }
  return (int)(g->latest = i);
}

static void take(struct reading *g, const struct omen_rawev *e, int thread) {
  struct held *h = &g->by[thread]->held;
  if (h->n == DEPTH) return;
  h->of[h->n++] = (struct hold){e->obj2, g->s->events, omen_rawev_shared(e)};
}

static void give(struct reading *g, const struct omen_rawev *e, int thread) {
  struct held *h = &g->by[thread]->held;
  for (int i = h->n; i--;) {
    if (h->of[i].lock != e->obj2) continue;
    if (!g->marks_only) was_held(g, &h->of[i], thread);
    memmove(h->of + i, h->of + i + 1, (size_t)(h->n - i - 1) * sizeof *h->of);
    h->n--;
    return;
  }
}

/* A thread can hold a lock for reading several times: it is named once. */
static void note_held(struct omen_timeline_mark *m, const struct held *h) {
  for (int i = 0; i < h->n && m->nlocks < sizeof m->locks / sizeof *m->locks; i++) {
    bool known = false;
    for (size_t k = 0; k < m->nlocks; k++)
      known |= m->locks[k] == h->of[i].lock && m->read[k] == h->of[i].read;
    if (known) continue;
    m->read[m->nlocks] = h->of[i].read;
    m->locks[m->nlocks++] = h->of[i].lock;
  }
}

static void mark(struct reading *g, const struct omen_rawev *e, int thread) {
  uint32_t bit = bit_of(e->thread, e->point, e->site);
  if (!(g->maybe[bit / 64] >> bit % 64 & 1)) return;
  struct key key = {.thread = e->thread, .point = e->point, .site = e->site};
  struct key *found = bsearch(&key, g->keys, g->nkeys, sizeof key, by_name);
  while (found && found > g->keys && !by_name(found - 1, &key)) found--;
  for (; found && found < g->keys + g->nkeys && !by_name(found, &key); found++) {
    struct omen_timeline *s = g->s;
    if (found->seen) continue;
    found->seen = true;
    struct omen_timeline_mark m = {.race = found->race, .access = found->access, .event = s->events};
    note_held(&m, &g->by[thread]->held);
    OMEN_GROW(s->marks, s->nmarks, s->cmarks);
    s->marks[s->nmarks++] = m;
  }
}

static void event(struct reading *g, const struct omen_rawev *e) {
  int thread = index_of(g, e->thread);
  if (!g->marks_only) turn(g, thread);
  if (omen_rawev_takes(e))
    take(g, e, thread);
  else if (omen_rawev_gives(e))
    give(g, e, thread);
  else if (omen_kind_is_access(e->kind))
    mark(g, e, thread);
  g->s->events++;
}

static void by_number(const struct reading *g, struct omen_timeline_turn *t, size_t n) {
  for (size_t i = 0; i < n; i++) t[i].thread = (int)g->threads.number[t[i].thread];
}

/* What is held to the end; then threads get their numbers. */
static void finish(struct reading *g) {
  for (size_t t = 0; t < g->nby && !g->marks_only; t++)
    for (int i = 0; i < g->by[t]->held.n; i++) was_held(g, &g->by[t]->held.of[i], (int)t);
  by_number(g, g->s->turns, g->s->nturns);
  for (size_t i = 0; i < g->s->nlocks; i++) by_number(g, g->s->locks[i].held, g->s->locks[i].n);
  for (size_t t = 0; t < g->nby; t++) free(g->by[t]);
  free(g->by);
  omen_numbers_release(&g->threads);
}

static int busiest_first(const void *a, const void *b) {
  const struct omen_timeline_lock *x = a, *y = b;
  return x->n != y->n         ? (x->n < y->n ? 1 : -1)
         : x->addr != y->addr ? (x->addr < y->addr ? -1 : 1)
                              : x->read - y->read;
}

static bool read_log(struct omen_timeline *out, const struct omen_report *r, const char *dir,
                     bool marks_only) {
  *out = (struct omen_timeline){0};
  char *path = omen_format("%s/events.raw", dir);
  struct omen_rawfile *f = omen_rawfile_open(path, NULL);
  free(path);
  if (!f) return false;
  struct reading *g = omen_xcalloc(1, sizeof *g);
  const struct omen_rawev *ev;
  uint64_t first;
  g->s = out;
  g->running = -1;
  g->marks_only = marks_only;
  g->turns.most = TURNS;
  for (int i = 0; i < LOCKS; i++) g->holds[i].most = HELD;
  list_keys(g, r);
  for (long n; !(marks_only && out->nmarks == g->nkeys) && (n = omen_rawfile_next(f, &ev, &first, NULL)) > 0;)
    for (long i = 0; i < n; i++) event(g, &ev[i]);
  finish(g);
  if (out->nlocks) qsort(out->locks, out->nlocks, sizeof *out->locks, busiest_first);
  omen_rawfile_close(f);
  free(g->keys);
  free(g);
  return out->events > 0;
}

bool omen_timeline_read(struct omen_timeline *out, const struct omen_report *r, const char *dir) {
  return read_log(out, r, dir, false);
}

bool omen_timeline_marks(struct omen_timeline *out, const struct omen_report *r, const char *dir) {
  return read_log(out, r, dir, true);
}

void omen_timeline_release(struct omen_timeline *s) {
  for (size_t i = 0; i < s->nlocks; i++) free(s->locks[i].held);
  free(s->locks);
  free(s->turns);
  free(s->marks);
  *s = (struct omen_timeline){0};
}
