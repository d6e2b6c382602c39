/* The way of a vector's parts to the runtime: a helper for each combination of operand types, which tests the
 * expressions and in its cold half puts the values into memory of the function's own. */
#include "build/symbolic_parts.h"
#include <stddef.h>
#include <string.h>

enum { OPERANDS = 4 }; /* the last is the result */

/* Bytes from one part to the next, as they are put into memory. */
static uint32_t step_of(LLVMTypeRef t) {
  LLVMTypeKind k = LLVMGetTypeKind(t);
  if (k == LLVMStructTypeKind || k == LLVMArrayTypeKind) return 8;
  LLVMTypeRef e = k == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
  switch (LLVMGetTypeKind(e)) {
  case LLVMFloatTypeKind: return 4;
  case LLVMIntegerTypeKind: break;
  default: return 8;
  }
  unsigned bits = LLVMGetIntTypeWidth(e);
  if (bits > 64) return 16;
  return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
}

static LLVMTypeRef integer(struct omen_ins *x, uint32_t bytes) {
  return LLVMIntTypeInContext(x->c, 8 * bytes);
}

/* Integers become as wide as their step; anything else is stored as it is. */
static void put(struct omen_ins *x, LLVMValueRef v, LLVMValueRef to) {
  LLVMTypeRef t = LLVMTypeOf(v), wide = NULL;
  LLVMTypeKind k = LLVMGetTypeKind(t);
  if (k == LLVMVectorTypeKind && LLVMGetTypeKind(LLVMGetElementType(t)) == LLVMIntegerTypeKind)
    wide = LLVMVectorType(integer(x, step_of(t)), LLVMGetVectorSize(t));
  if (k == LLVMIntegerTypeKind) wide = integer(x, step_of(t));
  if (wide && wide != t) v = LLVMBuildZExt(x->b, v, wide, "");
  LLVMSetAlignment(LLVMBuildStore(x->b, v, to), 8);
}

static void put_operand(struct omen_ins *x, LLVMValueRef v, LLVMValueRef scratch, unsigned operand) {
  LLVMTypeRef t = LLVMTypeOf(v);
  LLVMTypeKind k = LLVMGetTypeKind(t);
  bool whole = k != LLVMStructTypeKind && k != LLVMArrayTypeKind;
  unsigned n = whole                    ? 1
               : k == LLVMArrayTypeKind ? (unsigned)LLVMGetArrayLength2(t)
                                        : LLVMCountStructElementTypes(t);
  for (unsigned i = 0; i < n; i++) {
    LLVMValueRef at = omen_ins_u64(x, OMEN_SYM_OPERAND * operand + 8 * i);
    LLVMValueRef to = LLVMBuildGEP2(x->b, x->i8, scratch, &at, 1, "");
    LLVMValueRef part = whole ? v : LLVMBuildExtractValue(x->b, v, i, "");
    LLVMTypeRef pt = LLVMTypeOf(part);
    if (!whole) { /* 8 bytes each, zero above the value */
      if (LLVMGetTypeKind(pt) == LLVMFloatTypeKind) part = LLVMBuildBitCast(x->b, part, x->i32, "");
      if (LLVMGetTypeKind(LLVMTypeOf(part)) == LLVMIntegerTypeKind &&
          LLVMGetIntTypeWidth(LLVMTypeOf(part)) < 64)
        part = LLVMBuildZExt(x->b, part, x->i64, "");
    }
    put(x, part, to);
  }
}

static void mark_unlikely(struct omen_ins *x, LLVMValueRef branch) {
  LLVMMetadataRef parts[] = {LLVMMDStringInContext2(x->c, "branch_weights", 14),
                             LLVMValueAsMetadata(omen_ins_u32(x, 1)),
                             LLVMValueAsMetadata(omen_ins_u32(x, 100000))};
  LLVMValueRef node = LLVMMetadataAsValue(x->c, LLVMMDNodeInContext2(x->c, parts, 3));
  LLVMSetMetadata(branch, LLVMGetMDKindIDInContext(x->c, "prof", 4), node);
}

/* i32 (ptr how, ptr scratch, i32 a, i32 b, i32 c, the operands' values ...) */
static LLVMValueRef make_helper(struct omen_symbolic *s, LLVMTypeRef type, unsigned values,
                                const unsigned *number) {
  struct omen_ins *x = s->x;
  LLVMValueRef fn = LLVMAddFunction(x->m, "__omen_sx_parts", type);
  LLVMSetLinkage(fn, LLVMInternalLinkage);
  unsigned always = LLVMGetEnumAttributeKindForName("alwaysinline", 12);
  LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(x->c, always, 0));
  LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(x->c, fn, "entry"),
                    cold = LLVMAppendBasicBlockInContext(x->c, fn, "cold"),
                    done = LLVMAppendBasicBlockInContext(x->c, fn, "done");
  LLVMValueRef a = LLVMGetParam(fn, 2), b = LLVMGetParam(fn, 3), c = LLVMGetParam(fn, 4);
  LLVMSetCurrentDebugLocation2(x->b, NULL);
  LLVMPositionBuilderAtEnd(x->b, entry);
  LLVMValueRef any = LLVMBuildOr(x->b, LLVMBuildOr(x->b, a, b, ""), c, "");
  LLVMValueRef some = LLVMBuildICmp(x->b, LLVMIntNE, any, omen_ins_u32(x, 0), "");
  mark_unlikely(x, LLVMBuildCondBr(x->b, some, cold, done));
  LLVMPositionBuilderAtEnd(x->b, cold);
  for (unsigned i = 0; i < values; i++)
    put_operand(x, LLVMGetParam(fn, 5 + i), LLVMGetParam(fn, 1), number[i]);
  LLVMValueRef args[] = {LLVMGetParam(fn, 0), a, b, c, LLVMGetParam(fn, 1)};
  struct omen_callee to = s->helper[OMEN_SX_by_parts];
  LLVMValueRef e = LLVMBuildCall2(x->b, to.type, to.fn, args, 5, "");
  LLVMBuildBr(x->b, done);
  LLVMPositionBuilderAtEnd(x->b, done);
  LLVMValueRef r = LLVMBuildPhi(x->b, x->i32, ""), in[] = {omen_ins_u32(x, 0), e};
  LLVMBasicBlockRef from[] = {entry, cold};
  LLVMAddIncoming(r, in, from, 2);
  LLVMBuildRet(x->b, r);
  return fn;
}

/* One for each type of it, and for each set of operands that there are. */
static LLVMValueRef helper_for(struct omen_symbolic *s, LLVMTypeRef type, unsigned values,
                               const unsigned *number) {
  uint64_t key = (uint64_t)(uintptr_t)type, found;
  for (unsigned i = 0; i < values; i++) key += (uint64_t)(number[i] + 1) << (48 + 3 * i);
  const void *k = (const void *)(uintptr_t)key;
  if (omen_map_get(&s->by_type, k, &found)) return (LLVMValueRef)(uintptr_t)found;
  LLVMValueRef fn = make_helper(s, type, values, number);
  omen_map_put(&s->by_type, k, (uint64_t)(uintptr_t)fn);
  return fn;
}

static LLVMValueRef description(struct omen_symfn *f, const struct omen_sym_lanes *l) {
  struct omen_ins *x = f->x;
  const struct omen_sym_parts *h = &l->how;
  LLVMValueRef words[64 + 16];
  unsigned n = 0;
  const uint32_t head[] = {h->kind,     h->op,      h->parts,   h->bits,    h->out_parts,
                           h->out_bits, h->step[0], h->step[1], h->step[2], h->step[3]};
  _Static_assert(sizeof head == offsetof(struct omen_sym_parts, list), "layout is part of the ABI");
  for (size_t i = 0; i < sizeof head / sizeof *head; i++) words[n++] = omen_ins_u32(x, head[i]);
  for (unsigned i = 0; i < l->list_n; i++) words[n++] = omen_ins_u32(x, (uint32_t)h->list[i]);
  LLVMValueRef g = LLVMAddGlobal(x->m, LLVMArrayType2(x->i32, n), "__omen_sx_how");
  LLVMSetInitializer(g, LLVMConstArray2(x->i32, words, n));
  LLVMSetGlobalConstant(g, 1);
  LLVMSetLinkage(g, LLVMPrivateLinkage);
  LLVMSetUnnamedAddress(g, LLVMGlobalUnnamedAddr);
  return g;
}

static LLVMValueRef scratch(struct omen_symfn *f) {
  struct omen_ins *x = f->x;
  if (f->scratch) return f->scratch;
  LLVMPositionBuilderBefore(x->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f->fn)));
  f->scratch = LLVMBuildAlloca(x->b, LLVMArrayType2(x->i8, OMEN_SYM_OPERAND * OPERANDS), "");
  LLVMSetAlignment(f->scratch, 16);
  return f->scratch;
}

LLVMValueRef omen_sym_build_lanes(struct omen_symfn *f, struct omen_sym_lanes *l) {
  struct omen_ins *x = f->x;
  LLVMValueRef args[5 + OPERANDS];
  LLVMTypeRef types[5 + OPERANDS] = {x->ptr, x->ptr, x->i32, x->i32, x->i32};
  unsigned values = 0, number[OPERANDS];
  for (unsigned i = 0; i < OPERANDS; i++) {
    LLVMValueRef v = l->operand[i];
    if (i < 3) args[2 + i] = v ? omen_sym_shadow(f, v) : omen_ins_u32(x, 0);
    if (!v) continue;
    l->how.step[i] = l->step ? l->step : step_of(LLVMTypeOf(v));
    types[5 + values] = LLVMTypeOf(v);
    args[5 + values] = v;
    number[values++] = i;
  }
  if (l->how.kind == OMEN_SYM_BY_INSERT) args[4] = omen_ins_u32(x, 0); /* the index is pinned */
  LLVMTypeRef type = LLVMFunctionType(x->i32, types, 5 + values, 0);
  args[0] = description(f, l);
  LLVMValueRef at = l->operand[3];
  args[1] = scratch(f);
  LLVMValueRef fn = helper_for(f->s, type, values, number);
  omen_sym_behind(f, at);
  return LLVMBuildCall2(x->b, type, fn, args, 5 + values, "");
}
