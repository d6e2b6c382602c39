/* The order of locks: see order.h. What a thread holds, the edges, and what orders threads; circles.c looks
 * for circles.
 *
 * An edge is kept once a pair of locks, a thread and the other locks held; when it happens again nothing is
 * done unless the thread has published something in between. It then stands for the last time: an edge that
 * comes later is less ordered with the past of others. */
#include "runtime/sync/order.h"
#include "runtime/sync/order_parts.h"
#include "runtime/log.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"

bool omen_order_on;
uint64_t omen_order_dropped;
static struct omen_edge **by_key;
struct omen_edge **omen_edges_from;
static uint32_t nedges;
enum { FEW_EDGES = 512, MOST_EDGES = 32768, MOST_THREADS = 4096, FIRST_HELD = 8, STALE = 16 };

struct held {
  uint64_t serial, point;
  const void *addr;
  enum omen_why kind;
  bool read;
};
struct omen_held { /* of a thread, in the order of taking */
  struct omen_past *past;
  uint32_t epoch; /* stretches of its life, cut where it publishes */
  uint32_t n, cap;
  struct held *lock;
};

static struct omen_held *of(struct omen_fiber *f) {
  if (__builtin_expect(!f->held, 0)) {
    f->held = omen_alloc(sizeof *f->held);
    f->held->epoch = 1;
  }
  return f->held;
}

/* ---- what a thread knows of others ---- */

static size_t size_of(uint32_t n) { return sizeof(struct omen_past) + n * sizeof(uint32_t); }

void omen_past_free(struct omen_past **p) {
  if (*p && --(*p)->refs == 0) omen_free(*p, size_of((*p)->n));
  *p = NULL;
}

/* Its own copy with room for n. */
static struct omen_past *own(struct omen_past **p, uint32_t n) {
  struct omen_past *old = *p;
  if (old && old->refs == 1 && old->n >= n) return old;
  uint32_t want = old && old->n > n ? old->n : (n + 15) & ~15u;
  struct omen_past *fresh = omen_alloc(size_of(want));
  fresh->refs = 1;
  fresh->n = want;
  for (uint32_t i = 0; old && i < old->n; i++) fresh->v[i] = old->v[i];
  omen_past_free(p);
  return *p = fresh;
}

static void merge(struct omen_past **to, const struct omen_past *from) {
  if (!from || *to == from) return;
  bool news = !*to || (*to)->n < from->n;
  for (uint32_t i = 0; !news && i < from->n; i++) news = from->v[i] > (*to)->v[i];
  if (!news) return;
  struct omen_past *p = own(to, from->n);
  for (uint32_t i = 0; i < from->n; i++)
    if (from->v[i] > p->v[i]) p->v[i] = from->v[i];
}

static void learn(struct omen_past **to, int thread, uint32_t epoch) {
  if (thread >= MOST_THREADS || omen_past_knows(*to, thread, epoch)) return;
  own(to, (uint32_t)thread + 1)->v[thread] = epoch;
}

void omen_order_release_now(struct omen_past **to) {
  struct omen_held *h = of(omen_cur);
  merge(to, h->past);
  learn(to, omen_cur->id, h->epoch++);
}
void omen_order_acquire_now(struct omen_past *from) { merge(&of(omen_cur)->past, from); }
void omen_order_fork_now(struct omen_fiber *child) { omen_order_release_now(&of(child)->past); }
void omen_order_wake_now(struct omen_fiber *woken) { omen_order_release_now(&of(woken)->past); }
void omen_order_join_now(struct omen_fiber *dead) {
  merge(&of(omen_cur)->past, of(dead)->past);
  learn(&of(omen_cur)->past, dead->id, dead->held->epoch);
  omen_past_free(&dead->held->past); /* nobody else asks */
  if (dead->held->n) return;
  omen_free(dead->held->lock, dead->held->cap * sizeof *dead->held->lock);
  dead->held->lock = NULL;
  dead->held->cap = 0;
}

void omen_order_gone(struct omen_fiber *dead) {
  struct omen_held *h = dead->held;
  if (!h) return;
  omen_past_free(&h->past);
  omen_free(h->lock, h->cap * sizeof *h->lock);
  omen_free(h, sizeof *h);
  dead->held = NULL;
}

/* ---- edges ---- */

static uint64_t mix(uint64_t x) {
  x *= 0x9e3779b97f4a7c15ull;
  return x ^ x >> 29;
}
static uint64_t of_lock(const struct held *h) { return mix(h->serial * 2 + h->read); }

static uint64_t key_of(uint64_t from, uint64_t to, bool from_read, bool to_read, int thread, uint64_t gates) {
  return mix(mix(from * 4 + (uint64_t)from_read * 2 + to_read) + mix(to + 77) +
             (uint64_t)thread * 0x51ed27f5 + gates);
}

static bool is_alive(const void *addr, enum omen_why kind, uint64_t serial) {
  const struct omen_object *o = omen_object_at(kind, addr);
  return o && o->serial == serial;
}

static void link_from(struct omen_edge *e, uint64_t from) {
  struct omen_edge **head = &omen_edges_from[omen_edge_bucket(from)];
  e->next_from = *head;
  e->prev_from = head;
  if (*head) (*head)->prev_from = &e->next_from;
  *head = e;
}
static void unlink_from(struct omen_edge *e) {
  *e->prev_from = e->next_from;
  if (e->next_from) e->next_from->prev_from = e->prev_from;
}

/* Every thread that lives comes after it, and so does whoever they will make: it is in no circle any more. */
static bool is_past(const struct omen_edge *e) {
  for (const struct omen_fiber *f = omen_alive; f; f = f->alive_next)
    if (f->id != e->thread && !omen_past_knows(f->held ? f->held->past : NULL, e->thread, e->epoch))
      return false;
  return true;
}

/* Edges of locks that are gone can go: nobody will take those again. So can those that are past, or a program
 * that goes on making threads would have more and more. */
static void sweep(void) {
  for (uint32_t i = 0; i < OMEN_EDGE_BUCKETS; i++)
    for (struct omen_edge **at = &by_key[i]; *at;) {
      struct omen_edge *e = *at;
      if (is_alive(e->lock[0].addr, e->lock[0].kind, e->lock[0].serial) &&
          is_alive(e->lock[1].addr, e->lock[1].kind, e->lock[1].serial) && !is_past(e)) {
        at = &e->next;
        continue;
      }
      *at = e->next;
      unlink_from(e);
      omen_past_free(&e->past);
      omen_free(e, sizeof *e);
      nedges--;
    }
}

static void start(void) {
  omen_order_on = true;
  by_key = omen_reserve(OMEN_EDGE_BUCKETS * sizeof *by_key);
  omen_edges_from = omen_reserve(OMEN_EDGE_BUCKETS * sizeof *omen_edges_from);
}

static struct omen_edge *add(uint64_t key) {
  static uint64_t swept;
  static uint32_t enough = FEW_EDGES;
  if (nedges >= enough && (enough < MOST_EDGES || omen_events - swept > MOST_EDGES)) {
    swept = omen_events;
    sweep();
    enough = nedges < FEW_EDGES / 2 ? FEW_EDGES : nedges < MOST_EDGES / 2 ? nedges * 2 : MOST_EDGES;
  }
  if (nedges >= MOST_EDGES) {
    omen_order_dropped++;
    return NULL;
  }
  struct omen_edge *e = omen_alloc(sizeof *e);
  nedges++;
  e->key = key;
  e->next = by_key[omen_edge_bucket(key)];
  return by_key[omen_edge_bucket(key)] = e;
}

static const struct omen_hold *hold_of(const struct omen_object *o) {
  if (o->hold.by == omen_cur->id) return &o->hold;
  for (const struct omen_hold *h = o->readers; h; h = h->next)
    if (h->by == omen_cur->id) return h;
  return NULL;
}

static void fill_lock(struct omen_edge_lock *l, const struct held *h, const struct omen_object *o) {
  const struct omen_hold *since = o && o->serial == h->serial ? hold_of(o) : NULL;
  *l = (struct omen_edge_lock){
      .serial = h->serial, .point = h->point, .addr = h->addr, .kind = h->kind, .read = h->read};
  if (since) l->npcs = since->npcs;
  for (int i = 0; since && i < since->npcs; i++) l->pcs[i] = since->pcs[i];
}

static void fill(struct omen_edge *e, const struct omen_held *all, uint32_t i, const struct omen_object *to) {
  const struct held *from = &all->lock[i];
  e->thread = omen_cur->id;
  e->epoch = all->epoch;
  e->event = omen_events;
  omen_past_free(&e->past);
  e->past = all->past;
  if (e->past) e->past->refs++;
  fill_lock(&e->lock[0], from, omen_object_at(from->kind, from->addr));
  fill_lock(&e->lock[1], &all->lock[all->n - 1], to);
  e->ngates = 0;
  for (uint32_t k = 0; k + 1 < all->n; k++)
    if (k != i) e->gate[e->ngates++] = (struct omen_gate){all->lock[k].serial, all->lock[k].read};
}

/* From the i-th lock held to the one taken last. */
static void edge(const struct omen_held *all, uint32_t i, const struct omen_object *to, uint64_t gates) {
  const struct held *from = &all->lock[i], *last = &all->lock[all->n - 1];
  uint64_t key =
      key_of(from->serial, last->serial, from->read, last->read, omen_cur->id, gates - of_lock(from));
  struct omen_edge *e = by_key[omen_edge_bucket(key)];
  while (e && e->key != key) e = e->next;
  if (e && e->epoch == all->epoch) return;
  if (!e) {
    if (!(e = add(key))) return;
    link_from(e, from->serial);
  }
  fill(e, all, i, to);
  omen_circles_look(e);
}

/* ---- what a thread holds ---- */

/* Locks that are gone were never given back. */
static void prune(struct omen_held *h) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < h->n; i++)
    if (is_alive(h->lock[i].addr, h->lock[i].kind, h->lock[i].serial)) h->lock[kept++] = h->lock[i];
  h->n = kept;
}

static void push(struct omen_held *h, const struct omen_object *o, bool read) {
  if (h->n == h->cap) {
    uint32_t cap = h->cap ? h->cap * 2 : FIRST_HELD;
    struct held *more = omen_alloc(cap * sizeof *more);
    for (uint32_t i = 0; i < h->n; i++) more[i] = h->lock[i];
    if (h->lock) omen_free(h->lock, h->cap * sizeof *h->lock);
    h->lock = more;
    h->cap = cap;
  }
  h->lock[h->n++] = (struct held){o->serial, omen_cur->points, o->addr, o->kind, read};
}

static void nested(struct omen_held *h, const struct omen_object *o) {
  uint64_t gates = 0;
  if (!omen_order_on) start();
  if (h->n - 1 > OMEN_EDGE_GATES + 1 || omen_cur->id >= MOST_THREADS) {
    omen_order_dropped++;
    return;
  }
  for (uint32_t i = 0; i + 1 < h->n; i++) {
    if (h->lock[i].serial == o->serial) return; /* held for reading already: no second wait */
    gates += of_lock(&h->lock[i]);
  }
  for (uint32_t i = 0; i + 1 < h->n; i++) edge(h, i, o, gates);
}

void omen_order_took(struct omen_object *o, bool read, bool waits) {
  if (omen_config->mode != OMEN_MODE_RECORD) return;
  struct omen_held *h = of(omen_cur);
  if (__builtin_expect(h->n >= STALE, 0)) prune(h);
  push(h, o, read);
  if (__builtin_expect(h->n > 1, 0) && waits) nested(h, o);
}

void omen_order_gave(struct omen_object *o, int by) {
  if (omen_config->mode != OMEN_MODE_RECORD || by < 0) return;
  struct omen_fiber *f = __builtin_expect(by == omen_cur->id, 1) ? omen_cur : omen_fiber_by_id(by);
  struct omen_held *h = f ? f->held : NULL;
  for (uint32_t i = h ? h->n : 0; i--;) {
    if (h->lock[i].serial != o->serial) continue;
    for (h->n--; i < h->n; i++) h->lock[i] = h->lock[i + 1];
    return;
  }
}
