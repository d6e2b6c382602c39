#include "build/symbolic_parts.h"
bool omen_sym_lanes_follow(struct omen_symfn *f, LLVMValueRef inst) { return false; }
void omen_sym_emit_lanes(struct omen_symfn *f, LLVMValueRef inst) {}
uint32_t omen_sym_part_at(struct omen_ins *x, LLVMTypeRef t, const unsigned *at, unsigned n) {
  uint32_t bits = 0;
  for (unsigned i = 0; i < n; i++) {
    if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
      for (unsigned k = 0; k < at[i]; k++) bits += omen_sym_bits(x, LLVMStructGetTypeAtIndex(t, k));
      t = LLVMStructGetTypeAtIndex(t, at[i]);
    } else {
      t = LLVMGetElementType(t);
      bits += at[i] * omen_sym_bits(x, t);
    }
  }
  return bits;
}
