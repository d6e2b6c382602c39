/* The shadow of a frame (instrument_frames.c) on entry and on return: which cell becomes what, and the code
 * that writes them, or has the runtime do it. */
#define OMEN_ABI_NO_PROTOTYPES
#include "build/instrument_frames.h"
#include "runtime/abi.h"
#include <stdlib.h>
#include <string.h>

enum { INLINE_STORES = 48 };

/* What each cell of the frame's shadow is to be. SAME: left as it is. OWN: as if written by this thread just
 * now. */
#define SAME 1u
#define OWN 2u
enum { OWNED = 256 }; /* bytes of a variable; behind them, old marks are found when they are hit */

static void fill(uint32_t *c, uint64_t n, uint32_t what) {
  for (uint64_t i = 0; i < n; i++) c[i] = what;
}

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* On entry a variable that others may keep the address of is fresh. One that nobody keeps is this thread's
 * alone: if it looks written by it, its checks pass. Shadow is not read here: it lies where the variable does
 * but for the high bits of the address, and a load that looks like a store on its way waits for that. */
static void cells_of_variable(const struct omen_ins_variable *v, uint32_t *c, bool enter) {
  uint64_t whole = v->size / 4, marked = least((v->size + 3) / 4, OMEN_FRAME_MARKED / 4);
  fill(c, whole, SAME);
  if (enter && v->escapes)
    fill(c, least(whole, marked), 0);
  else if (enter)
    fill(c, least(whole, OWNED / 4), OWN);
  if (enter && v->size % 4) c[whole] = OMEN_CELL_TAIL((uint32_t)v->size % 4);
  if (!enter && v->escapes) fill(c, marked, OMEN_CELL_BAD);
}

static uint32_t *cells(const struct omen_ins_frame *fr, bool enter) {
  uint32_t *c = omen_xcalloc(fr->size / 4, sizeof *c);
  fill(c, fr->size / 4, enter ? OMEN_CELL_BAD : fr->escapes ? SAME : 0);
  for (size_t k = 0; k < fr->n; k++) cells_of_variable(&fr->var[k], c + fr->var[k].at / 4, enter);
  return c;
}

LLVMValueRef omen_ins_at_byte(struct omen_ins *x, LLVMValueRef p, uint64_t offset) {
  LLVMValueRef index = omen_ins_u64(x, offset);
  return offset ? LLVMBuildGEP2(x->b, x->i8, p, &index, 1, "") : p;
}

void omen_ins_store(struct omen_ins *x, LLVMValueRef value, LLVMValueRef p, uint64_t offset, unsigned align) {
  LLVMSetAlignment(LLVMBuildStore(x->b, value, omen_ins_at_byte(x, p, offset)), align);
}

static LLVMValueRef hot_field(struct omen_ins *x, uint64_t offset) {
  return omen_ins_at_byte(x, LLVMGetNamedGlobal(x->m, "__omen_hot"), offset);
}

static bool all_are(const uint32_t *c, uint32_t what) {
  return c[0] == what && c[1] == what && c[2] == what && c[3] == what;
}

static bool any_is(const uint32_t *c, uint32_t what) {
  return c[0] == what || c[1] == what || c[2] == what || c[3] == what;
}

/* Four times the id "written by this thread in this segment"; nothing, when that is not settled. */
static LLVMValueRef own_cells(struct omen_ins *x) {
  LLVMValueRef w = LLVMBuildLoad2(x->b, x->i32, hot_field(x, offsetof(struct omen_hot, w2)), "");
  LLVMValueRef open = LLVMBuildICmp(x->b, LLVMIntUGE, w, omen_ins_u32(x, OMEN_CELL_LEAST), "");
  w = LLVMBuildSelect(x->b, open, omen_ins_u32(x, 0), w, "");
  LLVMTypeRef type = LLVMVectorType(x->i32, 4);
  LLVMValueRef one = LLVMBuildInsertElement(x->b, LLVMGetUndef(type), w, omen_ins_u32(x, 0), "");
  return LLVMBuildShuffleVector(x->b, one, LLVMGetUndef(type), LLVMConstNull(type), "");
}

static LLVMValueRef four_cells(struct omen_ins *x, const uint32_t *c, LLVMValueRef own) {
  LLVMValueRef lanes[4], is_own[4];
  for (int k = 0; k < 4; k++) {
    lanes[k] = omen_ins_u32(x, c[k]);
    is_own[k] = LLVMConstInt(x->i1, c[k] == OWN, 0);
  }
  if (!any_is(c, OWN)) return LLVMConstVector(lanes, 4);
  return LLVMBuildSelect(x->b, LLVMConstVector(is_own, 4), own, LLVMConstVector(lanes, 4), "");
}

/* Writes the cells, four at a time where all are to change. */
static void write_cells(struct omen_ins *x, const uint32_t *c, size_t n, LLVMValueRef shadow) {
  LLVMValueRef own = NULL;
  for (size_t i = 0; i < n; i += 4) {
    if (any_is(c + i, OWN) && !own) own = own_cells(x);
    if (!any_is(c + i, SAME)) omen_ins_store(x, four_cells(x, c + i, own), shadow, i * 4, 16);
    for (size_t k = i; any_is(c + i, SAME) && k < i + 4; k++) {
      LLVMValueRef cell =
          c[k] == OWN ? LLVMBuildExtractElement(x->b, own, omen_ins_u32(x, 0), "") : omen_ins_u32(x, c[k]);
      if (c[k] != SAME) omen_ins_store(x, cell, shadow, k * 4, 4);
    }
  }
}

static size_t count_stores(const uint32_t *c, size_t n) {
  size_t stores = 0;
  for (size_t i = 0; i < n; i += 4) stores += !all_are(c + i, SAME);
  return stores;
}

static void finish_hot(struct omen_ins *x, const uint32_t *c, size_t n, LLVMValueRef frame) {
  LLVMValueRef a = LLVMBuildPtrToInt(x->b, frame, x->i64, "");
  LLVMValueRef other = LLVMBuildXor(x->b, a, omen_ins_u64(x, OMEN_SHADOW_XOR), "");
  other = LLVMBuildSub(x->b, other, omen_ins_u64(x, OMEN_SHADOW_SHIFT), "");
  write_cells(x, c, n, LLVMBuildIntToPtr(x->b, other, x->ptr, ""));
}

/* Something became bad: what is remembered of ranges is void. */
static void count_reset(struct omen_ins *x) {
  LLVMValueRef resets = hot_field(x, offsetof(struct omen_hot, resets));
  LLVMValueRef old = LLVMBuildLoad2(x->b, x->i32, resets, "");
  LLVMBuildStore(x->b, LLVMBuildAdd(x->b, old, omen_ins_u32(x, 1), ""), resets);
}

/* The header of a call that is over does not live long: what was in the frame is noted elsewhere, too. */
static void remember(struct omen_ins_frame *fr, LLVMValueRef frame) {
  struct omen_ins *x = fr->f->x;
  LLVMValueRef all = LLVMGetNamedGlobal(x->m, "__omen_left"), a = LLVMBuildPtrToInt(x->b, frame, x->i64, "");
  LLVMValueRef at = LLVMBuildAnd(x->b, a, omen_ins_u64(x, (OMEN_LEFT - 1) * sizeof(struct omen_left)), "");
  LLVMValueRef slot = LLVMBuildGEP2(x->b, x->i8, all, &at, 1, "");
  omen_ins_store(x, frame, slot, 0, 8);
  omen_ins_store(x, fr->layout, slot, 8, 8);
}

LLVMValueRef omen_frame_helper(struct omen_ins_frame *fr, bool enter, LLVMTypeRef *type) {
  struct omen_ins *x = fr->f->x;
  LLVMTypeRef params[] = {x->ptr};
  *type = LLVMFunctionType(x->nothing, params, 1, 0);
  LLVMValueRef fn = LLVMAddFunction(x->m, enter ? "__omen_chk_enter" : "__omen_chk_leave", *type);
  omen_map_put(&x->skipped, fn, 1);
  LLVMSetLinkage(fn, LLVMInternalLinkage);
  static const char *const attrs[] = {"alwaysinline", "nounwind"};
  for (size_t i = 0; i < 2; i++)
    LLVMAddAttributeAtIndex(
        fn, LLVMAttributeFunctionIndex,
        LLVMCreateEnumAttribute(x->c, LLVMGetEnumAttributeKindForName(attrs[i], strlen(attrs[i])), 0));
  LLVMBasicBlockRef first = LLVMAppendBasicBlockInContext(x->c, fn, ""),
                    hot = LLVMAppendBasicBlockInContext(x->c, fn, "hot"),
                    cold = LLVMAppendBasicBlockInContext(x->c, fn, "cold"),
                    done = LLVMAppendBasicBlockInContext(x->c, fn, "done");
  LLVMValueRef frame = LLVMGetParam(fn, 0);
  LLVMSetCurrentDebugLocation2(x->b, NULL);
  LLVMPositionBuilderAtEnd(x->b, done);
  LLVMBuildRetVoid(x->b);
  LLVMPositionBuilderAtEnd(x->b, cold);
  LLVMValueRef args[] = {frame, fr->layout};
  struct omen_callee slow = enter ? x->frame_enter : x->frame_leave;
  LLVMSetInstructionCallConv(omen_ins_build(x, slow, args, 2), OMEN_PRESERVE_MOST);
  LLVMBuildBr(x->b, done);
  uint32_t *c = cells(fr, enter);
  size_t n = fr->size / 4;
  bool small = count_stores(c, n) <= INLINE_STORES;
  LLVMPositionBuilderAtEnd(x->b, first);
  if (small) {
    LLVMValueRef gaps = LLVMBuildLoad2(x->b, x->i64, hot_field(x, offsetof(struct omen_hot, gaps)), "");
    LLVMBuildCondBr(x->b, LLVMBuildICmp(x->b, LLVMIntNE, gaps, omen_ins_u64(x, 0), ""), hot, cold);
  } else
    LLVMBuildBr(x->b, cold);
  LLVMPositionBuilderAtEnd(x->b, hot);
  if (small) finish_hot(x, c, n, frame);
  if (small && (enter || fr->escapes)) count_reset(x);
  if (small && !enter && fr->escapes) remember(fr, frame);
  LLVMBuildBr(x->b, done);
  free(c);
  return fn;
}
