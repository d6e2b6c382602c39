/* Blocks, edges and reverse postorder. Recursion is avoided: machine-made code has functions of 100,000
 * blocks. */
#include "ir/cfg.h"
#include "ir/cfg_parts.h"
#include "base/base.h"
#include <stdlib.h>

struct frame {
  LLVMBasicBlockRef bb;
  unsigned next;
};

/* Fills `post` with the reachable blocks in postorder. */
static int postorder(LLVMValueRef fn, LLVMBasicBlockRef *post) {
  struct omen_map seen = {0};
  struct frame *stack = NULL;
  size_t depth = 0, cap = 0;
  int n = 0;
  OMEN_GROW(stack, depth, cap);
  stack[depth++] = (struct frame){LLVMGetEntryBasicBlock(fn), 0};
  omen_map_put(&seen, stack[0].bb, 1);
  while (depth) {
    struct frame *f = &stack[depth - 1];
    LLVMValueRef term = LLVMGetBasicBlockTerminator(f->bb);
    if (f->next >= LLVMGetNumSuccessors(term)) {
      post[n++] = f->bb;
      depth--;
      continue;
    }
    LLVMBasicBlockRef to = LLVMGetSuccessor(term, f->next++);
    if (!omen_map_put(&seen, to, 1)) continue;
    OMEN_GROW(stack, depth, cap);
    stack[depth++] = (struct frame){to, 0};
  }
  free(stack);
  omen_map_release(&seen);
  return n;
}

static void number_blocks(struct omen_cfg *g) {
  unsigned all = LLVMCountBasicBlocks(g->fn);
  LLVMBasicBlockRef *post = omen_xcalloc(all, sizeof *post);
  g->n = postorder(g->fn, post);
  g->blocks = omen_xcalloc((size_t)g->n, sizeof *g->blocks);
  for (int i = 0; i < g->n; i++) {
    g->blocks[i] = (struct omen_block){.bb = post[g->n - 1 - i], .idom = -1, .loop = -1};
    omen_map_put(&g->index, g->blocks[i].bb, (uint64_t)i);
  }
  free(post);
}

static void link_edges(struct omen_cfg *g) {
  for (int i = 0; i < g->n; i++) {
    struct omen_block *b = &g->blocks[i];
    LLVMValueRef term = LLVMGetBasicBlockTerminator(b->bb);
    b->nsucc = (int)LLVMGetNumSuccessors(term);
    b->succ = omen_xcalloc((size_t)b->nsucc, sizeof(int));
    for (int s = 0; s < b->nsucc; s++) {
      b->succ[s] = omen_cfg_block(g, LLVMGetSuccessor(term, (unsigned)s));
      g->blocks[b->succ[s]].npred++;
    }
  }
  for (int i = 0; i < g->n; i++) {
    g->blocks[i].pred = omen_xcalloc((size_t)g->blocks[i].npred, sizeof(int));
    g->blocks[i].npred = 0;
  }
  for (int i = 0; i < g->n; i++)
    for (int s = 0; s < g->blocks[i].nsucc; s++) {
      struct omen_block *to = &g->blocks[g->blocks[i].succ[s]];
      to->pred[to->npred++] = i;
    }
}

void omen_cfg_init(struct omen_cfg *g, LLVMValueRef fn) {
  *g = (struct omen_cfg){.fn = fn};
  number_blocks(g);
  link_edges(g);
  omen_cfg_find_dominators(g);
  omen_cfg_find_loops(g);
}

void omen_cfg_release(struct omen_cfg *g) {
  for (int i = 0; i < g->n; i++) {
    free(g->blocks[i].succ);
    free(g->blocks[i].pred);
  }
  for (int i = 0; i < g->nloops; i++) free(g->loops[i].blocks);
  free(g->blocks);
  free(g->loops);
  omen_map_release(&g->index);
  *g = (struct omen_cfg){0};
}

int omen_cfg_block(const struct omen_cfg *g, LLVMBasicBlockRef bb) {
  uint64_t i;
  return omen_map_get(&g->index, bb, &i) ? (int)i : -1;
}

int omen_cfg_block_of(const struct omen_cfg *g, LLVMValueRef instruction) {
  return omen_cfg_block(g, LLVMGetInstructionParent(instruction));
}
