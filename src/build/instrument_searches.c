/* Searches: loops without a point inside that read bytes one after the other until they find something, so
 * that nobody knows in front of them how far they go. What they read is checked as a range: in pieces, each
 * when the next read is the first of another line of memory, and the rest at every way out. It is right
 * because control cannot change hands in the loop, and because nothing is lost if the program ends there by a
 * fault: a read can only fault as the first of its line, where it is checked before it is made together with
 * all before it; and a loop with anything else that could fault is left alone. Where every access must be
 * known before it is made (second pass, explorations), the runtime says that each is the first of a line.
 *
 * Inlined checks of single bytes cost more than the reads, and each byte of a cell has a history of its own
 * until the last of the four was read. */
#include "build/instrument_parts.h"

/* The search's read once more: what was read cannot fault. */
static bool again(struct omen_fn *f, const struct omen_ins_access *a, const struct omen_ins_access *own) {
  return a->lin.c == own->lin.c && a->size <= own->size && omen_linear_same_terms(&a->lin, &own->lin) &&
         omen_cfg_dominates(&f->cfg, own->block, a->block);
}

static bool access_may_fault(struct omen_fn *f, LLVMValueRef v, const struct omen_ins_access *own) {
  for (int i = f->first[omen_cfg_block_of(&f->cfg, v)]; i >= 0; i = f->acc[i].next)
    if (f->acc[i].inst == v) return !(own && again(f, &f->acc[i], own)) && !omen_fn_inside(f, &f->acc[i]);
  return true;
}

/* Can this instruction of a search end the program? `own`: the search's read. */
static bool may_fault(struct omen_fn *f, LLVMValueRef v, const struct omen_ins_access *own) {
  switch (LLVMGetInstructionOpcode(v)) {
  case LLVMUDiv:
  case LLVMURem:
  case LLVMSDiv:
  case LLVMSRem: {
    LLVMValueRef by = LLVMGetOperand(v, 1);
    return !LLVMIsAConstantInt(by) || !LLVMConstIntGetZExtValue(by) || LLVMConstIntGetSExtValue(by) == -1;
  }
  case LLVMLoad:
  case LLVMStore: return access_may_fault(f, v, own);
  case LLVMCall: return omen_ins_call_kind(f->x, v) != OMEN_NOTHING || !omen_ins_intrinsic(v);
  case LLVMInvoke:
  case LLVMCallBr:
  case LLVMFence:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
  case LLVMVAArg: return true;
  default: return false;
  }
}

static bool is_exit(const struct omen_cfg *g, int loop, int block) {
  return block >= 0 && !omen_cfg_loop_has(g, loop, block);
}

void omen_ins_at_phis(struct omen_ins *x, LLVMBasicBlockRef b) {
  /* Before what says of variables that they changed, too: a phi must not have any of it in front of it. */
  LLVMPositionBuilderBeforeInstrAndDbgRecords(x->b, LLVMGetFirstInstruction(b));
}

LLVMValueRef omen_ins_behind_phis(LLVMBasicBlockRef b) {
  LLVMValueRef v = LLVMGetFirstInstruction(b);
  while (LLVMIsAPHINode(v)) v = LLVMGetNextInstruction(v);
  return v;
}

/* Only the loop leads there, and there is room for a check. */
static bool good_exit(const struct omen_cfg *g, int loop, int block) {
  const struct omen_block *b = &g->blocks[block];
  for (int i = 0; i < b->npred; i++)
    if (!omen_cfg_loop_has(g, loop, b->pred[i])) return false;
  LLVMValueRef v = omen_ins_behind_phis(b->bb);
  return !LLVMIsALandingPadInst(v) && !LLVMIsACatchSwitchInst(v) && !LLVMIsAFuncletPadInst(v);
}

bool omen_fn_neat_loop(const struct omen_fn *f, int loop) {
  const struct omen_cfg *g = &f->cfg;
  const struct omen_cfg_loop *l = &g->loops[loop];
  if (l->preheader < 0 || l->latch < 0 || l->has_inner || !l->exits) return false;
  for (int i = 0; i < l->nblocks; i++) {
    const struct omen_block *b = &g->blocks[l->blocks[i]];
    for (int s = 0; s < b->nsucc; s++)
      if (is_exit(g, loop, b->succ[s]) && !good_exit(g, loop, b->succ[s])) return false;
  }
  return true;
}

static bool good_loop(const struct omen_fn *f, int loop) {
  const struct omen_cfg_loop *l = &f->cfg.loops[loop];
  for (int i = 0; i < l->nblocks; i++)
    if (f->busy[l->blocks[i]]) return false;
  return omen_fn_neat_loop(f, loop);
}

static bool all_safe(struct omen_fn *f, int loop, const struct omen_ins_access *own) {
  const struct omen_cfg_loop *l = &f->cfg.loops[loop];
  for (int i = 0; i < l->nblocks; i++)
    for (LLVMValueRef v = LLVMGetFirstInstruction(f->cfg.blocks[l->blocks[i]].bb); v;
         v = LLVMGetNextInstruction(v))
      if (may_fault(f, v, own)) return false;
  return true;
}

static bool is_plain(const struct omen_ins_access *a) {
  if (a->gone || a->write || a->len || a->mask || a->base || a->hoisted || a->at || a->pair || a->run)
    return false;
  return a->size <= 2 && a->align >= a->size && LLVMIsALoadInst(a->inst);
}

/* The access that makes the loop a search. */
static bool is_search(struct omen_fn *f, int loop, const struct omen_ins_access *a) {
  struct omen_linear first;
  int64_t stride;
  if (!is_plain(a)) return false;
  if (!omen_cfg_dominates(&f->cfg, a->block, f->cfg.loops[loop].latch)) return false;
  return omen_fn_course(f, loop, a, &first, &stride) && stride == (int64_t)a->size && all_safe(f, loop, a);
}

/* Where nothing can happen between a read and the loop in front of which it stands. */
static bool leads_in(struct omen_fn *f, const struct omen_ins_access *a, int preheader) {
  for (LLVMValueRef v = LLVMGetNextInstruction(a->inst); v; v = LLVMGetNextInstruction(v))
    if (may_fault(f, v, NULL)) return false;
  for (LLVMValueRef v = LLVMGetFirstInstruction(f->cfg.blocks[preheader].bb); v;
       v = LLVMGetNextInstruction(v))
    if (may_fault(f, v, NULL)) return false;
  return true;
}

/* Compilers take the first round's test out of a loop, and with it the first read. */
static void join_ahead(struct omen_fn *f, struct omen_ins_access *a) {
  const struct omen_cfg *g = &f->cfg;
  int preheader = g->loops[a->run - 1].preheader;
  if (g->blocks[preheader].npred != 1) return;
  int from = g->blocks[preheader].pred[0];
  LLVMValueRef end = LLVMGetBasicBlockTerminator(g->blocks[from].bb);
  struct omen_linear first;
  int64_t stride;
  if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end) ||
      LLVMGetSuccessor(end, 0) == LLVMGetSuccessor(end, 1))
    return;
  omen_fn_course(f, a->run - 1, a, &first, &stride);
  for (int i = f->first[from]; i >= 0; i = f->acc[i].next) {
    struct omen_ins_access *p = &f->acc[i];
    if (!is_plain(p) || p->ahead || p->size != a->size || p->lin.c != first.c - stride) continue;
    if (!omen_linear_same_terms(&p->lin, &first) || !leads_in(f, p, preheader)) continue;
    p->ahead = a->joined = true;
    p->cond = LLVMGetCondition(end);
    p->when = LLVMGetSuccessor(end, 0) == g->blocks[preheader].bb;
    return;
  }
}

void omen_fn_find_searches(struct omen_fn *f) {
  const struct omen_cfg *g = &f->cfg;
  for (int loop = 0; loop < g->nloops; loop++) {
    const struct omen_cfg_loop *l = &g->loops[loop];
    bool found = !good_loop(f, loop);
    for (int i = 0; i < l->nblocks && !found; i++)
      for (int at = f->first[l->blocks[i]]; at >= 0 && !found; at = f->acc[at].next)
        if ((found = is_search(f, loop, &f->acc[at]))) {
          f->acc[at].run = loop + 1;
          join_ahead(f, &f->acc[at]);
        }
  }
}

/* --- emitting --- */

struct search {
  struct omen_fn *f;
  const struct omen_ins_access *a;
  int loop;
  LLVMValueRef lo;        /* in the header: from here on nothing is checked */
  LLVMValueRef rest;      /* the same behind the read */
  LLVMValueRef next, end; /* where the round's read is; where it ends, behind it */
  uint32_t site;
};

static LLVMValueRef as_number(struct omen_ins *x, LLVMValueRef ptr) {
  return LLVMBuildPtrToInt(x->b, ptr, x->i64, "");
}

static void begin(struct search *s) {
  struct omen_ins *x = s->f->x;
  const struct omen_cfg_loop *l = &s->f->cfg.loops[s->loop];
  LLVMBasicBlockRef header = s->f->cfg.blocks[l->header].bb, before = s->f->cfg.blocks[l->preheader].bb;
  struct omen_linear first;
  int64_t stride;
  omen_fn_course(s->f, s->loop, s->a, &first, &stride);
  if (s->a->joined) first.c -= stride;
  LLVMPositionBuilderBefore(x->b, LLVMGetBasicBlockTerminator(before));
  LLVMValueRef start = as_number(x, omen_linear_build(x->b, x->c, &first));
  omen_ins_at_phis(x, header);
  s->lo = LLVMBuildPhi(x->b, x->i64, "");
  LLVMAddIncoming(s->lo, &start, &before, 1);
  LLVMPositionBuilderBefore(x->b, omen_ins_behind_phis(header));
  s->next = as_number(x, omen_linear_build(x->b, x->c, &s->a->lin));
}

static void end_at(void *with, int block) {
  struct search *s = with;
  struct omen_ins *x = s->f->x;
  const struct omen_block *b = &s->f->cfg.blocks[block];
  omen_ins_at_phis(x, b->bb);
  LLVMValueRef lo = LLVMBuildPhi(x->b, x->i64, ""), end = LLVMBuildPhi(x->b, x->i64, "");
  for (int i = 0; i < b->npred; i++) {
    bool read = omen_cfg_dominates(&s->f->cfg, s->a->block, b->pred[i]);
    LLVMBasicBlockRef from = s->f->cfg.blocks[b->pred[i]].bb;
    LLVMAddIncoming(lo, read ? &s->rest : &s->lo, &from, 1);
    LLVMAddIncoming(end, read ? &s->end : &s->next, &from, 1);
  }
  LLVMPositionBuilderBefore(x->b, omen_ins_behind_phis(b->bb));
  LLVMValueRef args[] = {lo, end, omen_ins_u32(x, s->site)};
  omen_ins_build(x, x->search_end, args, 3);
}

void omen_fn_each_exit(const struct omen_fn *f, int loop, void (*visit)(void *with, int block), void *with) {
  const struct omen_cfg *g = &f->cfg;
  for (int to = 0; to < g->n; to++) {
    bool leads = false;
    for (int i = 0; i < g->blocks[to].npred && !leads; i++)
      leads = is_exit(g, loop, to) && omen_cfg_loop_has(g, loop, g->blocks[to].pred[i]);
    if (leads) visit(with, to);
  }
}

/* The builder stands at the read, with its location. */
void omen_fn_emit_search(struct omen_fn *f, const struct omen_ins_access *a, uint32_t site) {
  struct omen_ins *x = f->x;
  const struct omen_cfg_loop *l = &f->cfg.loops[a->run - 1];
  struct search s = {.f = f, .a = a, .loop = a->run - 1, .site = site};
  begin(&s);
  LLVMPositionBuilderBefore(x->b, a->inst);
  LLVMValueRef args[] = {s.lo, a->ptr, omen_ins_u32(x, site)};
  s.rest = omen_ins_build(x, x->search[a->size - 1], args, 3);
  s.end = LLVMBuildAdd(x->b, as_number(x, a->ptr), omen_ins_u64(x, a->size), "");
  LLVMBasicBlockRef latch = f->cfg.blocks[l->latch].bb;
  LLVMAddIncoming(s.lo, &s.rest, &latch, 1);
  omen_fn_each_exit(f, s.loop, end_at, &s);
}

void omen_fn_emit_ahead(struct omen_fn *f, const struct omen_ins_access *a, uint32_t site) {
  struct omen_ins *x = f->x;
  LLVMPositionBuilderBefore(x->b, LLVMGetBasicBlockTerminator(f->cfg.blocks[a->block].bb));
  LLVMValueRef enters = a->when ? a->cond : LLVMBuildNot(x->b, a->cond, "");
  LLVMValueRef args[] = {enters, a->ptr, omen_ins_u32(x, site)};
  omen_ins_build(x, x->ahead[a->size - 1], args, 3);
}
