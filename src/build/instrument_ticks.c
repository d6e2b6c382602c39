/* Loops that may spin: every cycle that is not certain to end passes a tick, so that a thread which waits for
 * another by looking at memory does not keep the one kernel thread for ever. */
#include "build/instrument_parts.h"
#include "ir/iv.h"
#include <stdlib.h>

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
