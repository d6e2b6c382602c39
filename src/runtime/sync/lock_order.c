/* The order of locks: see lock_order.h. What a thread holds, the edges, and what orders threads;
 * lock_inversions.c looks for circles.
 *
 * An edge is kept once a pair of locks, a thread and the other locks held; when it happens again nothing is
 * done unless the thread has published something in between. It then stands for the last time: an edge that
 * comes later is less ordered with the past of others. */
#include "runtime/sync/lock_order.h"
#include "runtime/sync/lock_order_parts.h"
#include "runtime/log.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"

bool omrt_order_on;
uint64_t omrt_order_dropped;
static struct omrt_edge **by_key;
struct omrt_edge **omrt_edges_from;
static uint32_t nedges;
enum { FEW_EDGES = 512, MOST_EDGES = 32768, MOST_THREADS = 4096, FIRST_HELD = 8, STALE = 16 };

struct held {
  uint64_t serial, point;
  const void *addr;
  enum omrt_why kind;
  bool read;
};
struct omrt_held { /* of a thread, in the order of taking */
  struct omrt_past *past;
  uint32_t epoch; /* stretches of its life, cut where it publishes */
  uint32_t n, cap;
  struct held *lock;
};

static struct omrt_held *of(struct omrt_fiber *f) {
  if (__builtin_expect(!f->held, 0)) {
    f->held = omrt_alloc(sizeof *f->held);
    f->held->epoch = 1;
  }
  return f->held;
}

/* ---- what a thread knows of others ---- */

static size_t size_of(uint32_t n) { return sizeof(struct omrt_past) + n * sizeof(uint32_t); }

void omrt_past_free(struct omrt_past **p) {
  if (*p && --(*p)->refs == 0) omrt_free(*p, size_of((*p)->n));
  *p = NULL;
}

/* Its own copy with room for n. */
static struct omrt_past *own(struct omrt_past **p, uint32_t n) {
  struct omrt_past *old = *p;
  if (old && old->refs == 1 && old->n >= n) return old;
  uint32_t want = old && old->n > n ? old->n : (n + 15) & ~15u;
  struct omrt_past *fresh = omrt_alloc(size_of(want));
  fresh->refs = 1;
  fresh->n = want;
  for (uint32_t i = 0; old && i < old->n; i++) fresh->v[i] = old->v[i];
  omrt_past_free(p);
  return *p = fresh;
}

static void merge(struct omrt_past **to, const struct omrt_past *from) {
  if (!from || *to == from) return;
  bool news = !*to || (*to)->n < from->n;
  for (uint32_t i = 0; !news && i < from->n; i++) news = from->v[i] > (*to)->v[i];
  if (!news) return;
  struct omrt_past *p = own(to, from->n);
  for (uint32_t i = 0; i < from->n; i++)
    if (from->v[i] > p->v[i]) p->v[i] = from->v[i];
}

static void learn(struct omrt_past **to, int thread, uint32_t epoch) {
  if (thread >= MOST_THREADS || omrt_past_knows(*to, thread, epoch)) return;
  own(to, (uint32_t)thread + 1)->v[thread] = epoch;
}

void omrt_order_release_now(struct omrt_past **to) {
  struct omrt_held *h = of(omrt_cur);
  merge(to, h->past);
  learn(to, omrt_cur->id, h->epoch++);
}
void omrt_order_acquire_now(struct omrt_past *from) { merge(&of(omrt_cur)->past, from); }
void omrt_order_fork_now(struct omrt_fiber *child) { omrt_order_release_now(&of(child)->past); }
void omrt_order_wake_now(struct omrt_fiber *woken) { omrt_order_release_now(&of(woken)->past); }
void omrt_order_join_now(struct omrt_fiber *dead) {
  merge(&of(omrt_cur)->past, of(dead)->past);
  learn(&of(omrt_cur)->past, dead->id, dead->held->epoch);
  omrt_past_free(&dead->held->past); /* nobody else asks */
  if (dead->held->n) return;
  omrt_free(dead->held->lock, dead->held->cap * sizeof *dead->held->lock);
  dead->held->lock = NULL;
  dead->held->cap = 0;
}

void omrt_order_gone(struct omrt_fiber *dead) {
  struct omrt_held *h = dead->held;
  if (!h) return;
  omrt_past_free(&h->past);
  omrt_free(h->lock, h->cap * sizeof *h->lock);
  omrt_free(h, sizeof *h);
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

static bool is_alive(const void *addr, enum omrt_why kind, uint64_t serial) {
  const struct omrt_object *o = omrt_object_at(kind, addr);
  return o && o->serial == serial;
}

static void link_from(struct omrt_edge *e, uint64_t from) {
  struct omrt_edge **head = &omrt_edges_from[omrt_edge_bucket(from)];
  e->next_from = *head;
  e->prev_from = head;
  if (*head) (*head)->prev_from = &e->next_from;
  *head = e;
}
static void unlink_from(struct omrt_edge *e) {
  *e->prev_from = e->next_from;
  if (e->next_from) e->next_from->prev_from = e->prev_from;
}

/* Every thread that lives comes after it, and so does whoever they will make: it is in no circle any more. */
static bool is_past(const struct omrt_edge *e) {
  for (const struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    if (f->id != e->thread && !omrt_past_knows(f->held ? f->held->past : NULL, e->thread, e->epoch))
      return false;
  return true;
}

/* Edges of locks that are gone can go: nobody will take those again. So can those that are past, or a program
 * that goes on making threads would have more and more. */
static void sweep(void) {
  for (uint32_t i = 0; i < OMRT_EDGE_BUCKETS; i++)
    for (struct omrt_edge **at = &by_key[i]; *at;) {
      struct omrt_edge *e = *at;
      if (is_alive(e->lock[0].addr, e->lock[0].kind, e->lock[0].serial) &&
          is_alive(e->lock[1].addr, e->lock[1].kind, e->lock[1].serial) && !is_past(e)) {
        at = &e->next;
        continue;
      }
      *at = e->next;
      unlink_from(e);
      omrt_past_free(&e->past);
      omrt_free(e, sizeof *e);
      nedges--;
    }
}

static void start(void) {
  omrt_order_on = true;
  by_key = omrt_reserve(OMRT_EDGE_BUCKETS * sizeof *by_key);
  omrt_edges_from = omrt_reserve(OMRT_EDGE_BUCKETS * sizeof *omrt_edges_from);
}

static struct omrt_edge *add(uint64_t key) {
  static uint64_t swept;
  static uint32_t enough = FEW_EDGES;
  if (nedges >= enough && (enough < MOST_EDGES || omrt_events - swept > MOST_EDGES)) {
    swept = omrt_events;
    sweep();
    enough = nedges < FEW_EDGES / 2 ? FEW_EDGES : nedges < MOST_EDGES / 2 ? nedges * 2 : MOST_EDGES;
  }
  if (nedges >= MOST_EDGES) {
    omrt_order_dropped++;
    return NULL;
  }
  struct omrt_edge *e = omrt_alloc(sizeof *e);
  nedges++;
  e->key = key;
  e->next = by_key[omrt_edge_bucket(key)];
  return by_key[omrt_edge_bucket(key)] = e;
}

static const struct omrt_hold *hold_of(const struct omrt_object *o) {
  if (o->hold.by == omrt_cur->id) return &o->hold;
  for (const struct omrt_hold *h = o->readers; h; h = h->next)
    if (h->by == omrt_cur->id) return h;
  return NULL;
}

static void fill_lock(struct omrt_edge_lock *l, const struct held *h, const struct omrt_object *o) {
  const struct omrt_hold *since = o && o->serial == h->serial ? hold_of(o) : NULL;
  *l = (struct omrt_edge_lock){
      .serial = h->serial, .point = h->point, .addr = h->addr, .kind = h->kind, .read = h->read};
  if (since) l->npcs = since->npcs;
  for (int i = 0; since && i < since->npcs; i++) l->pcs[i] = since->pcs[i];
}

static void fill(struct omrt_edge *e, const struct omrt_held *all, uint32_t i, const struct omrt_object *to) {
  const struct held *from = &all->lock[i];
  e->thread = omrt_cur->id;
  e->epoch = all->epoch;
  e->event = omrt_events;
  omrt_past_free(&e->past);
  e->past = all->past;
  if (e->past) e->past->refs++;
  fill_lock(&e->lock[0], from, omrt_object_at(from->kind, from->addr));
  fill_lock(&e->lock[1], &all->lock[all->n - 1], to);
  e->ngates = 0;
  for (uint32_t k = 0; k + 1 < all->n; k++)
    if (k != i) e->gate[e->ngates++] = (struct omrt_gate){all->lock[k].serial, all->lock[k].read};
}

/* From the i-th lock held to the one taken last. */
static void edge(const struct omrt_held *all, uint32_t i, const struct omrt_object *to, uint64_t gates) {
  const struct held *from = &all->lock[i], *last = &all->lock[all->n - 1];
  uint64_t key =
      key_of(from->serial, last->serial, from->read, last->read, omrt_cur->id, gates - of_lock(from));
  struct omrt_edge *e = by_key[omrt_edge_bucket(key)];
  while (e && e->key != key) e = e->next;
  if (e && e->epoch == all->epoch) return;
  if (!e) {
    if (!(e = add(key))) return;
    link_from(e, from->serial);
  }
  fill(e, all, i, to);
  omrt_inversions_look(e);
}

/* ---- what a thread holds ---- */

/* Locks that are gone were never given back. */
static void prune(struct omrt_held *h) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < h->n; i++)
    if (is_alive(h->lock[i].addr, h->lock[i].kind, h->lock[i].serial)) h->lock[kept++] = h->lock[i];
  h->n = kept;
}

static void push(struct omrt_held *h, const struct omrt_object *o, bool read) {
  if (h->n == h->cap) {
    uint32_t cap = h->cap ? h->cap * 2 : FIRST_HELD;
    struct held *more = omrt_alloc(cap * sizeof *more);
    for (uint32_t i = 0; i < h->n; i++) more[i] = h->lock[i];
    if (h->lock) omrt_free(h->lock, h->cap * sizeof *h->lock);
    h->lock = more;
    h->cap = cap;
  }
  h->lock[h->n++] = (struct held){o->serial, omrt_cur->points, o->addr, o->kind, read};
}

static void nested(struct omrt_held *h, const struct omrt_object *o) {
  uint64_t gates = 0;
  if (!omrt_order_on) start();
  if (h->n - 1 > OMRT_EDGE_GATES + 1 || omrt_cur->id >= MOST_THREADS) {
    omrt_order_dropped++;
    return;
  }
  for (uint32_t i = 0; i + 1 < h->n; i++) {
    if (h->lock[i].serial == o->serial) return; /* held for reading already: no second wait */
    gates += of_lock(&h->lock[i]);
  }
  for (uint32_t i = 0; i + 1 < h->n; i++) edge(h, i, o, gates);
}

void omrt_order_took(struct omrt_object *o, bool read, bool waits) {
  if (omrt_config->mode != OMEN_MODE_RECORD) return;
  struct omrt_held *h = of(omrt_cur);
  if (__builtin_expect(h->n >= STALE, 0)) prune(h);
  push(h, o, read);
  if (__builtin_expect(h->n > 1, 0) && waits) nested(h, o);
}

void omrt_order_gave(struct omrt_object *o, int by) {
  if (omrt_config->mode != OMEN_MODE_RECORD || by < 0) return;
  struct omrt_fiber *f = __builtin_expect(by == omrt_cur->id, 1) ? omrt_cur : omrt_fiber_by_id(by);
  struct omrt_held *h = f ? f->held : NULL;
  for (uint32_t i = h ? h->n : 0; i--;) {
    if (h->lock[i].serial != o->serial) continue;
    for (h->n--; i < h->n; i++) h->lock[i] = h->lock[i + 1];
    return;
  }
}
