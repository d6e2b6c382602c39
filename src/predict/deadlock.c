/* Sync-preserving deadlocks (Tunc, Mathur, Pavlogiannis, Viswanathan, PLDI 2023): for each pattern of the
 * lock graph the first acquires, one of each node, that can all be next after one sync-preserving ideal. An
 * acquire that is in the ideal of the earliest ones is also in that of all later ones, so each is looked at
 * once. */
#include "base/table.h"
#include "predict/ideal.h"
#include "predict/lock_cycles.h"
#include "predict/predict_run.h"
#include <stdlib.h>
#include <string.h>

struct patterns {
  struct omen_predict_run *r;
  struct omen_lock_graph g;
  uint32_t *ideal;
};

static const struct omen_section *section_of(const struct patterns *s, uint32_t node, uint32_t at) {
  return &s->r->w->section[s->g.node[node].section[at]];
}

/* Moves on from acquires that the ideal has. 0: all are still to come; 1: some moved; -1: one has no more. */
static int move_on(const struct patterns *s, const uint32_t *node, uint32_t k, uint32_t *at) {
  int moved = 0;
  for (uint32_t i = 0; i < k; i++) {
    const struct omen_lock_node *n = &s->g.node[node[i]];
    for (; at[i] < n->n && section_of(s, node[i], at[i])->acq <= s->ideal[n->thread]; at[i]++) moved = 1;
    if (at[i] == n->n) return -1;
  }
  return moved;
}

static bool instance(const struct patterns *s, const uint32_t *node, uint32_t k, uint32_t *at) {
  const struct omen_window *w = s->r->w;
  int moved = 1;
  memset(s->ideal, 0, w->must.stride * sizeof *s->ideal);
  while (moved > 0) {
    for (uint32_t i = 0; i < k; i++)
      omen_ideal_add(w, s->ideal, s->g.node[node[i]].thread, section_of(s, node[i], at[i])->acq - 1);
    if (!omen_ideal_close(w, s->ideal)) return false;
    moved = move_on(s, node, k, at);
  }
  return !moved;
}

/* Threads, locks and held locks of a pattern as one number. Nodes keep their order from window to window only
 * by chance, so the order does not count. */
static uint64_t signature(const struct patterns *s, const uint32_t *node, uint32_t k) {
  uint64_t sum = k;
  for (uint32_t i = 0; i < k; i++) {
    const struct omen_lock_node *n = &s->g.node[node[i]];
    uint64_t h = ((uint64_t)s->r->w->thread[n->thread].number << 32 | n->lock) * 0x9e3779b97f4a7c15u;
    h = (h ^ h >> 31 ^ n->held) * 0xbf58476d1ce4e5b9u;
    sum += h ^ h >> 29;
  }
  return sum;
}

static void look(void *arg, const uint32_t *node, uint32_t k) {
  struct patterns *s = arg;
  uint32_t at[OMEN_CYCLE_MOST] = {0}, event[OMEN_CYCLE_MOST];
  uint64_t *seen = omen_table_at(s->r->own, signature(s, node, k));
  if (*seen || omen_predict_over(s->r) || !instance(s, node, k, at)) return;
  *seen = 1;
  s->r->p->warnings++;
  for (uint32_t i = 0; i < k; i++) event[i] = section_of(s, node[i], at[i])->pos - 1;
  for (uint32_t i = 0; i < k; i++)
    omen_pairset_add(&s->r->p->pairs, s->r->w->ev[event[i]].loc, s->r->w->ev[event[(i + 1) % k]].loc);
  omen_predict_tell(s->r, event, k, s->ideal, NULL, 0);
}

static int run(struct omen_predict_run *r) {
  struct patterns s = {.r = r, .ideal = omen_xcalloc(r->w->must.stride, sizeof *s.ideal)};
  if (!r->own) r->own = omen_xcalloc(1, sizeof(struct omen_table));
  omen_lock_graph_make(&s.g, r->w);
  if (!omen_lock_graph_cycles(&s.g, look, &s)) r->p->undecided++;
  omen_lock_graph_release(&s.g);
  free(s.ideal);
  return 0;
}

static void end(struct omen_predict_run *r) {
  if (r->own) omen_table_release(r->own);
  free(r->own);
}

const struct omen_predict_ops omen_predict_deadlock = {.window = 1 << 24, .run = run, .end = end};
