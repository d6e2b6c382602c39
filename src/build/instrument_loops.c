/* Loops without a point inside, whose number of rounds is known at their start: what every round accesses is
 * checked once, in front of the loop, all rounds together. Right because control cannot change hands between
 * the check and the accesses, and because the accesses are certain to follow: the loop's only way out is the
 * test that was counted.
 *
 * Inner loops are handled first; what was moved in front of an inner loop is then looked at as part of the
 * outer. */
#include "build/instrument_parts.h"
#include <stdlib.h>

struct candidate_loop {
  int loop;
  struct omen_test test;
};

/* Is the loop of the kind described above? */
static bool accept(struct omen_fn *f, int loop, struct candidate_loop *c) {
  const struct omen_cfg *g = &f->cfg;
  const struct omen_cfg_loop *l = &g->loops[loop];
  if (l->preheader < 0 || l->latch < 0 || l->exiting < 0) return false;
  for (int i = 0; i < l->nblocks; i++)
    if (f->busy[l->blocks[i]]) return false;
  if (g->blocks[l->exiting].loop != loop || !omen_cfg_dominates(g, l->exiting, l->latch)) return false;
  c->loop = loop;
  return omen_iv_test(g, loop, f->x->td, l->exiting, &c->test);
}

/* An address, as what it is in the first round and what is added from round to round. */
struct course {
  struct omen_linear first;
  struct omen_product product;
  int64_t stride;
  struct omen_term sway;
};

static int64_t times(int64_t a, int64_t b) { return (int64_t)((uint64_t)a * (uint64_t)b); }

/* The plain case: terms are invariant or induction variables. False leaves what was added so far. */
static bool add_simple(struct omen_fn *f, int loop, const struct omen_term *t, struct omen_linear *first,
                       int64_t *stride) {
  LLVMTargetDataRef td = f->x->td;
  struct omen_iv iv;
  if (omen_cfg_invariant(&f->cfg, loop, t->v)) return omen_linear_add(td, first, t->v, t->ext, t->coef);
  if (!omen_iv_of(&f->cfg, loop, td, t->v, &iv) || !omen_iv_follows(&iv, t->ext)) return false;
  *stride = (int64_t)((uint64_t)*stride + (uint64_t)times(iv.step, t->coef));
  return omen_linear_add(td, first, iv.start, t->ext, t->coef);
}

static bool exact_product(const struct omen_term *t) {
  if (!LLVMIsAInstruction(t->v) || LLVMGetInstructionOpcode(t->v) != LLVMMul) return false;
  return t->ext == OMEN_EXT_NONE || (t->ext == OMEN_EXT_SIGN ? LLVMGetNSW(t->v) : LLVMGetNUW(t->v));
}

/* i * n with n invariant: (first + k * step) * n. */
static bool add_product(struct omen_fn *f, int loop, const struct omen_term *t, struct course *c) {
  if (!exact_product(t)) return false;
  LLVMValueRef i = LLVMGetOperand(t->v, 0), n = LLVMGetOperand(t->v, 1);
  if (!omen_cfg_invariant(&f->cfg, loop, n)) {
    LLVMValueRef swap = i;
    i = n;
    n = swap;
  }
  if (!omen_cfg_invariant(&f->cfg, loop, n)) return false;
  struct omen_linear factor = {0}, first = {0};
  int64_t step = 0;
  if (!omen_linear_add(f->x->td, &factor, i, t->ext, 1)) return false;
  for (int k = 0; k < factor.n; k++)
    if (!add_simple(f, loop, &factor.t[k], &first, &step)) return false;
  first.c = (int64_t)((uint64_t)first.c + (uint64_t)factor.c);
  if (first.n > 1 || (first.n && c->product.x) || (c->sway.v && (c->sway.v != n || c->sway.ext != t->ext)))
    return false;
  if (first.n)
    c->product =
        (struct omen_product){first.t[0].v, n, first.t[0].ext, t->ext, times(t->coef, first.t[0].coef)};
  c->sway = (struct omen_term){n, t->ext, (int64_t)((uint64_t)c->sway.coef + (uint64_t)times(t->coef, step))};
  return omen_linear_add(f->x->td, &c->first, n, t->ext, times(t->coef, first.c));
}

/* False when the address does not change by the same amount in every round. */
static bool split(struct omen_fn *f, int loop, const struct omen_ins_access *a, struct course *c) {
  *c = (struct course){.first = {.c = a->lin.c}};
  for (int i = 0; i < a->lin.n; i++) {
    struct course before = *c;
    if (add_simple(f, loop, &a->lin.t[i], &c->first, &c->stride)) continue;
    *c = before;
    if (!add_product(f, loop, &a->lin.t[i], c)) return false;
  }
  if (c->sway.v && !c->sway.coef) c->sway.v = NULL;
  return c->stride != INT64_MIN;
}

bool omen_fn_course(struct omen_fn *f, int loop, const struct omen_ins_access *a, struct omen_linear *first,
                    int64_t *stride) {
  struct course c;
  if (!a->lin.n || a->product.x || !split(f, loop, a, &c) || c.product.x || c.sway.v) return false;
  *first = c.first;
  *stride = c.stride;
  return true;
}

static bool terms_invariant(struct omen_fn *f, int loop, const struct omen_linear *lin) {
  for (int i = 0; i < lin->n; i++)
    if (!omen_cfg_invariant(&f->cfg, loop, lin->t[i].v)) return false;
  return true;
}

/* When a block of the loop is passed: in every round that comes to block `from`, if `cond`, the same in all
 * rounds, is `when`; or always if there is no `cond`. */
struct passing {
  int from;
  LLVMValueRef cond;
  bool when;
};

static bool passes(const struct omen_fn *f, int loop, int block, struct passing *p) {
  const struct omen_cfg *g = &f->cfg;
  const struct omen_block *b = &g->blocks[block];
  *p = (struct passing){.from = block};
  if (omen_cfg_dominates(g, block, g->loops[loop].latch)) return true;
  if (b->npred != 1) return false;
  p->from = b->pred[0];
  LLVMValueRef end = LLVMGetBasicBlockTerminator(g->blocks[p->from].bb);
  if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end)) return false;
  p->cond = LLVMGetCondition(end);
  p->when = LLVMGetSuccessor(end, 0) == b->bb;
  return omen_cfg_invariant(g, loop, p->cond) && omen_cfg_dominates(g, p->from, g->loops[loop].latch);
}

static bool fixed(struct omen_fn *f, int loop, LLVMValueRef v) {
  return !v || omen_cfg_invariant(&f->cfg, loop, v);
}

/* What is a range already stays one, and may only be repeated as it is in every round of the outer loop. */
static bool move_range(struct omen_fn *f, int loop, struct omen_ins_access *a, bool always) {
  const struct omen_test *t = &a->rounds.test;
  return always && terms_invariant(f, loop, &a->lin) && fixed(f, loop, t->iv.start) &&
         fixed(f, loop, t->bound) && fixed(f, loop, a->sway.v) && fixed(f, loop, a->product.x) &&
         fixed(f, loop, a->product.y);
}

static bool move_single(struct omen_fn *f, const struct candidate_loop *l, struct omen_ins_access *a,
                        bool always) {
  struct course c;
  if (a->product.x || !split(f, l->loop, a, &c)) return false;
  if (a->base && c.sway.v) return false; /* which end is the last is not known */
  a->lin = c.first;
  a->product = c.product;
  if (c.stride == 0 && !c.sway.v && always) return true;
  a->ranged = true;
  a->stride = c.stride;
  a->sway = c.sway;
  a->rounds = (struct omen_rounds){l->test, always};
  return true;
}

/* Moves the access in front of the loop; false when it stays. */
static bool hoist(struct omen_fn *f, const struct candidate_loop *c, const struct passing *p,
                  struct omen_ins_access *a) {
  const struct omen_cfg *g = &f->cfg;
  const struct omen_cfg_loop *l = &g->loops[c->loop];
  if (a->gone || a->len || a->mask || !a->lin.n) return false;
  if (a->base && (a->open || !omen_cfg_invariant(g, c->loop, a->base))) return false;
  if (a->cond && (p->cond || !fixed(f, c->loop, a->cond))) return false;
  /* Up to the test a round is begun once more than it is finished; so it is begun at least once. */
  bool always = omen_cfg_dominates(g, p->from, l->exiting);
  if (!(a->ranged ? move_range(f, c->loop, a, always) : move_single(f, c, a, always))) return false;
  if (p->cond) {
    a->cond = p->cond;
    a->when = p->when;
  }
  a->hoisted = true;
  a->block = l->preheader;
  return true;
}

static void hoist_block(struct omen_fn *f, const struct candidate_loop *c, int block) {
  struct passing p;
  if (!passes(f, c->loop, block, &p)) return;
  int to = f->cfg.loops[c->loop].preheader;
  for (int *at = &f->first[block]; *at >= 0;) {
    int i = *at;
    struct omen_ins_access *a = &f->acc[i];
    if (!hoist(f, c, &p, a)) {
      at = &a->next;
      continue;
    }
    *at = a->next;
    a->next = f->first[to];
    f->first[to] = i;
  }
}

void omen_fn_hoist(struct omen_fn *f) {
  const struct omen_cfg *g = &f->cfg;
  struct candidate_loop c;
  for (int loop = g->nloops - 1; loop >= 0; loop--) {
    if (!accept(f, loop, &c)) continue;
    const struct omen_cfg_loop *l = &g->loops[loop];
    for (int i = 0; i < l->nblocks; i++)
      if (g->blocks[l->blocks[i]].loop == loop) hoist_block(f, &c, l->blocks[i]);
    omen_fn_join_ranges(f, l->preheader);
  }
}
