/* Natural loops: a back edge goes to a block that dominates its source; the loop is what reaches the source
 * without passing the header. Back edges to one header are one loop. Retreating edges that are no back edges
 * (irreducible code: goto into a loop) are noted and belong to no loop. */
#include "ir/cfg_parts.h"
#include "base/base.h"
#include <stdlib.h>

bool omen_cfg_retreating(const struct omen_cfg *g, int from, int to) {
  return to <= from && !omen_cfg_dominates(g, to, from);
}

static bool is_header(struct omen_cfg *g, int h) {
  bool header = false;
  for (int p = 0; p < g->blocks[h].npred; p++) {
    int pred = g->blocks[h].pred[p];
    if (omen_cfg_dominates(g, h, pred))
      header = true;
    else if (pred >= h)
      g->irreducible = true;
  }
  return header;
}

/* Marks and counts the members of the loop with this header. */
static int mark_members(const struct omen_cfg *g, int h, char *in, int *stack) {
  int depth = 0, count = 1;
  in[h] = 1;
  for (int p = 0; p < g->blocks[h].npred; p++) {
    int pred = g->blocks[h].pred[p];
    if (!omen_cfg_dominates(g, h, pred) || in[pred]) continue;
    in[pred] = 1;
    count++;
    stack[depth++] = pred;
  }
  while (depth) {
    int i = stack[--depth];
    for (int p = 0; p < g->blocks[i].npred; p++) {
      int pred = g->blocks[i].pred[p];
      if (in[pred]) continue;
      in[pred] = 1;
      count++;
      stack[depth++] = pred;
    }
  }
  return count;
}

static void take_members(const struct omen_cfg *g, struct omen_cfg_loop *l, char *in, int count) {
  l->blocks = omen_xcalloc((size_t)count, sizeof(int));
  for (int i = l->header; l->nblocks < count && i < g->n; i++)
    if (in[i]) {
      l->blocks[l->nblocks++] = i;
      in[i] = 0;
    }
}

static void find_latch(const struct omen_cfg *g, struct omen_cfg_loop *l) {
  l->latch = -1;
  int latches = 0, enters = 0, from = -1;
  for (int p = 0; p < g->blocks[l->header].npred; p++) {
    int pred = g->blocks[l->header].pred[p];
    if (omen_cfg_dominates(g, l->header, pred)) {
      l->latch = pred;
      latches++;
    } else {
      from = pred;
      enters++;
    }
  }
  if (latches != 1) l->latch = -1;
  l->preheader = enters == 1 && g->blocks[from].nsucc == 1 ? from : -1;
}

static void find_exits(const struct omen_cfg *g, struct omen_cfg_loop *l, int loop) {
  l->exiting = -1;
  for (int i = 0; i < l->nblocks; i++) {
    const struct omen_block *b = &g->blocks[l->blocks[i]];
    for (int s = 0; s < b->nsucc; s++)
      if (!omen_cfg_loop_has(g, loop, b->succ[s])) {
        l->exits++;
        l->exiting = l->blocks[i];
      }
  }
  if (l->exits != 1) l->exiting = -1;
}

static void add_loop(struct omen_cfg *g, int h, char *in, int *stack, int *cap) {
  OMEN_GROW(g->loops, g->nloops, *cap);
  struct omen_cfg_loop *l = &g->loops[g->nloops];
  *l = (struct omen_cfg_loop){.header = h, .parent = g->blocks[h].loop, .depth = 1};
  if (l->parent >= 0) {
    l->depth = g->loops[l->parent].depth + 1;
    g->loops[l->parent].has_inner = true;
  }
  take_members(g, l, in, mark_members(g, h, in, stack));
  for (int i = 0; i < l->nblocks; i++) g->blocks[l->blocks[i]].loop = g->nloops;
  find_latch(g, l);
  g->nloops++;
}

void omen_cfg_find_loops(struct omen_cfg *g) {
  char *in = omen_xcalloc((size_t)g->n, 1);
  int *stack = omen_xcalloc((size_t)g->n, sizeof(int));
  int cap = 0;
  /* Headers in reverse postorder: an outer loop's header comes before its inner loops' headers. */
  for (int h = 0; h < g->n; h++)
    if (is_header(g, h)) add_loop(g, h, in, stack, &cap);
  for (int i = 0; i < g->nloops; i++) find_exits(g, &g->loops[i], i);
  free(in);
  free(stack);
}

bool omen_cfg_loop_has(const struct omen_cfg *g, int loop, int block) {
  for (int l = g->blocks[block].loop; l >= 0; l = g->loops[l].parent)
    if (l == loop) return true;
  return false;
}

bool omen_cfg_invariant(const struct omen_cfg *g, int loop, LLVMValueRef v) {
  if (!LLVMIsAInstruction(v)) return true;
  int b = omen_cfg_block_of(g, v);
  return b >= 0 && !omen_cfg_loop_has(g, loop, b);
}
