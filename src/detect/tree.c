/* The TREE filter: see tree.h.
 *
 * `epoch[t]` counts the hand-overs of thread t that came after an access of its. `past[t]` numbers what t
 * knows of others: two threads with the same number know the same accesses. It is 0 before a thread learnt
 * anything, of the parent's making for a thread that was forked, the same for threads forked with no access
 * in between, and a new number whenever a thread learns something.
 *
 * A context (struct spot) has up to two keepers, accesses of different threads whose time was not handed over
 * since: nobody else knows them. Every access set aside is in a race with whatever it would be in a race
 * with, seen through the keeper of the other thread. */
#include "detect/tree.h"
#include "detect/held.h"
#include "detect/hb_order.h"
#include <stdlib.h>

struct aside { /* the last access of a thread that was set aside at a spot */
  uint32_t thread, epoch;
  uint64_t event;
};
struct spot {
  uint32_t keeper[2]; /* thread + 1; 0: none */
  struct aside *aside;
  uint32_t n, cap;
};
struct key {
  uint32_t var, loc, locks, who, generation,
      tag; /* who: a thread, or a past; tag: class, state, which of the two */
};
struct cell {
  struct key key;
  uint32_t value; /* + 1; 0: empty */
};
/* A table of its own: an entry is the key and the value in one cache line, where an index over records would
 * cost a second miss for every access of the trace. */
struct map {
  struct cell *cell;
  uint32_t mask, n;
};
struct list {
  uint32_t *v;
  uint32_t n, cap;
};
struct state { /* Eraser's, of a variable: see eraser.c */
  uint8_t shared, modified;
  uint32_t first, candidates;
};
struct omen_tree {
  enum omen_orders orders;
  bool locks, span;
  struct omen_hb_order order;
  struct omen_held held;
  struct map seen;    /* (access, thread) -> epoch of its last access of this kind */
  struct map context; /* (access, past) -> spot */
  struct spot *spot;
  uint32_t spots, spots_cap;
  uint32_t threads;
  uint32_t *epoch, *past;
  uint8_t *accessed;    /* since the last hand-over */
  uint8_t *begun;       /* did something */
  struct list *keeping; /* by thread: spots that it keeps */
  struct {
    uint32_t past, epoch, number;
  } *forked; /* by thread: what the last fork handed over */
  uint32_t pasts;
  uint32_t *generation;
  struct omen_stamp *last_write; /* shb */
  struct state *state;           /* Eraser */
  uint32_t vars;
  uint64_t *drop;
  uint64_t events, drop_cap, removed;
};

static void mark_last_writes(struct omen_hb_order *o, void *arg) {
  const struct omen_tree *f = arg;
  for (uint32_t i = 0; i < f->vars; i++) omen_hb_order_mark(o, &f->last_write[i]);
}

struct omen_tree *omen_tree_new(enum omen_orders orders, bool locks, bool span) {
  struct omen_tree *f = omen_xcalloc(1, sizeof *f);
  f->orders = orders;
  f->locks = locks;
  f->span = span;
  f->pasts = 1;
  omen_hb_order_init(&f->order);
  f->order.more_roots = mark_last_writes;
  f->order.more_arg = f;
  omen_held_init(&f->held);
  return f;
}

void omen_tree_free(struct omen_tree *f) {
  if (!f) return;
  for (uint32_t i = 0; i < f->spots; i++) free(f->spot[i].aside);
  for (uint32_t t = 0; t < f->threads; t++) free(f->keeping[t].v);
  omen_hb_order_release(&f->order);
  omen_held_release(&f->held);
  free(f->seen.cell);
  free(f->context.cell);
  free(f->spot);
  free(f->epoch);
  free(f->past);
  free(f->accessed);
  free(f->begun);
  free(f->keeping);
  free(f->forked);
  free(f->generation);
  free(f->last_write);
  free(f->state);
  free(f->drop);
  free(f);
}

#define ZERO_GROW(v, from, to)                                                                               \
  do {                                                                                                       \
    (v) = omen_xrealloc((v), (to) * sizeof *(v));                                                            \
    memset((v) + (from), 0, ((to) - (from)) * sizeof *(v));                                                  \
  } while (0)

static void room(struct omen_tree *f, const struct omen_batch *b) {
  omen_hb_order_grow(&f->order, b->threads, b->syncs);
  omen_held_grow(&f->held, b->threads);
  if (b->threads > f->threads) {
    uint32_t n = b->threads * 2;
    ZERO_GROW(f->epoch, f->threads, n);
    ZERO_GROW(f->past, f->threads, n);
    ZERO_GROW(f->accessed, f->threads, n);
    ZERO_GROW(f->begun, f->threads, n);
    ZERO_GROW(f->keeping, f->threads, n);
    ZERO_GROW(f->forked, f->threads, n);
    f->threads = n;
  }
  if (b->vars > f->vars) {
    uint32_t n = b->vars + b->vars / 2 + 64;
    ZERO_GROW(f->generation, f->vars, n);
    ZERO_GROW(f->last_write, f->vars, n);
    ZERO_GROW(f->state, f->vars, n);
    f->vars = n;
  }
  if (f->events + b->n > f->drop_cap * 64) {
    uint64_t n = (f->events + b->n) / 64 * 2 + 1024;
    ZERO_GROW(f->drop, f->drop_cap, n);
    f->drop_cap = n;
  }
}

static uint32_t hash(const struct key *k) {
  uint64_t h = ((uint64_t)k->var << 32 | k->loc) * 0x9e3779b97f4a7c15u;
  h ^= ((uint64_t)k->locks << 32 | k->who) * 0xbf58476d1ce4e5b9u;
  h ^= ((uint64_t)k->generation << 32 | k->tag) * 0x94d049bb133111ebu;
  h ^= h >> 29;
  return (uint32_t)((h * 0x9e3779b97f4a7c15u) >> 32);
}

static struct cell *find(struct map *m, const struct key *k) {
  uint32_t i = hash(k) & m->mask;
  while (m->cell[i].value && memcmp(&m->cell[i].key, k, sizeof *k) != 0) i = (i + 1) & m->mask;
  return &m->cell[i];
}

/* The cell of the key; a new one has value 0 and must be given one. */
static struct cell *cell_of(struct map *m, const struct key *k) {
  if ((uint64_t)m->n * 4 >= (uint64_t)m->mask * 3) {
    struct map bigger = {.mask = m->mask ? m->mask * 2 + 1 : 1023, .n = m->n};
    bigger.cell = omen_xcalloc((size_t)bigger.mask + 1, sizeof *bigger.cell);
    for (uint32_t i = 0; m->mask && i <= m->mask; i++)
      if (m->cell[i].value) *find(&bigger, &m->cell[i].key) = m->cell[i];
    free(m->cell);
    *m = bigger;
  }
  struct cell *c = find(m, k);
  if (!c->value) {
    c->key = *k;
    m->n++;
  }
  return c;
}

static void set_drop(struct omen_tree *f, uint64_t event, bool drop) {
  uint64_t bit = 1ull << (event & 63), *word = &f->drop[event / 64];
  if (!!(*word & bit) == drop) return;
  *word ^= bit;
  f->removed += drop ? 1 : -1ull;
}

static void keep_here(struct omen_tree *f, uint32_t spot, int slot, uint32_t t) {
  f->spot[spot].keeper[slot] = t + 1;
  struct list *l = &f->keeping[t];
  OMEN_GROW(l->v, l->n, l->cap);
  l->v[l->n++] = spot;
}

/* A keeper is known to others from now on: one that was set aside and is not takes its place. If there is
 * none, all that were set aside come back: they may be unknown to someone who knows the keeper. */
static void replace_keeper(struct omen_tree *f, uint32_t spot, uint32_t t) {
  struct spot *s = &f->spot[spot];
  int slot = s->keeper[1] == t + 1;
  if (s->keeper[slot] != t + 1) return;
  s->keeper[slot] = 0;
  uint32_t other = s->keeper[!slot];
  for (uint32_t i = 0; i < s->n; i++) {
    struct aside a = s->aside[i];
    if (a.epoch != f->epoch[a.thread] || a.thread == t || a.thread + 1 == other) continue;
    s->aside[i] = s->aside[--s->n];
    set_drop(f, a.event, false);
    keep_here(f, spot, slot, a.thread);
    return;
  }
  for (uint32_t i = 0; i < s->n; i++) set_drop(f, s->aside[i].event, false);
  s->n = 0;
}

/* Thread t's time is handed over: its past accesses may be known to others, its coming ones are not. */
static void hand_over(struct omen_tree *f, uint32_t t) {
  if (!f->accessed[t]) return;
  f->accessed[t] = 0;
  f->epoch[t]++;
  struct list *l = &f->keeping[t];
  for (uint32_t i = 0; i < l->n; i++) replace_keeper(f, l->v[i], t);
  l->n = 0;
}

static void set_aside(struct omen_tree *f, struct spot *s, uint32_t t, uint64_t event) {
  set_drop(f, event, true);
  for (uint32_t i = 0; i < s->n; i++)
    if (s->aside[i].thread == t) { /* who does not know the earlier one does not know this one */
      s->aside[i] = (struct aside){t, f->epoch[t], event};
      return;
    }
  OMEN_GROW(s->aside, s->n, s->cap);
  s->aside[s->n++] = (struct aside){t, f->epoch[t], event};
}

static void third_thread(struct omen_tree *f, struct key k, uint32_t t, uint64_t event) {
  k.who = f->past[t];
  k.tag |= 1u << 31;
  struct cell *c = cell_of(&f->context, &k);
  if (!c->value) {
    OMEN_GROW(f->spot, f->spots, f->spots_cap);
    f->spot[f->spots] = (struct spot){0};
    c->value = ++f->spots;
  }
  uint32_t at = c->value - 1;
  struct spot *s = &f->spot[at];
  for (int i = 0; i < 2; i++)
    if (!s->keeper[i]) {
      keep_here(f, at, i, t);
      return;
    }
  set_aside(f, s, t, event);
}

/* Eraser's view of the variable before the access, as a number; moves it on. What it warns about depends on
 * no more. */
static uint32_t eraser_phase(struct omen_tree *f, const struct omen_event *e) {
  enum { EXCLUSIVE, LEAVING, PROTECTED, BARE, BARE_MODIFIED };
  struct state *s = &f->state[e->obj];
  uint32_t locks = f->held.set[e->thread];
  bool write = e->kind == OMEN_KIND_WRITE || e->kind == OMEN_KIND_AWRITE;
  if (e->kind >= OMEN_KIND_AREAD) locks = omen_locksets_with(&f->held.sets, locks, 0xfffffffeu);
  if (!s->first) s->first = e->thread + 1;
  if (!s->shared) {
    if (s->first == e->thread + 1) return EXCLUSIVE;
    s->shared = 1;
    s->modified = write;
    s->candidates = locks;
    return LEAVING;
  }
  uint32_t phase = s->candidates ? PROTECTED : s->modified ? BARE_MODIFIED : BARE;
  s->modified |= write;
  s->candidates = omen_locksets_intersect(&f->held.sets, s->candidates, locks);
  return phase;
}

static void access(struct omen_tree *f, const struct omen_event *e, uint64_t event) {
  uint32_t t = e->thread;
  struct key k = {.var = e->obj, .loc = f->span ? 0 : e->loc, .generation = f->generation[e->obj], .who = t};
  k.tag = omen_class_of(e->kind);
  if (f->locks) k.locks = f->held.set[t];
  if (f->orders == OMEN_ORDERS_NONE) k.tag |= eraser_phase(f, e) << 4;
  f->accessed[t] = 1;
  struct cell *c = cell_of(&f->seen, &k);
  bool again = c->value == f->epoch[t] + 1;
  c->value = f->epoch[t] + 1;
  if (again)
    set_drop(f, event, true);
  else if (f->orders != OMEN_ORDERS_WEAK) /* there, threads that know the same need not respect the same */
    third_thread(f, k, t, event);
}

/* A thread that was forked knows what its parent knew; siblings know the same when the parent did nothing
 * between. */
static void inherit(struct omen_tree *f, uint32_t t, uint32_t u) {
  if (f->begun[u]) {
    f->past[u] = f->pasts++;
    return;
  }
  if (!f->forked[t].number || f->forked[t].past != f->past[t] || f->forked[t].epoch != f->epoch[t]) {
    f->forked[t].past = f->past[t];
    f->forked[t].epoch = f->epoch[t];
    f->forked[t].number = f->pasts++;
  }
  f->past[u] = f->forked[t].number;
  f->begun[u] = 1;
}

/* Orders other than the engine's are not there. */
static bool counts(const struct omen_tree *f, unsigned kind) {
  if (f->orders == OMEN_ORDERS_NONE) return false;
  return f->orders >= OMEN_ORDERS_LOCKS || (kind != OMEN_KIND_ACQ && kind != OMEN_KIND_REL);
}

static void sync(struct omen_tree *f, const struct omen_event *e) {
  uint32_t t = e->thread;
  if (f->locks) omen_held_sync(&f->held, e);
  if (!counts(f, e->kind)) return;
  if (e->kind == OMEN_KIND_REL || e->kind == OMEN_KIND_FORK || e->kind == OMEN_KIND_PUBLISH ||
      e->kind == OMEN_KIND_SIGNAL)
    hand_over(f, t);
  if (e->kind == OMEN_KIND_JOIN) hand_over(f, e->obj);
  if (e->kind == OMEN_KIND_FORK) inherit(f, t, e->obj);
  uint64_t learns = f->order.learns;
  omen_hb_order_sync(&f->order, e);
  if (f->order.learns != learns && e->kind != OMEN_KIND_FORK) f->past[t] = f->pasts++;
}

/* shb: a read takes in the last write, a write hands its thread's time over. After the access itself: what it
 * brings does not count for it. */
static void access_order(struct omen_tree *f, const struct omen_event *e) {
  if (f->orders != OMEN_ORDERS_ACCESSES) return;
  struct omen_stamp *w = &f->last_write[e->obj];
  if (e->kind == OMEN_KIND_WRITE || e->kind == OMEN_KIND_AWRITE) {
    hand_over(f, e->thread);
    omen_hb_order_hand_out(&f->order, e->thread, w);
    return;
  }
  uint64_t learns = f->order.learns;
  omen_hb_order_take_in(&f->order, e->thread, w);
  if (f->order.learns != learns) f->past[e->thread] = f->pasts++;
}

void omen_tree_run(struct omen_tree *f, const struct omen_batch *b) {
  room(f, b);
  for (size_t i = 0; i < b->n; i++, f->events++) {
    const struct omen_event *e = &b->ev[i];
    if (omen_kind_is_access(e->kind)) {
      access(f, e, f->events);
      access_order(f, e);
    } else if (e->kind == OMEN_KIND_ALLOC) {
      f->generation[e->obj]++;
      f->last_write[e->obj] = (struct omen_stamp){0};
      f->state[e->obj] = (struct state){0};
    } else {
      sync(f, e);
    }
    f->begun[e->thread] = 1;
  }
}

void omen_tree_drops(const struct omen_tree *f, uint64_t first, size_t n, uint8_t *out) {
  for (size_t i = 0; i < n; i++) out[i] = f->drop[(first + i) / 64] >> ((first + i) & 63) & 1;
}

uint64_t omen_tree_removed(const struct omen_tree *f) { return f->removed; }
