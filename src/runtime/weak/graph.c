/* Nodes and locations of the execution graph: see graph.h. */
#include "runtime/weak/graph.h"
#include "runtime/fiber/fiber.h"
#include "runtime/rt.h"
#include "runtime/weak/weak_model.h"
#include "runtime/weak/settle.h"
#include "runtime/weak/weak.h"
#include <string.h>

/* MOST: locations that are followed at once. Some kilobytes each at most: objects with a counter each come by
 * the million, and what is old of them nobody reads. */
enum { BUCKETS = 4096, MOST = 1 << 14 };
static struct omrt_weak_place *bucket[BUCKETS]; /* by eight bytes of memory */
static uint32_t places;
static struct omrt_weak_node *window[OMRT_WEAK_WINDOW]; /* oldest first */
static uint32_t in_window;
static uint64_t nodes, locations;
uint64_t omrt_weak_cut, omrt_weak_lost, omrt_weak_last_sc;
bool omrt_weak_reaches_sc;

static uint32_t hash(uint64_t addr) {
  return (uint32_t)((addr >> 3) * 0x9e3779b97f4a7c15ull >> 40) % BUCKETS;
}

/* ---- nodes ---- */

static void free_node(struct omrt_weak_node *n) {
  if (n->in_window || n->in_place) return;
  omrt_weak_clear(&n->known);
  omrt_weak_clear(&n->gives);
  omrt_free(n, sizeof *n);
}

/* Out of its location. The window knows by number and position where it was. */
static void leave_place(struct omrt_weak_node *n) {
  if (n->what == OMRT_NODE_LOAD) n->pos = n->from->pos;
  n->in_place = false;
  n->place = NULL;
  n->from = NULL;
  free_node(n);
}

static void enter_window(struct omrt_weak_node *n) {
  if (in_window == OMRT_WEAK_WINDOW) {
    struct omrt_weak_node *oldest = window[0];
    memmove(window, window + 1, --in_window * sizeof *window);
    omrt_weak_lost = oldest->seq;
    oldest->in_window = false;
    free_node(oldest);
  }
  n->in_window = true;
  window[in_window++] = n;
}

struct omrt_weak_node *const *omrt_weak_window(uint32_t *n) {
  *n = in_window;
  return window;
}

/* ---- what a location keeps ---- */

static void renumber(struct omrt_weak_place *p) {
  for (uint32_t i = 0; i < p->nstores; i++) p->store[i]->pos = omrt_weak_pos(p, i);
}

static bool somebody_below(const struct omrt_weak_place *p, uint32_t at) {
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    if (!f->done && omrt_weak_floor(p, omrt_weak_thread(f)) < at) return true;
  return false;
}

static void drop_loads(struct omrt_weak_place *p, int64_t below, uint32_t most) {
  uint32_t kept = 0, dropped = 0;
  for (uint32_t i = 0; i < p->nloads; i++) {
    struct omrt_weak_node *n = p->load[i];
    if (n->from->pos < below && dropped < most) {
      dropped++;
      leave_place(n);
    } else
      p->load[kept++] = n;
  }
  p->nloads = kept;
}

/* The stores before `at` count as seen by all. */
static void raise_base(struct omrt_weak_place *p, uint32_t at) {
  if (!at) return;
  omrt_weak_cut += somebody_below(p, at);
  drop_loads(p, omrt_weak_pos(p, at), UINT32_MAX);
  for (uint32_t i = 0; i < at; i++) leave_place(p->store[i]);
  memmove(p->store, p->store + at, (p->nstores - at) * sizeof *p->store);
  p->nstores -= at;
  p->gone += at;
}

/* A load of the first store says nothing that is not known of everybody. */
static void make_room(struct omrt_weak_place *p) {
  if (p->nstores == OMRT_WEAK_STORES) raise_base(p, OMRT_WEAK_STORES / 2);
  while (p->nloads == OMRT_WEAK_LOADS) {
    drop_loads(p, omrt_weak_pos(p, 0) + 1, OMRT_WEAK_LOADS / 2);
    if (p->nloads == OMRT_WEAK_LOADS) raise_base(p, 1);
  }
}

static void note_sc(const struct omrt_weak_node *n) {
  if (n->sc) omrt_weak_last_sc = n->seq;
  omrt_weak_reaches_sc = !n->sc && (omrt_weak_reaches_sc || n->back <= omrt_weak_last_sc);
}

struct omrt_weak_node *omrt_weak_add(const struct omrt_weak_node *of, uint32_t at) {
  struct omrt_weak_node *n = omrt_alloc(sizeof *n);
  struct omrt_weak_place *p = of->place;
  *n = *of;
  n->seq = ++nodes;
  n->location = p ? p->location : 0;
  n->from_seq = n->from ? n->from->seq : 0;
  note_sc(n);
  if (n->index) enter_window(n);
  if (!p) return n;
  n->in_place = true;
  if (n->what == OMRT_NODE_LOAD) {
    p->load[p->nloads++] = n;
    return n;
  }
  memmove(p->store + at + 1, p->store + at, (p->nstores - at) * sizeof *p->store);
  p->store[at] = n;
  p->nstores++;
  renumber(p);
  return n;
}

void omrt_weak_synced(struct omrt_weak_thread *t) {
  struct omrt_weak_node *last = in_window ? t->last : NULL;
  if (last && last->index == t->index && last->in_window) {
    omrt_weak_copy(&last->known, &t->now);
    return;
  }
  t->last = NULL;
  if (!in_window || !t->index) return; /* nothing that could be ordered by it */
  omrt_weak_tick(t);
  struct omrt_weak_node n = {
      .what = OMRT_NODE_SYNC, .thread = t->number, .index = t->index, .back = UINT64_MAX};
  omrt_weak_copy(&n.known, &t->now);
  t->last = omrt_weak_add(&n, 0);
}

/* ---- locations ---- */

static void free_place(struct omrt_weak_place *p) {
  drop_loads(p, INT64_MAX, UINT32_MAX);
  for (uint32_t i = 0; i < p->nstores; i++) leave_place(p->store[i]);
  p->gone += p->nstores;
  p->nstores = 0;
  for (struct omrt_weak_head *h = p->heads, *next; h; h = next) {
    next = h->next;
    omrt_weak_clear(&h->clock);
    omrt_free(h, sizeof *h);
  }
  p->heads = NULL;
}

/* All that happened to it is behind everybody: one store, before everything. */
static void begin(struct omrt_weak_place *p) {
  free_place(p);
  struct omrt_weak_node n = {
      .what = OMRT_NODE_STORE, .place = p, .back = UINT64_MAX, .value = omrt_weak_peek(p->addr, p->size)};
  omrt_weak_add(&n, 0);
}

static void forget_in(uint32_t b, uint64_t lo, uint64_t hi) {
  for (struct omrt_weak_place **at = &bucket[b], *p; (p = *at);) {
    if (p->addr >= hi || p->addr + p->size <= lo) {
      at = &p->next;
      continue;
    }
    *at = p->next;
    free_place(p);
    omrt_free(p, sizeof *p);
    places--;
  }
}

void omrt_weak_forget_places(uint64_t addr, uint64_t len) {
  uint64_t end = addr + len < addr ? UINT64_MAX : addr + len;
  if (!places || !len) return;
  if ((end - addr) / 8 + 2 >= BUCKETS)
    for (uint32_t i = 0; i < BUCKETS; i++) forget_in(i, addr, end);
  else
    for (uint64_t word = addr & ~7ull; word < end; word += 8) forget_in(hash(word), addr, end);
}

static struct omrt_weak_place *make(uint64_t addr, uint32_t size) {
  omrt_weak_forget_places(addr, size); /* parts of it, or more, under another size */
  if (places >= MOST) {
    omrt_weak_forget_places(0, UINT64_MAX);
    omrt_weak_lost = nodes;
    omrt_weak_cut++;
  }
  struct omrt_weak_place *p = omrt_alloc(sizeof *p), **b = &bucket[hash(addr)];
  *p = (struct omrt_weak_place){.next = *b, .addr = addr, .size = size, .location = ++locations};
  *b = p;
  places++;
  begin(p);
  return p;
}

static struct omrt_weak_place *find(uint64_t addr, uint32_t size) {
  struct omrt_weak_place *p = bucket[hash(addr)];
  while (p && (p->addr != addr || p->size != size)) p = p->next;
  return p;
}

bool omrt_weak_known_place(uint64_t addr, uint32_t size) { return find(addr, size) != NULL; }

struct omrt_weak_place *omrt_weak_place(uint64_t addr, uint32_t size) {
  if (!size || size > 8 || size & (size - 1) || (addr & 7) + size > 8) {
    omrt_weak_forget_places(addr, size);
    return NULL;
  }
  struct omrt_weak_place *p = find(addr, size);
  if (!p) return make(addr, size);
  if (omrt_weak_newest(p)->value != omrt_weak_peek(addr, size)) begin(p); /* somebody unseen wrote it */
  make_room(p);
  return p;
}

static bool before(const struct omrt_weak_node *n, const struct omrt_weak_thread *t) {
  return !n->index || omrt_weak_get(&t->now, n->thread) >= n->index || n->thread == t->number;
}

uint32_t omrt_weak_floor(const struct omrt_weak_place *p, const struct omrt_weak_thread *t) {
  int64_t floor = omrt_weak_pos(p, 0);
  for (uint32_t i = p->nstores; i-- > 0;)
    if (before(p->store[i], t) || p->store[i]->seq <= t->fresh) {
      floor = p->store[i]->pos;
      break;
    }
  for (uint32_t i = 0; i < p->nloads; i++)
    if (p->load[i]->from->pos > floor && before(p->load[i], t)) floor = p->load[i]->from->pos;
  return (uint32_t)(floor / 2 - p->gone);
}

uint64_t omrt_weak_first_from(const struct omrt_weak_place *p, uint32_t at) {
  uint64_t first = UINT64_MAX;
  for (; at < p->nstores; at++)
    if (p->store[at]->seq < first) first = p->store[at]->seq;
  return first;
}

struct omrt_weak_clock *omrt_weak_head(struct omrt_weak_place *p, uint32_t thread, bool make) {
  struct omrt_weak_head *h = p->heads;
  while (h && h->thread != thread) h = h->next;
  if (!h && make) {
    h = omrt_alloc(sizeof *h);
    *h = (struct omrt_weak_head){.next = p->heads, .thread = thread};
    p->heads = h;
  }
  return h ? &h->clock : NULL;
}

void omrt_weak_refresh(struct omrt_weak_thread *t) { t->fresh = nodes; }

/* ---- as one number ---- */

static uint64_t name_of(const struct omrt_weak_node *n) { return (uint64_t)n->thread << 32 | n->index; }

static uint64_t place_key(const struct omrt_weak_place *p) {
  uint64_t key = omrt_weak_mix(p->addr, p->size), loads = 0;
  for (uint32_t i = 0; i < p->nstores; i++) key = omrt_weak_mix(key, name_of(p->store[i]));
  for (uint32_t i = 0; i < p->nloads; i++)
    loads += omrt_weak_mix(name_of(p->load[i]), name_of(p->load[i]->from) + 1);
  return omrt_weak_mix(key, loads);
}

uint64_t omrt_weak_graph_key(bool *whole) {
  uint64_t sum = 0;
  *whole &= !omrt_weak_unsure;
  for (size_t b = 0; b < BUCKETS; b++)
    for (const struct omrt_weak_place *p = bucket[b]; p; p = p->next) {
      sum += place_key(p);
      if (p->nstores == OMRT_WEAK_STORES || p->nloads == OMRT_WEAK_LOADS) *whole = false;
    }
  return sum;
}
