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
  const struct omen_loop *l = &g->loops[loop];
  if (l->preheader < 0 || l->latch < 0 || l->exiting < 0) return false;
  for (int i = 0; i < l->nblocks; i++)
    if (f->busy[l->blocks[i]]) return false;
  if (g->blocks[l->exiting].loop != loop || !omen_cfg_dominates(g, l->exiting, l->latch)) return false;
  c->loop = loop;
  return omen_iv_test(g, loop, f->x->td, l->exiting, &c->test);
}

/* Does sign or zero extension of the induction variable follow it through all rounds? Wrapping would be
 * poison. */
static bool follows(const struct omen_iv *iv, enum omen_ext ext) {
  if (iv->width == 64) return true;
  return ext == OMEN_EXT_SIGN ? iv->nsw : iv->nuw;
}

/* Splits an address into the one of the first round and the bytes between rounds; false when it is not
 * linear. */
static bool split(struct omen_fn *f, int loop, const struct omen_linear *lin, struct omen_linear *first,
                  int64_t *stride) {
  *first = (struct omen_linear){.c = lin->c};
  uint64_t step = 0;
  for (int i = 0; i < lin->n; i++) {
    const struct omen_term *t = &lin->t[i];
    struct omen_iv iv;
    if (omen_cfg_invariant(&f->cfg, loop, t->v)) {
      if (!omen_linear_add(f->x->td, first, t->v, t->ext, t->coef)) return false;
      continue;
    }
    if (!omen_iv_of(&f->cfg, loop, f->x->td, t->v, &iv) || !follows(&iv, t->ext)) return false;
    if (!omen_linear_add(f->x->td, first, iv.start, t->ext, t->coef)) return false;
    step += (uint64_t)iv.step * (uint64_t)t->coef;
  }
  *stride = (int64_t)step;
  return true;
}

static bool terms_invariant(struct omen_fn *f, int loop, const struct omen_linear *lin) {
  for (int i = 0; i < lin->n; i++)
    if (!omen_cfg_invariant(&f->cfg, loop, lin->t[i].v)) return false;
  return true;
}

/* What is a range already stays one, and may only be repeated as it is in every round of the outer loop. */
static bool move_range(struct omen_fn *f, const struct candidate_loop *c, struct omen_access *a,
                       bool always) {
  const struct omen_iv *iv = &a->rounds.test.iv;
  if (!always || !terms_invariant(f, c->loop, &a->lin)) return false;
  if (!omen_cfg_invariant(&f->cfg, c->loop, iv->start)) return false;
  return omen_cfg_invariant(&f->cfg, c->loop, a->rounds.test.bound);
}

static bool move_single(struct omen_fn *f, const struct candidate_loop *c, struct omen_access *a,
                        bool always) {
  struct omen_linear first;
  int64_t stride;
  if (!split(f, c->loop, &a->lin, &first, &stride) || stride == INT64_MIN) return false;
  a->lin = first;
  if (stride == 0 && always) return true;
  a->ranged = true;
  a->stride = stride;
  a->rounds = (struct omen_rounds){c->test, always};
  return true;
}

/* Moves the access in front of the loop; false when it stays. */
static bool hoist(struct omen_fn *f, const struct candidate_loop *c, struct omen_access *a) {
  const struct omen_cfg *g = &f->cfg;
  const struct omen_loop *l = &g->loops[c->loop];
  if (a->gone || a->len || a->mask || !a->lin.n) return false;
  /* Up to the test a round is begun once more than it is finished; so it is begun at least once. */
  bool always = omen_cfg_dominates(g, a->block, l->exiting);
  if (!(a->ranged ? move_range(f, c, a, always) : move_single(f, c, a, always))) return false;
  a->hoisted = true;
  a->block = l->preheader;
  return true;
}

static void hoist_block(struct omen_fn *f, const struct candidate_loop *c, int block) {
  int to = f->cfg.loops[c->loop].preheader;
  for (int *at = &f->first[block]; *at >= 0;) {
    int i = *at;
    struct omen_access *a = &f->acc[i];
    if (!hoist(f, c, a)) {
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
    const struct omen_loop *l = &g->loops[loop];
    for (int i = 0; i < l->nblocks; i++)
      if (g->blocks[l->blocks[i]].loop == loop && omen_cfg_dominates(g, l->blocks[i], l->latch))
        hoist_block(f, &c, l->blocks[i]);
    omen_fn_join_ranges(f, l->preheader);
  }
}
