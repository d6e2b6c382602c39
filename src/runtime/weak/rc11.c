/* The model weak, RC11: candidates of loads and stores, and what is known behind them. See weak.h, graph.h.
 *
 * Coherence: a load may take no store that is before one which the thread knows, by happens-before, to have
 * been made or to have been read; a store goes behind all of those (omrt_weak_floor). Atomicity: a
 * read-modify-write stands right behind the store that it took, which no other one took. */
#include "runtime/mode.h"
#include "runtime/sched/choice.h"
#include "runtime/weak/graph.h"
#include "runtime/weak/weak_model.h"
#include "runtime/weak/settle.h"
#include <string.h>

/* Up to SMALL nodes every candidate is checked, so that a search has no alternative twice; in longer runs
 * only what was chosen, which becomes the newest if it is not consistent. TIMES: the same stale store is
 * taken so often on end by a thread that looks again and again; then it sees the newest. CHECKS: a check
 * takes as long as hundreds of accesses: behind so many of them only one choice of LATER is checked, and the
 * others see the newest. */
enum { SMALL = 48, TIMES = 8, CHECKS = 4096, LATER = 64 };

struct attempt { /* an access: as it would be with a candidate */
  struct omrt_weak_thread *t;
  struct omrt_weak_place *p;
  bool loads, stores;
  uint32_t order;
  struct omrt_weak_node load, store;
};

static struct omrt_weak_node *node_of(struct attempt *a, struct omrt_weak_node *n, enum omrt_weak_what what) {
  *n = (struct omrt_weak_node){.what = what,
                               .thread = a->t->number,
                               .place = a->p,
                               .sc = a->order == OMRT_SEQ_CST,
                               .back = UINT64_MAX};
  n->location = a->p->location;
  return n;
}

static void release_attempt(struct attempt *a) {
  omrt_weak_clear(&a->load.known);
  omrt_weak_clear(&a->store.known);
}

/* `at`: the store that is taken, or before which a store goes (stores only). */
static void prepare(struct attempt *a, uint32_t at) {
  uint32_t index = a->t->index;
  if (a->loads) {
    struct omrt_weak_node *l = node_of(a, &a->load, OMRT_NODE_LOAD);
    l->from = a->p->store[at];
    l->from_seq = l->from->seq;
    l->back = omrt_weak_first_from(a->p, at + 1);
    l->index = ++index;
    omrt_weak_copy(&l->known, &a->t->now);
    if (omrt_weak_acquires(a->order)) omrt_weak_join(&l->known, &l->from->gives);
    omrt_weak_set(&l->known, l->thread, index);
  }
  if (!a->stores) return;
  struct omrt_weak_node *s = node_of(a, &a->store, OMRT_NODE_STORE);
  s->index = ++index;
  s->rmw = a->loads;
  s->pos = omrt_weak_pos(a->p, at) + (a->loads ? 1 : -1);
  s->back = omrt_weak_first_from(a->p, at + a->loads);
  omrt_weak_copy(&s->known, a->loads ? &a->load.known : &a->t->now);
  omrt_weak_set(&s->known, s->thread, index);
}

static bool consistent(struct attempt *a, uint32_t at) {
  const struct omrt_weak_node *extra[2];
  int n = 0;
  prepare(a, at);
  if (a->loads) extra[n++] = &a->load;
  if (a->stores) extra[n++] = &a->store;
  bool yes = omrt_weak_consistent(extra, n);
  release_attempt(a);
  return yes;
}

static bool small(void) {
  uint32_t n;
  omrt_weak_window(&n);
  return n <= SMALL;
}

static bool may_be(struct attempt *a, uint32_t at) {
  static uint64_t asked;
  if (!omrt_weak_last_sc && a->order != OMRT_SEQ_CST) return true;
  if (++asked < CHECKS || asked % LATER == 0) return consistent(a, at);
  omrt_weak_unsure++;
  return false;
}

/* Candidates, the newest first; the first needs no check. */
static uint32_t pick(struct attempt *a, enum omrt_choice_kind kind, const uint32_t *at, uint32_t n) {
  uint32_t ok[OMRT_WEAK_STORES + 1], nok = 0;
  bool each = n > 1 && small();
  for (uint32_t i = 0; i < n; i++)
    if (!i || !each || consistent(a, at[i])) ok[nok++] = at[i];
  uint32_t k = omrt_choose(kind, (const void *)a->p->addr, nok);
  return k && !each && !may_be(a, ok[k]) ? ok[0] : ok[k];
}

/* A thread that looks at the same thing again and again is shown the newest in the end. */
static uint32_t floor_of(const struct attempt *a) {
  const struct omrt_weak_thread *t = a->t;
  if (t->again == a->p->addr && t->times >= TIMES) return a->p->nstores - 1;
  return omrt_weak_floor(a->p, t);
}

static void count_again(struct attempt *a, const struct omrt_weak_node *from) {
  struct omrt_weak_thread *t = a->t;
  bool stale = from != omrt_weak_newest(a->p), same = t->again == a->p->addr && t->again_seq == from->seq;
  t->times = stale && same ? t->times + 1 : stale;
  t->again = stale ? a->p->addr : 0;
  t->again_seq = from->seq;
}

static struct attempt attempt(uint64_t addr, uint32_t size, uint32_t order) {
  if (omrt_weak_alone()) { /* whoever comes later comes after all of this */
    omrt_weak_forget_places(addr, size);
    return (struct attempt){.p = NULL};
  }
  return (struct attempt){.t = omrt_weak_self(), .p = omrt_weak_place(addr, size), .order = order};
}

/* `at`: whose value a load takes, or before which a store goes. */
static void tell(const struct attempt *a, bool write, uint32_t at) {
  uint32_t behind = a->p->nstores - at - !write;
  if (!behind || !omrt_mode.stale) return;
  omrt_mode.stale(write, write ? 0 : a->p->store[at]->value, a->p->size, behind,
                  (int)omrt_weak_newest(a->p)->thread);
}

/* ---- what is known behind it ---- */

static void loaded(struct attempt *a, struct omrt_weak_node *from) {
  struct omrt_weak_thread *t = a->t;
  count_again(a, from);
  struct omrt_weak_node n;
  node_of(a, &n, OMRT_NODE_LOAD)->from = from;
  n.back = omrt_weak_first_from(a->p, (uint32_t)(from->pos / 2 - a->p->gone) + 1);
  if (omrt_weak_acquires(a->order))
    omrt_weak_join(&t->now, &from->gives);
  else
    omrt_weak_join(&t->acquired, &from->gives);
  omrt_weak_tick(t);
  n.index = t->index;
  omrt_weak_copy(&n.known, &t->now);
  omrt_weak_add(&n, 0);
}

/* C11's release sequences: behind a release store come the same thread's later stores to the location, and
 * read-modify-writes of what was so stored. */
static struct omrt_weak_node *stored(struct attempt *a, uint32_t at, struct omrt_weak_node *from) {
  struct omrt_weak_thread *t = a->t;
  struct omrt_weak_node n;
  node_of(a, &n, OMRT_NODE_STORE)->rmw = from != NULL;
  n.back = omrt_weak_first_from(a->p, at);
  omrt_weak_tick(t);
  n.index = t->index;
  omrt_weak_copy(&n.known, &t->now);
  struct omrt_weak_clock *head = omrt_weak_head(a->p, t->number, omrt_weak_releases(a->order));
  if (omrt_weak_releases(a->order)) omrt_weak_copy(head, &t->now);
  if (head) omrt_weak_copy(&n.gives, head);
  omrt_weak_join(&n.gives, &t->released);
  if (from) {
    omrt_weak_join(&n.gives, &from->gives);
    from->taken = true;
  }
  struct omrt_weak_node *s = omrt_weak_add(&n, at);
  omrt_weak_take(s);
  return s;
}

/* ---- the operations ---- */

static void show(const struct attempt *a, const struct omrt_weak_node *from) {
  if (from != omrt_weak_newest(a->p)) omrt_weak_show(a->p->addr, a->p->size, from->value);
}

void omrt_rc11_load(uint64_t addr, uint32_t size, uint32_t order) {
  struct attempt a = attempt(addr, size, order);
  uint32_t at[OMRT_WEAK_STORES], n = 0;
  if (!a.p) return;
  a.loads = true;
  for (uint32_t floor = floor_of(&a), i = a.p->nstores; i-- > floor;) at[n++] = i;
  uint32_t k = pick(&a, OMRT_CHOICE_LOAD, at, n);
  struct omrt_weak_node *from = a.p->store[k];
  tell(&a, false, k);
  show(&a, from);
  loaded(&a, from);
}

void omrt_rc11_store(uint64_t addr, uint32_t size, uint32_t order) {
  struct attempt a = attempt(addr, size, order);
  uint32_t at[OMRT_WEAK_STORES + 1], n = 0;
  if (!a.p) return;
  a.stores = true;
  for (uint32_t floor = omrt_weak_floor(a.p, a.t), i = a.p->nstores; i > floor; i--)
    if (i == a.p->nstores || !a.p->store[i]->rmw) at[n++] = i;
  uint32_t k = pick(&a, OMRT_CHOICE_PLACE, at, n);
  tell(&a, true, k);
  stored(&a, k, NULL);
}

void omrt_rc11_rmw(uint64_t addr, uint32_t size, uint32_t order) {
  struct attempt a = attempt(addr, size, order);
  uint32_t at[OMRT_WEAK_STORES], n = 0;
  if (!a.p) return;
  a.loads = a.stores = true;
  for (uint32_t floor = omrt_weak_floor(a.p, a.t), i = a.p->nstores; i-- > floor;)
    if (!a.p->store[i]->taken) at[n++] = i;
  uint32_t i = pick(&a, OMRT_CHOICE_LOAD, at, n);
  struct omrt_weak_node *from = a.p->store[i];
  tell(&a, false, i);
  show(&a, from);
  loaded(&a, from);
  stored(&a, i + 1, from);
}

static bool succeeds(const struct omrt_weak_place *p, uint32_t i, uint64_t expected) {
  return p->store[i]->value == expected;
}

/* With the order of success for all candidates: the order of failure is never stronger. */
bool omrt_rc11_cas(uint64_t addr, uint64_t expected, uint32_t size, uint32_t success, uint32_t failure) {
  struct attempt a = attempt(addr, size, success);
  uint32_t at[OMRT_WEAK_STORES], n = 0;
  if (!a.p) return omrt_weak_peek(addr, size) == expected;
  for (uint32_t floor = floor_of(&a), i = a.p->nstores; i-- > floor;)
    if (!succeeds(a.p, i, expected) || !a.p->store[i]->taken) at[n++] = i;
  uint32_t ok[OMRT_WEAK_STORES], nok = 0;
  bool each = n > 1 && small();
  a.loads = true;
  for (uint32_t k = 0; k < n; k++) {
    a.stores = succeeds(a.p, at[k], expected);
    a.order = a.stores ? success : failure;
    if (!k || !each || consistent(&a, at[k])) ok[nok++] = at[k];
  }
  uint32_t k = omrt_choose(OMRT_CHOICE_LOAD, (const void *)addr, nok), i = ok[k];
  a.stores = succeeds(a.p, i, expected);
  a.order = a.stores ? success : failure;
  if (k && !each && !may_be(&a, i)) i = ok[0];
  struct omrt_weak_node *from = a.p->store[i];
  bool done = succeeds(a.p, i, expected);
  a.order = done ? success : failure;
  tell(&a, false, i);
  show(&a, from);
  loaded(&a, from);
  if (done) stored(&a, i + 1, from);
  return done;
}

static void sc_fence(struct omrt_weak_thread *t) {
  omrt_weak_tick(t);
  struct omrt_weak_node n = {
      .what = OMRT_NODE_FENCE, .sc = true, .thread = t->number, .index = t->index, .back = UINT64_MAX};
  omrt_weak_copy(&n.known, &t->now);
  omrt_weak_add(&n, 0);
  t->fenced = t->index;
}

void omrt_rc11_fence(uint32_t order) {
  struct omrt_weak_thread *t = omrt_weak_self();
  if (omrt_weak_acquires(order)) omrt_weak_join(&t->now, &t->acquired);
  if (order == OMRT_SEQ_CST) sc_fence(t);
  if (omrt_weak_releases(order)) omrt_weak_copy(&t->released, &t->now);
}

/* A second fence with nothing in between orders nothing more; nor does one when nothing was ever done. */
void omrt_rc11_outward(void) {
  struct omrt_weak_thread *t = omrt_weak_self();
  uint32_t n;
  omrt_weak_window(&n);
  omrt_weak_refresh(t);
  if (!n || (t->index && t->fenced == t->index)) return;
  omrt_rc11_fence(OMRT_SEQ_CST);
}

void omrt_rc11_read_outside(uint64_t addr, uint32_t size) {
  if (!omrt_weak_known_place(addr, size)) return;
  struct attempt a = attempt(addr, size, OMRT_RELAXED);
  if (a.p) loaded(&a, omrt_weak_newest(a.p));
}
