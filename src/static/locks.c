/* See locks.h. */
#include "static/locks.h"
#include <stdlib.h>
#include <string.h>

void omen_lockset_release(struct omen_lockset *s) { omen_bitset_release(&s->given); }

void omen_lockset_copy(struct omen_lockset *to, const struct omen_lockset *from) {
  struct omen_bitset given = to->given;
  given.n = 0;
  omen_bitset_union(&given, &from->given);
  *to = *from;
  to->given = given;
}

static bool same_address(struct omen_program *p, LLVMValueRef a, LLVMValueRef b) {
  struct omen_linear x, y;
  if (a == b) return true;
  omen_linear_of(p->td, a, &x);
  omen_linear_of(p->td, b, &y);
  return x.c == y.c && omen_linear_same_terms(&x, &y);
}

static bool same_lock(struct omen_program *p, const struct omen_lock_held *a,
                      const struct omen_lock_held *b) {
  return (a->loc && a->loc == b->loc) || (a->base && a->base == b->base && a->off == b->off) ||
         (a->ptr && b->ptr && same_address(p, a->ptr, b->ptr));
}

static struct omen_lock_held *find(struct omen_program *p, struct omen_lockset *s,
                                   const struct omen_lock_held *h) {
  for (uint32_t i = 0; i < s->n; i++)
    if (same_lock(p, &s->v[i], h)) return &s->v[i];
  return NULL;
}

static void take(struct omen_program *p, struct omen_lockset *s, const struct omen_lock_held *h) {
  struct omen_lock_held *old = find(p, s, h);
  if (old)
    old->shared &= h->shared;
  else if (s->n < OMEN_HELD_MOST)
    s->v[s->n++] = *h;
}

bool omen_lockset_meet(struct omen_program *p, struct omen_lockset *to, const struct omen_lockset *from) {
  if (from->unreached) return false;
  if (to->unreached) {
    omen_lockset_copy(to, from);
    return true;
  }
  bool changed = omen_bitset_union(&to->given, &from->given);
  for (uint32_t i = 0; i < to->n;) {
    const struct omen_lock_held *other = find(p, (struct omen_lockset *)from, &to->v[i]);
    if (!other) {
      to->v[i] = to->v[--to->n];
      changed = true;
      continue;
    }
    if (other->shared && !to->v[i].shared) to->v[i].shared = changed = true;
    if (to->v[i].loc && other->loc != to->v[i].loc) to->v[i].loc = 0, changed = true;
    if (to->v[i].base && (other->base != to->v[i].base || other->off != to->v[i].off))
      to->v[i].base = NULL, changed = true;
    if (to->v[i].ptr && (!other->ptr || !same_address(p, to->v[i].ptr, other->ptr)))
      to->v[i].ptr = NULL, changed = true;
    i++;
  }
  return changed;
}

/* The one loc of which there is only one instance; 0: it is not known to be so. */
static uint32_t only_loc(struct omen_program *p, uint32_t node) {
  uint32_t loc = 0;
  for (struct omen_bititer i = omen_bititer(omen_pt_of(&p->pt, node)); omen_bititer_next(&i);) {
    if (loc || p->pt.locs[i.x].stride || !p->pt.objects[p->pt.locs[i.x].obj].once) return 0;
    loc = i.x + 1;
  }
  return loc;
}

/* What is done once may be done again where the program sets the control back. */
static bool once_only(struct omen_program *p, const struct omen_lock_held *h) {
  if (!h->loc) return false;
  uint64_t *known = omen_table_at(&p->reset, h->loc);
  if (!*known) *known = omen_written(p, h->loc - 1, false) ? 2 : 1;
  return *known == 1;
}

static bool lock_of(struct omen_program *p, LLVMValueRef ptr, bool shared, struct omen_lock_held *h) {
  *h = (struct omen_lock_held){.ptr = ptr, .node = omen_node_of(p, ptr), .shared = shared};
  if (!h->node) return false;
  h->loc = only_loc(p, h->node);
  if (!omen_constant_distance(p, ptr, &h->base, &h->off)) h->base = NULL;
  if (h->base && LLVMIsAGlobalVariable(h->base)) h->base = NULL; /* known by what it is */
  return true;
}

bool omen_held_still(struct omen_program *p, const struct omen_lock_held *h,
                     const struct omen_bitset *given) {
  return !given->n ||
         (!omen_bitset_has(given, p->any_lock_loc) && !omen_locs_meet(p, omen_pt_of(&p->pt, h->node), given));
}

static void give(struct omen_program *p, struct omen_lockset *s, LLVMValueRef ptr) {
  struct omen_lock_held h;
  bool known = lock_of(p, ptr, false, &h);
  struct omen_lock_held *own = known ? find(p, s, &h) : NULL;
  if (own) {
    *own = s->v[--s->n];
    return;
  }
  if (!h.node) return;
  const struct omen_bitset *locs = omen_pt_of(&p->pt, h.node);
  omen_bitset_union(&s->given, locs);
  for (uint32_t i = 0; i < s->n;)
    if (omen_locs_meet(p, omen_pt_of(&p->pt, s->v[i].node), locs))
      s->v[i] = s->v[--s->n];
    else
      i++;
}

/* What a callee leaves taken, in the caller's words; the lock of its parameter is that of the argument. */
static bool outward(struct omen_program *p, LLVMValueRef inst, LLVMValueRef callee,
                    const struct omen_lock_held *h, struct omen_lock_held *out) {
  *out = *h;
  out->base = out->ptr = NULL;
  for (unsigned i = 0; h->base && i < LLVMCountParams(callee) && i < LLVMGetNumArgOperands(inst); i++) {
    LLVMValueRef base;
    int64_t off;
    if (LLVMGetParam(callee, i) != h->base) continue;
    if (!omen_constant_distance(p, LLVMGetOperand(inst, i), &base, &off)) continue;
    out->base = LLVMIsAGlobalVariable(base) ? NULL : base;
    out->off = off + h->off;
    uint32_t moved = omen_pt_node(&p->pt); /* the argument's own locs are fewer than the parameter's */
    uint32_t from = omen_node_of(p, base);
    for (struct omen_bititer k = omen_bititer(omen_pt_of(&p->pt, from)); from && omen_bititer_next(&k);) {
      const struct omen_loc l = p->pt.locs[k.x];
      omen_pt_points(&p->pt, moved, omen_pt_loc(&p->pt, l.obj, l.off + out->off, l.stride));
    }
    if (omen_pt_of(&p->pt, moved)->n) out->node = moved;
    if (!out->loc) out->loc = only_loc(p, out->node);
  }
  return out->loc || out->base;
}

/* What may have been given back is no longer held. */
static void lose(struct omen_program *p, struct omen_lockset *s, const struct omen_bitset *given) {
  omen_bitset_union(&s->given, given);
  for (uint32_t i = 0; i < s->n;)
    if (omen_held_still(p, &s->v[i], given))
      i++;
    else
      s->v[i] = s->v[--s->n];
}

/* A function of a library calls it back, perhaps not even once. */
static bool calls_back(const struct omen_call_site *c) {
  return c->known && (c->known->kind == OMEN_CALL_ONCE || c->known->kind == OMEN_CALL_CALLBACK);
}

static void pass_callees(const struct omen_locks *l, struct omen_program *p, struct omen_lockset *s,
                         uint32_t call) {
  const struct omen_call_site *c = &p->calls[call];
  struct omen_lockset all = {.unreached = true};
  for (uint32_t i = 0; i < c->callees.n; i++) {
    const struct omen_lockset *w = &l->whole[c->callees.v[i]];
    struct omen_lockset one = {0};
    if (w->unreached) continue;
    omen_bitset_union(&one.given, &w->given);
    for (uint32_t k = 0; k < w->n; k++) {
      struct omen_lock_held h;
      if (outward(p, c->inst, p->fns[c->callees.v[i]].value, &w->v[k], &h)) take(p, &one, &h);
    }
    omen_lockset_meet(p, &all, &one);
    omen_lockset_release(&one);
  }
  if (all.unreached) {
    /* none of them returns, as far as is known; but an exception may come out */
    if (c->callees.n && !c->unknown && !calls_back(c) && !LLVMIsAInvokeInst(c->inst)) s->unreached = true;
    if (LLVMIsAInvokeInst(c->inst)) s->n = 0;
    return;
  }
  lose(p, s, &all.given);
  for (uint32_t i = 0; i < all.n && !c->unknown && !calls_back(c); i++) take(p, s, &all.v[i]);
  omen_lockset_release(&all);
}

static void pass_known(struct omen_program *p, struct omen_lockset *s, LLVMValueRef inst,
                       const struct omen_known_call *k) {
  struct omen_lock_held h;
  if (k->a < 0 || (unsigned)k->a >= LLVMGetNumArgOperands(inst)) return;
  LLVMValueRef ptr = LLVMGetOperand(inst, (unsigned)k->a);
  switch (k->kind) {
  case OMEN_CALL_LOCK:
  case OMEN_CALL_READ_LOCK:
    if (lock_of(p, ptr, k->kind == OMEN_CALL_READ_LOCK, &h)) take(p, s, &h);
    break;
  case OMEN_CALL_UNLOCK: give(p, s, ptr); break;
  case OMEN_CALL_GUARD_END:
    give(p, s, ptr); /* and then it has been done */
    if (lock_of(p, ptr, true, &h)) take(p, s, &h);
    break;
  case OMEN_CALL_ONCE:
    if (lock_of(p, ptr, true, &h) && once_only(p, &h)) take(p, s, &h);
    break;
  default: break;
  }
}

/* The value becomes another: what lies beside the old one is no longer known. */
static bool renew(struct omen_lockset *s, LLVMValueRef inst) {
  bool changed = false;
  for (uint32_t i = 0; i < s->n;) {
    if (s->v[i].base == inst) s->v[i].base = NULL, changed = true;
    if (!s->v[i].base && !s->v[i].loc && !s->v[i].ptr)
      s->v[i] = s->v[--s->n];
    else
      i++;
  }
  return changed;
}

bool omen_locks_pass(const struct omen_locks *l, struct omen_program *p, struct omen_lockset *s,
                     LLVMValueRef inst) {
  uint64_t call;
  bool changed = renew(s, inst);
  if (s->unreached || !omen_is_call(inst) || !omen_map_get(&p->call_of, inst, &call)) return changed;
  if (p->calls[call].callees.n) pass_callees(l, p, s, (uint32_t)call);
  if (p->calls[call].unknown && l->given_outside.n) lose(p, s, &l->given_outside);
  if (p->calls[call].known) pass_known(p, s, inst, p->calls[call].known);
  if (omen_comes_again(inst) || p->calls[call].gives) { /* and then nobody knows what is held */
    s->n = 0;
    omen_bitset_add(&s->given, p->any_lock_loc);
  }
  return true;
}

/* ---- branches on the result of a try ---- */

/* Follows `v is true/false` to a value that is then zero, or not zero. */
static LLVMValueRef told(LLVMValueRef v, bool truth, bool *zero) {
  for (int i = 0; i < 12; i++) {
    if (!LLVMIsAInstruction(v)) return NULL;
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    if (op == LLVMZExt || op == LLVMTrunc || op == LLVMSExt || op == LLVMFreeze) {
      v = LLVMGetOperand(v, 0);
    } else if (op == LLVMXor && LLVMIsAConstantInt(LLVMGetOperand(v, 1)) &&
               LLVMGetIntTypeWidth(LLVMTypeOf(v)) == 1) {
      truth = !truth;
      v = LLVMGetOperand(v, 0);
    } else if (op == LLVMICmp && LLVMIsAConstantInt(LLVMGetOperand(v, 1)) &&
               LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1)) == 0 &&
               (LLVMGetICmpPredicate(v) == LLVMIntEQ || LLVMGetICmpPredicate(v) == LLVMIntNE)) {
      if (LLVMGetICmpPredicate(v) == LLVMIntEQ) truth = !truth;
      v = LLVMGetOperand(v, 0);
    } else {
      *zero = !truth;
      return v;
    }
  }
  return NULL;
}

/* Does any lock change hands from here to the end of the block? */
static bool changes_locks(struct omen_program *p, LLVMValueRef v) {
  for (; v; v = LLVMGetNextInstruction(v)) {
    uint64_t call;
    if (omen_is_call(v) && omen_map_get(&p->call_of, v, &call) &&
        (!p->calls[call].known || p->calls[call].known->kind != OMEN_CALL_QUIET))
      return true;
  }
  return false;
}

/* Is the value's block the one that ends here, or does it lead here and nowhere else, and no lock changes
 * hands on the way? */
static bool leads(struct omen_program *p, const struct omen_cfg *g, LLVMValueRef v, int block) {
  int from = omen_cfg_block_of(g, v);
  for (int i = 0; i < 4 && block >= 0; i++) {
    if (from == block) return !changes_locks(p, LLVMGetNextInstruction(v));
    if (changes_locks(p, LLVMGetFirstInstruction(g->blocks[block].bb))) return false;
    block = g->blocks[block].npred == 1 ? g->blocks[block].pred[0] : -1;
  }
  return false;
}

static void learn(struct omen_program *p, const struct omen_cfg *g, int block, int succ,
                  struct omen_lockset *s) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(g->blocks[block].bb), v;
  struct omen_lock_held h;
  uint64_t call;
  bool zero;
  if (!end || !LLVMIsABranchInst(end) || !LLVMIsConditional(end)) return;
  if (LLVMGetSuccessor(end, 0) == LLVMGetSuccessor(end, 1)) return;
  v = told(LLVMGetCondition(end), LLVMGetSuccessor(end, 0) == g->blocks[succ].bb, &zero);
  if (!v || !leads(p, g, v, block)) return;
  if (LLVMIsALoadInst(v) && !zero &&
      LLVMGetOrdering(v) == LLVMAtomicOrderingAcquire) { /* a guard that is set */
    LLVMValueRef var = omen_base_of(LLVMGetOperand(v, 0));
    if (LLVMIsAGlobalVariable(var) && !strncmp(omen_value_name(var), "_ZGV", 4) &&
        lock_of(p, LLVMGetOperand(v, 0), true, &h))
      take(p, s, &h);
    return;
  }
  if (!omen_is_call(v) || !omen_map_get(&p->call_of, v, &call) || !p->calls[call].known) return;
  enum omen_call_kind k = p->calls[call].known->kind;
  LLVMValueRef lock = LLVMGetOperand(v, 0);
  bool got = ((k == OMEN_CALL_TRY || k == OMEN_CALL_READ_TRY) && zero) || k == OMEN_CALL_GUARD;
  bool shared = k == OMEN_CALL_READ_TRY || (k == OMEN_CALL_GUARD && zero);
  if (got && lock_of(p, lock, shared, &h)) take(p, s, &h);
}

/* ---- functions ---- */

/* Values become others when a loop goes round. */
static void go_round(struct omen_lockset *s) {
  for (uint32_t i = 0; i < s->n;) {
    s->v[i].ptr = NULL;
    if (s->v[i].base && LLVMIsAInstruction(s->v[i].base)) s->v[i].base = NULL;
    if (s->v[i].base || s->v[i].loc)
      i++;
    else
      s->v[i] = s->v[--s->n];
  }
}

/* An exception comes out of a call: what the callee takes before it returns may not be taken. */
static bool unwinds(const struct omen_cfg *g, int from, int to) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(g->blocks[from].bb);
  return end && LLVMIsAInvokeInst(end) && LLVMGetUnwindDest(end) == g->blocks[to].bb;
}

static bool flow_once(struct omen_locks *l, struct omen_program *p, uint32_t fn) {
  const struct omen_cfg *g = &p->fns[fn].cfg;
  bool changed = false;
  struct omen_lockset at = {0}, edge = {0}, before = {0};
  for (int i = 0; i < g->n; i++) {
    omen_lockset_copy(&at, &l->blocks[fn][i]);
    for (LLVMValueRef v = LLVMGetFirstInstruction(g->blocks[i].bb); v; v = LLVMGetNextInstruction(v)) {
      if (LLVMIsAInvokeInst(v)) omen_lockset_copy(&before, &at);
      omen_locks_pass(l, p, &at, v);
    }
    for (int k = 0; k < g->blocks[i].nsucc && !at.unreached; k++) {
      omen_lockset_copy(&edge, &at);
      learn(p, g, i, g->blocks[i].succ[k], &edge);
      if (g->blocks[i].succ[k] <= i) go_round(&edge);
      if (unwinds(g, i, g->blocks[i].succ[k])) omen_lockset_meet(p, &edge, &before);
      changed |= omen_lockset_meet(p, &l->blocks[fn][g->blocks[i].succ[k]], &edge);
    }
    LLVMValueRef end = LLVMGetBasicBlockTerminator(g->blocks[i].bb);
    if (end && LLVMIsAReturnInst(end)) changed |= omen_lockset_meet(p, &l->whole[fn], &at);
  }
  omen_lockset_release(&at);
  omen_lockset_release(&edge);
  omen_lockset_release(&before);
  return changed;
}

void omen_locks_find(struct omen_locks *l, struct omen_program *p) {
  l->blocks = omen_xcalloc(p->nfns, sizeof *l->blocks);
  l->whole = omen_xcalloc(p->nfns, sizeof *l->whole);
  for (uint32_t f = 0; f < p->nfns; f++) {
    l->whole[f].unreached = true;
    if (!p->fns[f].body) continue;
    l->blocks[f] = omen_xcalloc((size_t)p->fns[f].cfg.n, sizeof **l->blocks);
    for (int i = 1; i < p->fns[f].cfg.n; i++) l->blocks[f][i].unreached = true;
  }
  for (bool more = true; more;) {
    more = false;
    for (uint32_t f = 0; f < p->nfns; f++)
      while (p->fns[f].body && flow_once(l, p, f)) more = true;
    for (uint32_t i = 0; i < p->callbacks.n; i++)
      more |= omen_bitset_union(&l->given_outside, &l->whole[p->callbacks.v[i]].given);
  }
}

void omen_locks_release(struct omen_locks *l, struct omen_program *p) {
  for (uint32_t f = 0; f < p->nfns; f++) {
    for (int i = 0; p->fns[f].body && i < p->fns[f].cfg.n; i++) omen_lockset_release(&l->blocks[f][i]);
    free(l->blocks[f]);
    omen_lockset_release(&l->whole[f]);
  }
  omen_bitset_release(&l->given_outside);
  free(l->blocks);
  free(l->whole);
}

void omen_lockset_enter(struct omen_program *p, uint32_t call, LLVMValueRef callee,
                        const struct omen_lockset *at, const struct omen_lockset *entry,
                        struct omen_lockset *out) {
  const struct omen_call_site *c = &p->calls[call];
  const struct omen_lockset *both[] = {at, entry};
  out->n = 0;
  out->given.n = 0;
  out->unreached = false;
  for (int b = 0; b < 2; b++)
    for (uint32_t i = 0; both[b] && i < both[b]->n; i++) {
      struct omen_lock_held h = both[b]->v[i];
      if (b && !omen_held_still(p, &h, &at->given)) continue;
      LLVMValueRef from = h.base, base;
      int64_t off;
      h.base = h.ptr = NULL;
      for (unsigned k = 0; from && k < LLVMCountParams(callee) && k < LLVMGetNumArgOperands(c->inst); k++)
        if (!h.base && omen_constant_distance(p, LLVMGetOperand(c->inst, k), &base, &off) && base == from) {
          h.base = LLVMGetParam(callee, k);
          h.off -= off;
        }
      if (h.loc || h.base) take(p, out, &h);
    }
  struct omen_lock_held once;
  if (c->known && c->known->kind == OMEN_CALL_ONCE && lock_of(p, LLVMGetOperand(c->inst, 0), false, &once) &&
      once_only(p, &once))
    take(p, out, &once);
}
