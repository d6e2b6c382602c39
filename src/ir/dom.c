/* Dominators by Cooper, Harvey and Kennedy's iteration ("A Simple, Fast Dominance Algorithm"): two fingers
 * walk up the half-built tree until they meet. Afterwards every block gets an interval of the tree's
 * depth-first numbering, so that the question "does a dominate b" takes two comparisons. */
#include "ir/cfg_parts.h"
#include "base/base.h"
#include <stdlib.h>

static int meet(const struct omen_cfg *g, int a, int b) {
  while (a != b) {
    while (a > b) a = g->blocks[a].idom;
    while (b > a) b = g->blocks[b].idom;
  }
  return a;
}

/* The immediate dominator by what is known so far; -1 when no predecessor has been seen. */
static int from_preds(const struct omen_cfg *g, int i) {
  int dom = -1;
  for (int p = 0; p < g->blocks[i].npred; p++) {
    int pred = g->blocks[i].pred[p];
    if (pred != 0 && g->blocks[pred].idom < 0) continue;
    dom = dom < 0 ? pred : meet(g, dom, pred);
  }
  return dom;
}

/* Children of a block as linked lists: first[parent], next[child]. */
static void number_tree(struct omen_cfg *g, const int *first, const int *next) {
  int *stack = omen_xcalloc((size_t)g->n * 2 + 2, sizeof(int));
  int depth = 0, clock = 0;
  stack[depth++] = 0;
  while (depth) {
    int i = stack[--depth];
    if (i < 0) { /* all below this block are done */
      g->blocks[-i - 1].dom_out = clock;
      continue;
    }
    g->blocks[i].dom_in = clock++;
    stack[depth++] = -i - 1;
    for (int c = first[i]; c >= 0; c = next[c]) stack[depth++] = c;
  }
  free(stack);
}

static void build_intervals(struct omen_cfg *g) {
  int *first = omen_xcalloc((size_t)g->n, sizeof(int)), *next = omen_xcalloc((size_t)g->n, sizeof(int));
  for (int i = 0; i < g->n; i++) first[i] = next[i] = -1;
  for (int i = g->n - 1; i > 0; i--) {
    int parent = g->blocks[i].idom;
    next[i] = first[parent];
    first[parent] = i;
  }
  number_tree(g, first, next);
  free(first);
  free(next);
}

void omen_cfg_find_dominators(struct omen_cfg *g) {
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = 1; i < g->n; i++) {
      int dom = from_preds(g, i);
      if (dom == g->blocks[i].idom) continue;
      g->blocks[i].idom = dom;
      changed = true;
    }
  }
  build_intervals(g);
}

bool omen_cfg_dominates(const struct omen_cfg *g, int a, int b) {
  return g->blocks[a].dom_in <= g->blocks[b].dom_in && g->blocks[b].dom_in < g->blocks[a].dom_out;
}
