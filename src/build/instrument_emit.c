/* Puts into the code what was decided. Checks are calls of helpers that are inlined later: see
 * instrument_helpers.c. */
#define OMEN_ABI_NO_PROTOTYPES
#include "build/instrument_parts.h"
#include "runtime/abi.h"
#include <llvm-c/DebugInfo.h>

LLVMValueRef omen_ins_build(struct omen_ins *x, struct omen_callee f, LLVMValueRef *args, unsigned n) {
  return LLVMBuildCall2(x->b, f.type, f.fn, args, n, "");
}

static int log2_of(uint64_t size) {
  switch (size) {
  case 1: return 0;
  case 2: return 1;
  case 4: return 2;
  case 8: return 3;
  case 16: return 4;
  default: return -1;
  }
}

/* Does an access lie in whole cells, or inside one? An alignment of 4 GiB, as of NULL, is read as 0. */
static bool neat(uint64_t size, unsigned align) { return size == 1 || align >= (size < 4 ? size : 4); }

static void check_at(struct omen_ins *x, const struct omen_ins_access *a, LLVMValueRef ptr, uint64_t offset,
                     uint64_t size, uint32_t site) {
  if (offset) {
    LLVMValueRef index = omen_ins_u64(x, offset);
    ptr = LLVMBuildGEP2(x->b, x->i8, ptr, &index, 1, "");
  }
  LLVMValueRef args[] = {ptr, omen_ins_u32(x, site)};
  bool whole = neat(size, a->align);
  struct omen_callee(*how)[5] = a->light ? (whole ? x->light : x->light_across)
                                : whole  ? x->check
                                         : x->across;
  omen_ins_build(x, how[a->write][log2_of(size)], args, 2);
}

static void check_range(struct omen_ins *x, const struct omen_ins_access *a, LLVMValueRef ptr,
                        LLVMValueRef len, uint32_t site) {
  if (a->base) {
    omen_ins_emit_bounds(x, a, ptr, len, site);
    return;
  }
  LLVMValueRef args[] = {ptr, LLVMBuildIntCast2(x->b, len, x->i64, 0, ""), omen_ins_site_value(x, site)};
  omen_ins_build(x, x->range[a->write], args, 3);
}

/* Sizes that are a few inline pieces (struct copies, wide vectors); false when a call is better. */
static bool check_pieces(struct omen_ins *x, const struct omen_ins_access *a, LLVMValueRef ptr,
                         uint32_t site) {
  if (a->size > (a->align < 4 ? 32 : 64) || a->size % 4) return false;
  bool call = LLVMIsACallInst(a->inst);
  for (uint64_t done = 0; done < a->size;) {
    uint64_t left = a->size - done, piece = left >= 16 ? 16 : left >= 8 ? 8 : 4;
    check_at(x, a, ptr, done, piece, site | (!call ? 0 : done ? OMEN_SITE_TOO : OMEN_SITE_AHEAD));
    done += piece;
  }
  return true;
}

static void check_lane(struct omen_ins *x, const struct omen_ins_access *a, uint32_t site) {
  LLVMValueRef ptr = a->ptr, on = LLVMBuildExtractElement(x->b, a->mask, a->lane, "");
  if (LLVMGetTypeKind(LLVMTypeOf(ptr)) == LLVMVectorTypeKind)
    ptr = LLVMBuildExtractElement(x->b, ptr, a->lane, "");
  else {
    LLVMValueRef index = omen_ins_u64(x, LLVMConstIntGetZExtValue(a->lane) * a->size);
    ptr = LLVMBuildGEP2(x->b, x->i8, ptr, &index, 1, "");
  }
  LLVMValueRef len = LLVMBuildSelect(x->b, on, omen_ins_u64(x, a->size), omen_ins_u64(x, 0), "");
  check_range(x, a, ptr, len, site);
}

/* The number where the access is made at all, else 0. */
static LLVMValueRef build_when(struct omen_ins *x, const struct omen_ins_access *a, LLVMValueRef number) {
  if (!a->cond) return number;
  LLVMValueRef none = omen_ins_u64(x, 0), cond = LLVMBuildFreeze(x->b, a->cond, "");
  return LLVMBuildSelect(x->b, cond, a->when ? number : none, a->when ? none : number, "");
}

static LLVMValueRef build_rounds(struct omen_ins *x, const struct omen_ins_access *a) {
  LLVMValueRef n = omen_iv_build_rounds(x->b, &a->rounds.test);
  if (a->rounds.one_more) n = LLVMBuildAdd(x->b, n, omen_ins_u64(x, 1), "");
  return build_when(x, a, n);
}

static LLVMValueRef widened(struct omen_ins *x, LLVMValueRef v, enum omen_ext ext) {
  if (ext == OMEN_EXT_NONE) return v;
  return ext == OMEN_EXT_SIGN ? LLVMBuildSExt(x->b, v, x->i64, "") : LLVMBuildZExt(x->b, v, x->i64, "");
}

/* The address of a hoisted check: in a loop, of the first round. */
static LLVMValueRef build_address(struct omen_ins *x, const struct omen_ins_access *a) {
  LLVMValueRef ptr = omen_linear_build(x->b, x->c, &a->lin);
  const struct omen_product *p = &a->product;
  if (!p->x) return ptr;
  LLVMValueRef more = LLVMBuildMul(x->b, widened(x, p->x, p->xext), widened(x, p->y, p->yext), "");
  more = LLVMBuildMul(x->b, more, omen_ins_u64(x, (uint64_t)p->coef), "");
  return LLVMBuildGEP2(x->b, x->i8, ptr, &more, 1, "");
}

static LLVMValueRef build_stride(struct omen_ins *x, const struct omen_ins_access *a) {
  LLVMValueRef stride = omen_ins_u64(x, (uint64_t)a->stride);
  if (!a->sway.v) return stride;
  LLVMValueRef more =
      LLVMBuildMul(x->b, widened(x, a->sway.v, a->sway.ext), omen_ins_u64(x, (uint64_t)a->sway.coef), "");
  return LLVMBuildAdd(x->b, more, stride, "");
}

/* All elements that a loop will touch, the first of them at `ptr`. */
static void check_loop(struct omen_ins *x, const struct omen_ins_access *a, LLVMValueRef ptr, uint32_t site) {
  uint64_t step = a->stride < 0 ? -(uint64_t)a->stride : (uint64_t)a->stride;
  LLVMValueRef number = omen_ins_site_value(x, site), count = build_rounds(x, a);
  if (!a->base && (step > a->size || a->sway.v)) {
    LLVMValueRef args[] = {ptr, build_stride(x, a), count, omen_ins_u64(x, a->size), number};
    omen_ins_build(x, x->strided[a->write], args, 5);
    return;
  }
  /* without gaps: (count - 1) * step + size bytes, from the lowest */
  LLVMValueRef last = LLVMBuildSub(x->b, count, omen_ins_u64(x, 1), "");
  LLVMValueRef span = LLVMBuildMul(x->b, last, omen_ins_u64(x, step), "");
  LLVMValueRef len = LLVMBuildAdd(x->b, span, omen_ins_u64(x, a->size), "");
  if (!a->rounds.one_more || a->cond) {
    LLVMValueRef none = LLVMBuildICmp(x->b, LLVMIntEQ, count, omen_ins_u64(x, 0), "");
    len = LLVMBuildSelect(x->b, none, omen_ins_u64(x, 0), len, "");
  }
  if (a->stride < 0) {
    LLVMValueRef back = LLVMBuildNeg(x->b, span, "");
    ptr = LLVMBuildGEP2(x->b, x->i8, ptr, &back, 1, "");
  }
  check_range(x, a, ptr, len, site);
}

/* Of a copy, or of an argument: the call comes behind the last of its checks. */
static uint32_t told_ahead(struct omen_fn *f, const struct omen_ins_access *a) {
  bool too = f->told == a->inst;
  f->told = a->hoisted || a->at ? NULL : a->inst;
  if (!LLVMIsACallInst(a->inst)) return 0;
  return too ? OMEN_SITE_TOO : a->write ? 0 : OMEN_SITE_AHEAD;
}

static void emit_access(struct omen_fn *f, const struct omen_ins_access *a) {
  struct omen_ins *x = f->x;
  LLVMValueRef ptr = a->ptr, at = a->at ? a->at : a->inst;
  if (a->hoisted) at = LLVMGetBasicBlockTerminator(f->cfg.blocks[a->block].bb);
  LLVMPositionBuilderBefore(x->b, at);
  uint32_t site = a->pair ? omen_ins_pair_site(x, a->pair, a->inst, a->size, a->ptr) | OMEN_SITE_READS
                          : omen_ins_site(x, a->inst, a->write ? "w" : "r", a->size, a->ptr);
  site |= told_ahead(f, a);
  if (a->hoisted) ptr = build_address(x, a);
  if (a->run)
    omen_fn_emit_search(f, a, site);
  else if (a->ahead)
    omen_fn_emit_ahead(f, a, site);
  else if (a->mask)
    check_lane(x, a, site);
  else if (a->ranged)
    check_loop(x, a, ptr, site);
  else if (a->len)
    check_range(x, a, ptr, a->len, site);
  else if (a->cond)
    check_range(x, a, ptr, build_when(x, a, omen_ins_u64(x, a->size)), site);
  else if (a->base)
    omen_ins_emit_bounds(x, a, ptr, NULL, site);
  else if (log2_of(a->size) >= 0)
    check_at(x, a, ptr, 0, a->size, site);
  else if (!check_pieces(x, a, ptr, site))
    check_range(x, a, ptr, omen_ins_u64(x, a->size), site);
}

static void emit_event(struct omen_fn *f, const struct omen_ins_event *e) {
  struct omen_ins *x = f->x;
  LLVMValueRef site;
  switch (e->what) {
  case OMEN_ATOMIC: omen_ins_emit_atomic(x, e->inst); break;
  case OMEN_LIBRARY: omen_ins_emit_library(x, e->inst); break;
  case OMEN_PAUSE:
    LLVMPositionBuilderBefore(x->b, e->inst);
    site = omen_ins_site_value(x, omen_ins_site(x, e->inst, "pause", 0, NULL));
    omen_ins_build(x, x->pause, &site, 1);
    break;
  case OMEN_OPAQUE:
    if (LLVMIsACallInst(e->inst) && LLVMGetTailCallKind(e->inst) == LLVMTailCallKindMustTail) break;
    LLVMPositionBuilderBefore(x->b, e->inst);
    LLVMSetCurrentDebugLocation2(x->b, LLVMInstructionGetDebugLoc(e->inst));
    omen_ins_build(x, x->opaque, NULL, 0);
    omen_fn_emit_effects(f, e->inst);
    LLVMPositionBuilderBefore(x->b, e->inst);
    if (omen_fn_begin_hidden(f, e->inst) && omen_fn_go_behind(f, e->inst)) omen_fn_end_hidden(f);
    break;
  case OMEN_POINT:
    omen_fn_emit_effects(f, e->inst);
    omen_fn_emit_pointer(f, e->inst);
    break;
  default: break;
  }
}

void omen_fn_emit(struct omen_fn *f) {
  /* Ticks first: what is hoisted into a block with a tick must come after it. */
  for (int i = 0; i < f->nticks; i++) omen_fn_emit_tick(f, f->ticks[i]);
  for (int i = 0; i < f->nacc; i++)
    if (!f->acc[i].gone) emit_access(f, &f->acc[i]);
  omen_fn_emit_sums(f);
  for (int i = 0; i < f->nev; i++) emit_event(f, &f->ev[i]);
}
