/* See lock_cycles.h. */
#include "predict/lock_cycles.h"
#include "base/table.h"
#include <stdlib.h>

enum { STEPS = 2000000 }; /* of the search, in a window */

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

/* The locks held when a section begins, as a set that does not depend on their order. */
static uint32_t held_at(const struct omen_window *w, const struct omen_section *s) {
  uint32_t *lock = NULL, n = 0, cap = 0, set = 0;
  for (uint32_t i = s->outer; i; i = w->section[i - 1].outer) {
    if (w->section[i - 1].rel <= s->acq) continue;
    OMEN_GROW(lock, n, cap);
    lock[n++] = w->section[i - 1].lock;
  }
  if (n) qsort(lock, n, sizeof *lock, by_number);
  for (uint32_t i = 0; i < n; i++) set = omen_locksets_with(w->sets, set, lock[i]);
  free(lock);
  return set;
}

static uint32_t node_of(struct omen_lock_graph *g, struct omen_table *ids, const struct omen_section *s,
                        uint32_t held) {
  uint64_t *by_lock = omen_table_at(ids, (uint64_t)held << 32 | s->lock); /* the newest node of these two */
  for (uint32_t i = (uint32_t)*by_lock; i; i = g->node[i - 1].cap)        /* few threads */
    if (g->node[i - 1].thread == s->thread) return i - 1;
  OMEN_GROW(g->node, g->n, g->cap);
  g->node[g->n] =
      (struct omen_lock_node){.thread = s->thread, .lock = s->lock, .held = held, .cap = (uint32_t)*by_lock};
  *by_lock = ++g->n;
  return g->n - 1;
}

void omen_lock_graph_make(struct omen_lock_graph *g, const struct omen_window *w) {
  *g = (struct omen_lock_graph){.w = w};
  struct omen_table ids = {0};
  uint32_t *node = omen_xmalloc(w->sections * sizeof *node);
  for (uint32_t i = 0; i < w->sections; i++) {
    const struct omen_section *s = &w->section[i];
    uint32_t held = s->outer && s->pos ? held_at(w, s) : 0;
    node[i] = held ? node_of(g, &ids, s, held) : UINT32_MAX;
  }
  omen_table_release(&ids);
  for (uint32_t i = 0; i < g->n; i++) g->node[i].cap = 0; /* it was a link so far */
  for (uint32_t i = 0; i < w->sections; i++) {
    if (node[i] == UINT32_MAX) continue;
    struct omen_lock_node *n = &g->node[node[i]];
    OMEN_GROW(n->section, n->n, n->cap);
    n->section[n->n++] = i;
  }
  free(node);
}

void omen_lock_graph_release(struct omen_lock_graph *g) {
  for (uint32_t i = 0; i < g->n; i++) free(g->node[i].section);
  free(g->node);
  *g = (struct omen_lock_graph){0};
}

struct cycle_search {
  const struct omen_lock_graph *g;
  void (*see)(void *arg, const uint32_t *node, uint32_t k);
  void *arg;
  uint32_t path[OMEN_CYCLE_MOST], k, steps;
  bool cut;
};

/* May the node be beside those of the path? */
static bool apart(const struct cycle_search *s, const struct omen_lock_node *n) {
  for (uint32_t i = 0; i < s->k; i++) {
    const struct omen_lock_node *m = &s->g->node[s->path[i]];
    if (m->thread == n->thread || m->lock == n->lock) return false;
    if (!omen_locksets_disjoint(s->g->w->sets, m->held, n->held)) return false;
  }
  return true;
}

/* The first of a cycle is its smallest, so that each is seen once. */
static void search(struct cycle_search *s) {
  const struct omen_lock_node *node = s->g->node, *first = &node[s->path[0]],
                              *last = &node[s->path[s->k - 1]];
  if (s->k > 1 && omen_locksets_has(s->g->w->sets, first->held, last->lock)) s->see(s->arg, s->path, s->k);
  if (s->k == OMEN_CYCLE_MOST) return;
  for (uint32_t i = s->path[0] + 1; i < s->g->n && !s->cut; i++) {
    s->cut = ++s->steps > STEPS;
    if (!omen_locksets_has(s->g->w->sets, node[i].held, last->lock) || !apart(s, &node[i])) continue;
    s->path[s->k++] = i;
    search(s);
    s->k--;
  }
}

bool omen_lock_graph_cycles(const struct omen_lock_graph *g,
                            void (*see)(void *arg, const uint32_t *node, uint32_t k), void *arg) {
  struct cycle_search s = {.g = g, .see = see, .arg = arg, .k = 1};
  for (uint32_t i = 0; i < g->n && !s.cut; i++) {
    s.path[0] = i;
    search(&s);
  }
  return !s.cut;
}
