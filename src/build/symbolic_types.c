/* Which types are followed, and how many bits their expressions have. */
#include "build/symbolic_parts.h"

#define BITS_MAX 512u
#define PARTS_MAX 64u

bool omen_sym_scalar(LLVMTypeRef t) {
  LLVMTypeKind k = LLVMGetTypeKind(t);
  return k == LLVMPointerTypeKind || (k == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) <= 64);
}

static uint32_t scalar_bits(LLVMTypeRef t) {
  switch (LLVMGetTypeKind(t)) {
  case LLVMPointerTypeKind: return LLVMGetPointerAddressSpace(t) ? 0 : 64;
  case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(t) <= 128 ? LLVMGetIntTypeWidth(t) : 0;
  case LLVMFloatTypeKind: return 32;
  case LLVMDoubleTypeKind: return 64;
  default: return 0;
  }
}

static uint32_t sum(struct omen_ins *x, LLVMTypeRef t) {
  uint32_t total = 0;
  for (unsigned i = 0, n = LLVMCountStructElementTypes(t); i < n; i++) {
    uint32_t bits = omen_sym_bits(x, LLVMStructGetTypeAtIndex(t, i));
    if (!bits || total + bits > BITS_MAX) return 0;
    total += bits;
  }
  return total;
}

uint32_t omen_sym_bits(struct omen_ins *x, LLVMTypeRef t) {
  uint64_t n;
  uint32_t each;
  switch (LLVMGetTypeKind(t)) {
  case LLVMVectorTypeKind:
    n = LLVMGetVectorSize(t);
    each = scalar_bits(LLVMGetElementType(t));
    break;
  case LLVMArrayTypeKind:
    n = LLVMGetArrayLength2(t);
    each = n && n <= PARTS_MAX ? omen_sym_bits(x, LLVMGetElementType(t)) : 0;
    break;
  case LLVMStructTypeKind: return LLVMIsOpaqueStruct(t) ? 0 : sum(x, t);
  default: return scalar_bits(t);
  }
  return n <= PARTS_MAX && n * each <= BITS_MAX ? (uint32_t)n * each : 0;
}

bool omen_sym_in_memory(struct omen_ins *x, LLVMTypeRef t) {
  uint32_t bits = omen_sym_bits(x, t);
  if (!bits) return false;
  return omen_sym_scalar(t) || bits == 8 * LLVMStoreSizeOfType(x->td, t);
}

bool omen_sym_vector(LLVMTypeRef t, uint32_t *parts, uint32_t *bits) {
  if (LLVMGetTypeKind(t) != LLVMVectorTypeKind) return false;
  *parts = LLVMGetVectorSize(t);
  *bits = scalar_bits(LLVMGetElementType(t));
  return *bits && *bits <= 64 && *parts * *bits <= BITS_MAX && *parts <= PARTS_MAX;
}

LLVMValueRef omen_sym_value(struct omen_ins *x, LLVMValueRef v) {
  LLVMTypeRef t = LLVMTypeOf(v);
  if (LLVMGetTypeKind(t) == LLVMPointerTypeKind) return LLVMBuildPtrToInt(x->b, v, x->i64, "");
  return LLVMGetIntTypeWidth(t) == 64 ? v : LLVMBuildZExt(x->b, v, x->i64, "");
}
