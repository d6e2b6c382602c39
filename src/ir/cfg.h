/* Control flow of one function: reachable blocks in reverse postorder, edges, dominators, natural loops.
 * LLVM-C has none of these. The graph is a snapshot: it does not follow later changes of blocks and branches
 * (inserting plain instructions is fine).
 *
 * Invariants: (1) blocks[0] is the entry; (2) a block's immediate dominator has a smaller number; (3) only
 * blocks that can be reached from the entry are numbered; (4) loops are listed outer before inner. */
#ifndef OMEN_IR_CFG_H
#define OMEN_IR_CFG_H
#include "ir/map.h"
#include <llvm-c/Core.h>

struct omen_block {
  LLVMBasicBlockRef bb;
  int *succ, *pred; /* a successor reached by two edges is listed twice */
  int nsucc, npred;
  int idom;            /* -1 for the entry */
  int dom_in, dom_out; /* interval in the dominator tree */
  int loop;            /* innermost loop around it, or -1 */
};

struct omen_cfg_loop {
  int header;
  int parent;    /* or -1 */
  int depth;     /* 1 for an outermost loop */
  int latch;     /* the only block that jumps back, or -1 when there are several */
  int preheader; /* the only block that enters, and it goes nowhere else; or -1 */
  int *blocks;   /* members, inner loops' blocks too, in reverse postorder */
  int nblocks;
  int exits;   /* edges that leave */
  int exiting; /* the block with the only leaving edge, or -1 when there are none or several */
  bool has_inner;
};

struct omen_cfg {
  LLVMValueRef fn;
  struct omen_block *blocks;
  int n;
  struct omen_cfg_loop *loops;
  int nloops;
  struct omen_map index; /* LLVMBasicBlockRef -> number */
  bool irreducible;      /* some cycle is not a natural loop */
};

/* The function must have a body. */
void omen_cfg_init(struct omen_cfg *g, LLVMValueRef fn);
void omen_cfg_release(struct omen_cfg *g);
int omen_cfg_block(const struct omen_cfg *g, LLVMBasicBlockRef bb); /* -1: not reachable */
int omen_cfg_block_of(const struct omen_cfg *g, LLVMValueRef instruction);
bool omen_cfg_dominates(const struct omen_cfg *g, int a, int b); /* a block dominates itself */
bool omen_cfg_loop_has(const struct omen_cfg *g, int loop, int block);
/* Is this value the same in every iteration: a constant, an argument, or computed outside the loop? */
bool omen_cfg_invariant(const struct omen_cfg *g, int loop, LLVMValueRef v);
/* Is `to` on a cycle that is no natural loop's back edge: from -> to goes backward, `to` does not dominate
 * `from`. */
bool omen_cfg_retreating(const struct omen_cfg *g, int from, int to);
#endif
