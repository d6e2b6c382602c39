/* Loops that may spin: every cycle that is not certain to end passes a tick, so that a thread which waits for
 * another by looking at memory does not keep the one kernel thread for ever. */
#define OMEN_ABI_NO_PROTOTYPES
#include "build/instrument_parts.h"
#include "ir/iv.h"
#include "runtime/abi.h"
#include <stddef.h>
#include <stdlib.h>

#define HOT_TICKS offsetof(struct omen_hot, ticks)

static void add(struct omen_fn *f, int block) {
  for (int i = 0; i < f->nticks; i++)
    if (f->ticks[i] == block) return;
  OMEN_GROW(f->ticks, f->nticks, f->ticks_cap);
  f->ticks[f->nticks++] = block;
}

void omen_fn_find_ticks(struct omen_fn *f) {
  const struct omen_cfg *g = &f->cfg;
  for (int i = 0; i < g->nloops; i++) {
    if (omen_loop_counted(g, i, f->x->td) || omen_loop_walks(g, i, f->x->td)) continue;
    const struct omen_block *h = &g->blocks[g->loops[i].header];
    for (int p = 0; p < h->npred; p++)
      if (omen_cfg_dominates(g, g->loops[i].header, h->pred[p])) add(f, h->pred[p]);
  }
  if (!g->irreducible) return;
  for (int i = 0; i < g->n; i++)
    for (int s = 0; s < g->blocks[i].nsucc; s++)
      if (omen_cfg_retreating(g, i, g->blocks[i].succ[s])) add(f, i);
}

bool omen_ins_has_ticks(struct omen_ins *x, LLVMValueRef fn) {
  struct omen_fn f = {.x = x, .fn = fn};
  omen_cfg_init(&f.cfg, fn);
  omen_fn_find_ticks(&f);
  bool any = f.nticks > 0;
  free(f.ticks);
  omen_cfg_release(&f.cfg);
  return any;
}

/* --- emitting --- */

/* The innermost loop that this block jumps back in, if nothing in it but this tick looks at the count: no
 * point, whose call may. -1: there is none. */
static int keeping_loop(const struct omen_fn *f, int block) {
  const struct omen_cfg *g = &f->cfg;
  int loop = g->blocks[block].loop;
  if (loop < 0 || g->loops[loop].latch != block || !omen_fn_neat_loop(f, loop)) return -1;
  for (int i = 0; i < f->nev; i++)
    if (omen_cfg_loop_has(g, loop, omen_cfg_block_of(g, f->ev[i].inst))) return -1;
  for (int i = 0; i < f->nticks; i++)
    if (f->ticks[i] != block && omen_cfg_loop_has(g, loop, f->ticks[i])) return -1;
  return loop;
}

struct count {
  struct omen_fn *f;
  int latch;
  LLVMValueRef at, phi, left; /* where the count lies; what there is of it in a round; and behind the tick */
};

static void write_back(void *with, int block) {
  struct count *c = with;
  struct omen_ins *x = c->f->x;
  const struct omen_block *b = &c->f->cfg.blocks[block];
  omen_ins_at_phis(x, b->bb);
  LLVMValueRef last = LLVMBuildPhi(x->b, x->i64, "");
  for (int i = 0; i < b->npred; i++) {
    LLVMBasicBlockRef from = c->f->cfg.blocks[b->pred[i]].bb;
    LLVMAddIncoming(last, b->pred[i] == c->latch ? &c->left : &c->phi, &from, 1);
  }
  LLVMPositionBuilderBefore(x->b, omen_ins_behind_phis(b->bb));
  LLVMBuildStore(x->b, last, c->at);
}

/* In a register while the loop lasts: counting in memory takes longer than many a loop's body. */
static void emit_kept(struct omen_fn *f, int loop, LLVMValueRef site) {
  struct omen_ins *x = f->x;
  const struct omen_cfg_loop *l = &f->cfg.loops[loop];
  LLVMBasicBlockRef before = f->cfg.blocks[l->preheader].bb, latch = f->cfg.blocks[l->latch].bb;
  LLVMValueRef offset = omen_ins_u64(x, HOT_TICKS);
  struct count c = {.f = f,
                    .latch = l->latch,
                    .at = LLVMConstGEP2(x->i8, LLVMGetNamedGlobal(x->m, "__omen_hot"), &offset, 1)};
  LLVMPositionBuilderBefore(x->b, LLVMGetBasicBlockTerminator(before));
  LLVMValueRef start = LLVMBuildLoad2(x->b, x->i64, c.at, "");
  omen_ins_at_phis(x, f->cfg.blocks[l->header].bb);
  c.phi = LLVMBuildPhi(x->b, x->i64, "");
  LLVMPositionBuilderBefore(x->b, LLVMGetBasicBlockTerminator(latch));
  LLVMValueRef args[] = {c.phi, site};
  c.left = omen_ins_build(x, x->tick_kept, args, 2);
  LLVMAddIncoming(c.phi, &start, &before, 1);
  LLVMAddIncoming(c.phi, &c.left, &latch, 1);
  omen_fn_each_exit(f, loop, write_back, &c);
}

void omen_fn_emit_tick(struct omen_fn *f, int block) {
  struct omen_ins *x = f->x;
  LLVMValueRef at = LLVMGetBasicBlockTerminator(f->cfg.blocks[block].bb);
  LLVMPositionBuilderBefore(x->b, at);
  LLVMValueRef site = omen_ins_u32(x, omen_ins_site(x, at, "tick", 0, NULL));
  int loop = x->o->no_optimise ? -1 : keeping_loop(f, block);
  if (loop >= 0)
    emit_kept(f, loop, site);
  else
    omen_ins_build(x, x->tick, &site, 1);
}
