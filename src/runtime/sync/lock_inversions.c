/* Inversions, which are circles in the order of locks: see lock_order.h. Each is kept once by the places in
 * the code that make it, with a copy of its edges: these go on changing. */
#include "runtime/rt.h"
#include "runtime/sched/ended_threads.h"
#include "runtime/sync/lock_order.h"
#include "runtime/sync/lock_order_parts.h"
#include "runtime/outcome_write.h"

/* A search may look at so many edges; and on the average at so many a search, once what is saved for a start
 * is used up: a lock under which thousands of others are taken must not slow the program down. */
enum { LONGEST = 5, INVERSIONS = 64, VISITS = 4096, VISITS_EACH = 64, VISITS_SAVED = 1 << 20 };

struct inversion {
  uint64_t name;
  int n;
  struct omrt_edge edge[LONGEST];
};
static struct inversion *inversions[INVERSIONS];
static int ninversions;
static uint64_t more, cut;

struct search {
  const struct omrt_edge *path[LONGEST];
  int n;
  uint32_t visits, most;
};

/* ---- may these two edges be part of one deadlock? ---- */

static bool ordered(const struct omrt_edge *a, const struct omrt_edge *b) {
  return omrt_past_knows(b->past, a->thread, a->epoch) || omrt_past_knows(a->past, b->thread, b->epoch);
}

/* A lock that both hold keeps them apart, unless both only read. */
static bool keeps_apart(uint64_t serial, bool read, const struct omrt_edge *b) {
  if (b->lock[0].serial == serial) return !(read && b->lock[0].read);
  for (uint32_t i = 0; i < b->ngates; i++)
    if (b->gate[i].serial == serial) return !(read && b->gate[i].read);
  return false;
}
static bool apart(const struct omrt_edge *a, const struct omrt_edge *b) {
  if (keeps_apart(a->lock[0].serial, a->lock[0].read, b)) return true;
  for (uint32_t i = 0; i < a->ngates; i++)
    if (keeps_apart(a->gate[i].serial, a->gate[i].read, b)) return true;
  return false;
}

/* `a` waits for what b holds. */
static bool waits_for(const struct omrt_edge *a, const struct omrt_edge *b) {
  return a->lock[1].serial == b->lock[0].serial && !(a->lock[1].read && b->lock[0].read);
}

static bool fits(const struct search *s, const struct omrt_edge *e) {
  if (!waits_for(s->path[s->n - 1], e)) return false;
  for (int i = 0; i < s->n; i++) {
    const struct omrt_edge *f = s->path[i];
    if (f->thread == e->thread || apart(f, e) || ordered(f, e)) return false;
  }
  return true;
}

/* ---- inversions ---- */

/* By the innermost frames: locks are often taken in functions of their own. */
static uint64_t place_of(const struct omrt_edge *e) {
  enum { FRAMES = 3 };
  uint64_t h = 0;
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < FRAMES && i < e->lock[k].npcs; i++)
      h = (h ^ e->lock[k].pcs[i]) * 0x9e3779b97f4a7c15ull;
  return h >> 7;
}

static void keep(const struct search *s) {
  uint64_t name = 0;
  for (int i = 0; i < s->n; i++) name += place_of(s->path[i]);
  for (int i = 0; i < ninversions; i++)
    if (inversions[i]->name == name) return;
  if (ninversions == INVERSIONS) {
    more++;
    return;
  }
  struct inversion *c = inversions[ninversions++] = omrt_alloc(sizeof *c);
  c->name = name;
  c->n = s->n;
  for (int i = 0; i < s->n; i++) {
    c->edge[i] = *s->path[i];
    c->edge[i].past = NULL;
    omrt_ended_named(c->edge[i].thread);
  }
}

static void search(struct search *s) {
  uint64_t node = s->path[s->n - 1]->lock[1].serial;
  for (const struct omrt_edge *e = omrt_edges_from[omrt_edge_bucket(node)]; e; e = e->next_from) {
    if (++s->visits > s->most) {
      cut++;
      return;
    }
    if (e->lock[0].serial != node || !fits(s, e)) continue;
    s->path[s->n++] = e;
    if (waits_for(e, s->path[0]))
      keep(s);
    else if (s->n < LONGEST)
      search(s);
    s->n--;
    if (s->visits > s->most) return;
  }
}

void omrt_inversions_look(const struct omrt_edge *e) {
  static uint32_t saved = VISITS_SAVED;
  if (saved < VISITS_SAVED) saved += VISITS_EACH;
  struct search s = {.path = {e}, .n = 1, .most = saved < VISITS ? saved : VISITS};
  search(&s);
  saved -= s.visits < saved ? s.visits : saved;
}

/* ---- the outcome ---- */

static void write_edge(uint64_t number, const struct omrt_edge *e) {
  const struct omrt_edge_lock *took = &e->lock[0], *wants = &e->lock[1];
  omrt_line_took(number, e->thread, omrt_wait_words[took->kind], (uint64_t)took->addr, took->point, e->event,
                 took->read ? 'r' : 'w', took->pcs, took->npcs);
  omrt_line_wants(number, e->thread, omrt_wait_words[wants->kind], (uint64_t)wants->addr, wants->point,
                  e->event, wants->read ? 'r' : 'w', wants->pcs, wants->npcs);
}

void omrt_order_report(void) {
  for (int i = 0; i < ninversions; i++) {
    omrt_line_inversion((uint64_t)i, (uint64_t)inversions[i]->n);
    for (int k = 0; k < inversions[i]->n; k++) write_edge((uint64_t)i, &inversions[i]->edge[k]);
  }
  if (ninversions) omrt_line_counter("inversions", ninversions);
  if (more + cut + omrt_order_dropped) {
    omrt_line_counter("inversions_dropped", more);
    omrt_line_counter("lock_order_dropped", cut + omrt_order_dropped);
  }
}
