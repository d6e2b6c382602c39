/* See iv.h. Wrap-around is ruled out for every accepted form, or is known to be undefined behaviour. */
#include "ir/iv.h"

static bool int_const(LLVMValueRef v, int64_t *out) {
  if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64) return false;
  *out = LLVMConstIntGetSExtValue(v);
  return true;
}

/* v = from + offset, in integers of one width. Flags say that this addition does not wrap. */
static bool plus_const(LLVMValueRef v, LLVMValueRef from, int64_t *offset, bool *nsw, bool *nuw) {
  if (!LLVMIsAInstruction(v)) return false;
  LLVMOpcode op = LLVMGetInstructionOpcode(v);
  if ((op != LLVMAdd && op != LLVMSub) || LLVMGetOperand(v, 0) != from) return false;
  if (!int_const(LLVMGetOperand(v, 1), offset) || *offset == INT64_MIN) return false;
  *nsw = LLVMGetNSW(v);
  /* a negative constant added without unsigned wrap never happens; subtraction's nuw is about going down */
  *nuw = LLVMGetNUW(v) && (op == LLVMSub || *offset > 0);
  if (op == LLVMSub) *offset = -*offset;
  return true;
}

/* v = from + offset bytes. */
static bool plus_bytes(LLVMTargetDataRef td, LLVMValueRef v, LLVMValueRef from, int64_t *offset,
                       bool *inbounds) {
  if (!LLVMIsAInstruction(v) || LLVMGetInstructionOpcode(v) != LLVMGetElementPtr) return false;
  struct omen_linear l;
  omen_linear_of(td, v, &l);
  if (l.n != 1 || l.t[0].v != from || l.t[0].coef != 1 || l.t[0].ext != OMEN_EXT_NONE) return false;
  *offset = l.c;
  *inbounds = LLVMIsInBounds(v);
  return true;
}

static bool advance(LLVMTargetDataRef td, LLVMValueRef v, const struct omen_iv *iv, int64_t *offset,
                    bool *nsw, bool *nuw) {
  if (!iv->pointer) return plus_const(v, iv->phi, offset, nsw, nuw);
  bool inbounds = false;
  if (!plus_bytes(td, v, iv->phi, offset, &inbounds)) return false;
  *nsw = *nuw = inbounds; /* objects lie neither across address 0 nor across the middle */
  return true;
}

bool omen_iv_of(const struct omen_cfg *g, int loop, LLVMTargetDataRef td, LLVMValueRef phi,
                struct omen_iv *iv) {
  const struct omen_cfg_loop *l = &g->loops[loop];
  if (!LLVMIsAPHINode(phi) || l->latch < 0 || LLVMCountIncoming(phi) != 2) return false;
  if (omen_cfg_block_of(g, phi) != l->header) return false;
  unsigned back = LLVMGetIncomingBlock(phi, 0) == g->blocks[l->latch].bb ? 0 : 1;
  if (LLVMGetIncomingBlock(phi, back) != g->blocks[l->latch].bb) return false;
  LLVMTypeRef type = LLVMTypeOf(phi);
  *iv = (struct omen_iv){.phi = phi, .width = 64};
  iv->next = LLVMGetIncomingValue(phi, back);
  iv->start = LLVMGetIncomingValue(phi, 1 - back);
  iv->pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
  if (iv->pointer) {
    if (LLVMGetPointerAddressSpace(type) != 0) return false;
  } else {
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) > 64) return false;
    iv->width = LLVMGetIntTypeWidth(type);
  }
  return advance(td, iv->next, iv, &iv->step, &iv->nsw, &iv->nuw) && iv->step != 0;
}

static LLVMIntPredicate swapped(LLVMIntPredicate p) {
  switch (p) {
  case LLVMIntUGT: return LLVMIntULT;
  case LLVMIntUGE: return LLVMIntULE;
  case LLVMIntULT: return LLVMIntUGT;
  case LLVMIntULE: return LLVMIntUGE;
  case LLVMIntSGT: return LLVMIntSLT;
  case LLVMIntSGE: return LLVMIntSLE;
  case LLVMIntSLT: return LLVMIntSGT;
  case LLVMIntSLE: return LLVMIntSGE;
  default: return p;
  }
}

LLVMIntPredicate omen_iv_inverse(LLVMIntPredicate p) {
  switch (p) {
  case LLVMIntEQ: return LLVMIntNE;
  case LLVMIntNE: return LLVMIntEQ;
  case LLVMIntUGT: return LLVMIntULE;
  case LLVMIntUGE: return LLVMIntULT;
  case LLVMIntULT: return LLVMIntUGE;
  case LLVMIntULE: return LLVMIntUGT;
  case LLVMIntSGT: return LLVMIntSLE;
  case LLVMIntSGE: return LLVMIntSLT;
  case LLVMIntSLT: return LLVMIntSGE;
  default: return LLVMIntSGT;
  }
}

/* Is the value a multiple of this power of two, whatever wraps? Unrolled and vectorised loops round their
 * bounds. */
static bool multiple_of(LLVMValueRef v, uint64_t power, int depth) {
  int64_t k;
  if (int_const(v, &k)) return ((uint64_t)k & (power - 1)) == 0;
  if (depth > 6 || !LLVMIsAInstruction(v)) return false;
  LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetNumOperands(v) > 1 ? LLVMGetOperand(v, 1) : NULL;
  switch (LLVMGetInstructionOpcode(v)) {
  case LLVMAnd: return multiple_of(a, power, depth + 1) || multiple_of(b, power, depth + 1);
  case LLVMMul: return multiple_of(a, power, depth + 1) || multiple_of(b, power, depth + 1);
  case LLVMShl: return int_const(b, &k) && k >= 0 && k < 63 && (1ull << k) >= power;
  case LLVMSub:
    if (LLVMIsAInstruction(b) && LLVMGetInstructionOpcode(b) == LLVMURem && LLVMGetOperand(b, 0) == a)
      return multiple_of(LLVMGetOperand(b, 1), power, depth + 1); /* x - x % 8 */
    return multiple_of(a, power, depth + 1) && multiple_of(b, power, depth + 1);
  case LLVMAdd:
  case LLVMOr: return multiple_of(a, power, depth + 1) && multiple_of(b, power, depth + 1);
  case LLVMZExt:
  case LLVMSExt: return multiple_of(a, power, depth + 1);
  default: return false;
  }
}

/* Do steps of this size meet the bound exactly, even without a flag that forbids wrapping? */
static bool meets(const struct omen_test *t) {
  uint64_t step = t->iv.step < 0 ? -(uint64_t)t->iv.step : (uint64_t)t->iv.step;
  if (step & (step - 1) || t->iv.pointer || (uint64_t)t->offset & (step - 1)) return false;
  return multiple_of(t->iv.start, step, 0) && multiple_of(t->bound, step, 0);
}

/* Must the loop end by this test, with the number of rounds that build_rounds computes? Unit steps meet or
 * pass the bound without wrapping first, except "<= MAX" and the like; longer ones need a no-wrap flag. */
static bool must_end(const struct omen_test *t) {
  const struct omen_iv *iv = &t->iv;
  bool unit = iv->step == 1 || iv->step == -1, up = iv->step > 0;
  switch (t->go_on) {
  case LLVMIntNE: return unit || iv->nsw || iv->nuw || meets(t);
  case LLVMIntSLT: return up && (unit || iv->nsw);
  case LLVMIntSLE: return up && iv->nsw;
  case LLVMIntSGT: return !up && (unit || iv->nsw);
  case LLVMIntSGE: return !up && iv->nsw;
  case LLVMIntULT: return up && (unit || iv->nuw);
  case LLVMIntULE: return up && iv->nuw;
  case LLVMIntUGT: return !up && (unit || iv->nuw);
  case LLVMIntUGE: return !up && iv->nuw;
  default: return false;
  }
}

/* Is `v` an induction variable of this loop, or one plus a constant? */
static bool side_of_iv(const struct omen_cfg *g, int loop, LLVMTargetDataRef td, LLVMValueRef v,
                       struct omen_test *t) {
  bool nsw = true, nuw = true;
  t->offset = 0;
  if (omen_iv_of(g, loop, td, v, &t->iv)) return true;
  if (!LLVMIsAInstruction(v) || LLVMGetNumOperands(v) < 2) return false;
  if (!omen_iv_of(g, loop, td, LLVMGetOperand(v, 0), &t->iv)) return false;
  if (!advance(td, v, &t->iv, &t->offset, &nsw, &nuw)) return false;
  /* Testing the next value is testing the phi a round later. Any other distance is wrapped into the first
   * value compared, so the sum must not wrap on its own. */
  if (v == t->iv.next) return true;
  t->iv.nsw &= nsw;
  t->iv.nuw &= nuw;
  return nsw && nuw;
}

bool omen_iv_test(const struct omen_cfg *g, int loop, LLVMTargetDataRef td, int block, struct omen_test *t) {
  const struct omen_block *b = &g->blocks[block];
  LLVMValueRef br = LLVMGetBasicBlockTerminator(b->bb);
  if (!LLVMIsABranchInst(br) || !LLVMIsConditional(br)) return false;
  bool stay0 = omen_cfg_loop_has(g, loop, b->succ[0]), stay1 = omen_cfg_loop_has(g, loop, b->succ[1]);
  if (stay0 == stay1) return false;
  LLVMValueRef cmp = LLVMGetCondition(br);
  if (!LLVMIsAICmpInst(cmp)) return false;
  LLVMValueRef left = LLVMGetOperand(cmp, 0), right = LLVMGetOperand(cmp, 1);
  LLVMIntPredicate p = LLVMGetICmpPredicate(cmp);
  *t = (struct omen_test){.block = block};
  if (side_of_iv(g, loop, td, left, t))
    t->bound = right;
  else if (side_of_iv(g, loop, td, right, t)) {
    t->bound = left;
    p = swapped(p);
  } else
    return false;
  if (!omen_cfg_invariant(g, loop, t->bound)) return false;
  t->go_on = stay0 ? p : omen_iv_inverse(p);
  return must_end(t);
}

bool omen_loop_counted(const struct omen_cfg *g, int loop, LLVMTargetDataRef td) {
  const struct omen_cfg_loop *l = &g->loops[loop];
  if (l->latch < 0) return false;
  struct omen_test t;
  for (int b = l->latch;; b = g->blocks[b].idom) { /* blocks that every iteration passes */
    if (g->blocks[b].loop == loop && omen_iv_test(g, loop, td, b, &t)) return true;
    if (b == l->header) return false;
  }
}

bool omen_iv_follows(const struct omen_iv *iv, enum omen_ext ext) {
  if (iv->width == 64) return true;
  return ext == OMEN_EXT_SIGN ? iv->nsw : iv->nuw;
}

static bool moves_on(const struct omen_cfg *g, int loop, LLVMTargetDataRef td, LLVMValueRef ptr) {
  LLVMTypeRef type = LLVMTypeOf(ptr);
  if (LLVMGetTypeKind(type) != LLVMPointerTypeKind || LLVMGetPointerAddressSpace(type) != 0) return false;
  struct omen_linear l;
  struct omen_iv iv;
  uint64_t stride = 0;
  omen_linear_of(td, ptr, &l);
  for (int i = 0; i < l.n; i++) {
    if (omen_cfg_invariant(g, loop, l.t[i].v)) continue;
    if (!omen_iv_of(g, loop, td, l.t[i].v, &iv) || !omen_iv_follows(&iv, l.t[i].ext)) return false;
    stride += (uint64_t)iv.step * (uint64_t)l.t[i].coef;
  }
  return stride != 0;
}

bool omen_loop_walks(const struct omen_cfg *g, int loop, LLVMTargetDataRef td) {
  const struct omen_cfg_loop *l = &g->loops[loop];
  if (l->latch < 0) return false;
  for (int b = l->latch;; b = g->blocks[b].idom) {
    LLVMValueRef v = g->blocks[b].loop == loop ? LLVMGetFirstInstruction(g->blocks[b].bb) : NULL;
    for (; v; v = LLVMGetNextInstruction(v)) {
      bool store = LLVMIsAStoreInst(v);
      if ((store || LLVMIsALoadInst(v)) && moves_on(g, loop, td, LLVMGetOperand(v, store ? 1 : 0)))
        return true;
    }
    if (b == l->header) return false;
  }
}

static LLVMValueRef as_integer(LLVMBuilderRef b, const struct omen_iv *iv, LLVMValueRef v) {
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetTypeContext(LLVMTypeOf(v)));
  return iv->pointer ? LLVMBuildPtrToInt(b, v, i64, "") : v;
}

LLVMValueRef omen_iv_build_rounds(LLVMBuilderRef b, const struct omen_test *t) {
  const struct omen_iv *iv = &t->iv;
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetTypeContext(LLVMTypeOf(iv->phi)));
  LLVMValueRef bound = as_integer(b, iv, t->bound), first = as_integer(b, iv, iv->start);
  LLVMTypeRef type = LLVMTypeOf(first);
  if (t->offset) first = LLVMBuildAdd(b, first, LLVMConstInt(type, (uint64_t)t->offset, 1), "");
  bool up = iv->step > 0, or_equal = false;
  switch (t->go_on) {
  case LLVMIntSLE:
  case LLVMIntSGE:
  case LLVMIntULE:
  case LLVMIntUGE: or_equal = true; break;
  default: break;
  }
  LLVMValueRef gap = up ? LLVMBuildSub(b, bound, first, "") : LLVMBuildSub(b, first, bound, "");
  if (t->go_on != LLVMIntNE && !or_equal) gap = LLVMBuildSub(b, gap, LLVMConstInt(type, 1, 0), "");
  if (iv->width < 64) gap = LLVMBuildZExt(b, gap, i64, "");
  uint64_t step = up ? (uint64_t)iv->step : -(uint64_t)iv->step;
  LLVMValueRef rounds = step == 1 ? gap : LLVMBuildUDiv(b, gap, LLVMConstInt(i64, step, 0), "");
  if (t->go_on == LLVMIntNE) return rounds;
  rounds = LLVMBuildAdd(b, rounds, LLVMConstInt(i64, 1, 0), "");
  LLVMValueRef any = LLVMBuildICmp(b, t->go_on, first, bound, "");
  return LLVMBuildSelect(b, any, rounds, LLVMConstInt(i64, 0, 0), "");
}
