/* Joins that certainly end a thread: the handle that is joined is the one that a single pthread_create wrote,
 * and nothing else writes it. thread_roots.c takes a join back where the same handle may have been written
 * again before it was joined. */
#include "ir/iv.h"
#include "static/thread_roots.h"
#include <stdlib.h>
#include <string.h>

/* The one exact loc that a pointer has; false: several, or none. */
static bool one_loc(struct omen_program *p, LLVMValueRef ptr, uint32_t *loc) {
  uint32_t n = omen_node_of(p, ptr), count = 0;
  if (!n) return false;
  for (struct omen_bititer i = omen_bititer(omen_pt_of(&p->pt, n)); omen_bititer_next(&i);) {
    if (count++ || p->pt.locs[i.x].stride) return false;
    *loc = i.x;
  }
  return count == 1;
}

static enum omen_call_kind kind_of(const struct omen_call_site *c) {
  return c->known ? c->known->kind : OMEN_CALL_UNKNOWN;
}

/* Where a call that creates leaves the handle. */
static bool created_handle(struct omen_program *p, const struct omen_call_site *c, uint32_t *loc) {
  if (kind_of(c) != OMEN_CALL_CREATE && kind_of(c) != OMEN_CALL_CREATE_CXX) return false;
  return one_loc(p, LLVMGetOperand(c->inst, 0), loc);
}

/* Does nothing happen between the two that could change what stands in memory? */
static bool right_before(LLVMValueRef load, LLVMValueRef join) {
  for (LLVMValueRef v = LLVMGetNextInstruction(load); v; v = LLVMGetNextInstruction(v)) {
    if (v == join) return true;
    bool debug =
        omen_is_call(v) && omen_callee(v) && !strncmp(omen_value_name(omen_callee(v)), "llvm.dbg", 8);
    bool kept = omen_is_call(v) && omen_callee(v) && !strncmp(omen_value_name(omen_callee(v)), "__omen_", 7);
    if ((omen_is_call(v) && !debug && !kept) || LLVMIsAStoreInst(v)) return false;
  }
  return false;
}

/* std::thread::join is given the object, pthread_join what stands in it. */
static LLVMValueRef joined_pointer(LLVMValueRef join) {
  LLVMValueRef h = LLVMGetOperand(join, 0);
  if (omen_is_pointer(h)) return h;
  return LLVMIsALoadInst(h) && right_before(h, join) ? LLVMGetOperand(h, 0) : NULL;
}

static bool joined_handle(struct omen_program *p, const struct omen_call_site *c, uint32_t *loc) {
  LLVMValueRef h = kind_of(c) == OMEN_CALL_JOIN ? joined_pointer(c->inst) : NULL;
  return h && one_loc(p, h, loc);
}

/* Roots that only that call starts. */
static uint64_t only_here(const struct omen_threads *t, struct omen_program *p, uint32_t call) {
  uint64_t set = omen_threads_started(t, p, call);
  for (uint32_t r = 0; r < t->n; r++)
    if (t->roots[r].calls.n > 1) set &= ~(UINT64_C(1) << r);
  return set;
}

static void note(struct omen_threads *t, const struct omen_joined *j) {
  OMEN_GROW(t->joined, t->njoined, t->joined_cap);
  t->joined[t->njoined++] = *j;
}

/* ---- loops ---- */

/* What a loop counts: from where, by how much, until when. */
struct rounds {
  int loop, header, exiting, exit;
  struct omen_test test;
};

static bool rounds_of(struct omen_program *p, const struct omen_scan_fn *f, LLVMValueRef inst,
                      struct rounds *r) {
  const struct omen_cfg *g = &f->cfg;
  int block = omen_cfg_block_of(g, inst);
  r->loop = block < 0 ? -1 : g->blocks[block].loop;
  if (r->loop < 0) return false;
  const struct omen_cfg_loop *l = &g->loops[r->loop];
  r->header = l->header;
  for (int i = 0; i < l->nblocks; i++) {
    if (!omen_iv_test(g, r->loop, p->td, l->blocks[i], &r->test)) continue;
    r->exiting = l->blocks[i];
    for (int k = 0; k < g->blocks[r->exiting].nsucc; k++)
      if (!omen_cfg_loop_has(g, r->loop, g->blocks[r->exiting].succ[k]))
        r->exit = g->blocks[r->exiting].succ[k];
    return true;
  }
  return false;
}

/* The address is base + coef * (what the loop counts) + c, and nothing else. */
static bool address_of(struct omen_program *p, LLVMValueRef ptr, const struct rounds *r, LLVMValueRef *base,
                       int64_t *coef, int64_t *c) {
  struct omen_linear l;
  omen_linear_of(p->td, ptr, &l);
  *coef = 0;
  *base = NULL;
  *c = l.c;
  for (int i = 0; i < l.n; i++) {
    if (l.t[i].v == r->test.iv.phi)
      *coef = l.t[i].coef;
    else if (l.t[i].coef == 1 && !*base)
      *base = l.t[i].v;
    else
      return false;
  }
  if (*base == NULL && r->test.iv.pointer && *coef == 1)
    *base = r->test.iv.start; /* the pointer itself counts */
  return *base && *coef;
}

/* Every round of the one creates at a place where the same round of the other joins. The loop that joins has
 * one way out, and joins in every round. */
static bool same_rounds(struct omen_program *p, const struct omen_scan_fn *f, LLVMValueRef made,
                        LLVMValueRef joined, LLVMValueRef join, const struct rounds *a,
                        const struct rounds *b) {
  LLVMValueRef base_a, base_b;
  int64_t coef_a, coef_b, c_a, c_b;
  const struct omen_cfg_loop *l = &f->cfg.loops[b->loop];
  if (a->loop == b->loop || l->exits != 1 || l->latch < 0) return false;
  if (!omen_cfg_dominates(&f->cfg, omen_cfg_block_of(&f->cfg, join), l->latch)) return false;
  if (!address_of(p, made, a, &base_a, &coef_a, &c_a) || !address_of(p, joined, b, &base_b, &coef_b, &c_b))
    return false;
  if (base_a != base_b || coef_a != coef_b || c_a != c_b) return false;
  const struct omen_test *x = &a->test, *y = &b->test;
  return x->iv.start == y->iv.start && x->iv.step == y->iv.step && x->bound == y->bound &&
         x->go_on == y->go_on && x->offset == y->offset &&
         (a->exiting == a->header) == (b->exiting == b->header);
}

/* The one loc, with a stride or without. */
static bool some_loc(struct omen_program *p, LLVMValueRef ptr, uint32_t *loc) {
  uint32_t n = omen_node_of(p, ptr), count = 0;
  for (struct omen_bititer i = omen_bititer(omen_pt_of(&p->pt, n)); n && omen_bititer_next(&i); count++)
    *loc = i.x;
  return count == 1;
}

static void try_loops(struct omen_threads *t, struct omen_program *p, uint32_t create, uint32_t join) {
  const struct omen_call_site *c = &p->calls[create], *j = &p->calls[join];
  const struct omen_scan_fn *f = &p->fns[c->fn];
  struct rounds a, b;
  uint32_t loc;
  LLVMValueRef made = LLVMGetOperand(c->inst, 0), joined = joined_pointer(j->inst);
  if (c->fn != j->fn || !joined || !some_loc(p, made, &loc) || f->cfg.irreducible) return;
  if (!rounds_of(p, f, c->inst, &a) || !rounds_of(p, f, j->inst, &b)) return;
  if (f->cfg.loops[a.loop].parent != f->cfg.loops[b.loop].parent) return;
  if (!same_rounds(p, f, made, joined, j->inst, &a, &b)) return;
  if (omen_written(p, loc, true)) return;
  note(t, &(struct omen_joined){.create = create,
                                .fn = c->fn,
                                .obj = p->pt.locs[loc].obj,
                                .loc = loc,
                                .roots = only_here(t, p, create),
                                .loop = true,
                                .header = a.header,
                                .made_in = a.loop,
                                .exiting = b.exiting,
                                .exit = b.exit});
}

uint64_t omen_joins_lost(const struct omen_threads *t, const struct omen_joined *in, uint64_t live) {
  uint64_t lost = 0;
  for (uint32_t i = 0; i < t->njoined; i++) {
    const struct omen_joined *j = &t->joined[i];
    if (j->obj == in->obj && (j->loop || in->loop || j->loc == in->loc)) lost |= j->roots & live;
  }
  return lost;
}

static void try_one(struct omen_threads *t, struct omen_program *p, uint32_t create, uint32_t join) {
  uint32_t joined, created;
  const struct omen_call_site *c = &p->calls[create];
  if (!created_handle(p, c, &created) || !joined_handle(p, &p->calls[join], &joined) || created != joined)
    return;
  if (omen_written(p, created, true)) return;
  uint64_t roots = only_here(t, p, create);
  note(t, &(struct omen_joined){
              .create = create, .fn = c->fn, .obj = p->pt.locs[created].obj, .loc = created, .roots = roots});
  t->ends[join] |= roots;
}

void omen_joins_find(struct omen_threads *t, struct omen_program *p) {
  for (uint32_t c = 0; c < p->ncalls; c++) {
    if (kind_of(&p->calls[c]) != OMEN_CALL_CREATE && kind_of(&p->calls[c]) != OMEN_CALL_CREATE_CXX) continue;
    for (uint32_t j = 0; j < p->ncalls; j++) {
      if (kind_of(&p->calls[j]) != OMEN_CALL_JOIN) continue;
      try_one(t, p, c, j);
      try_loops(t, p, c, j);
    }
  }
}
