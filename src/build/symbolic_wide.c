/* Integers of 65 to 128 bits. They come from wide products and from structs that the optimiser keeps in one
 * register, and go through few operations: logic is done in two halves, shifts by whole bytes move bytes
 * about, sums and products have a call of their own. Anything else is lost. */
#include "build/symbolic_parts.h"

static bool is_wide(LLVMTypeRef t) {
  return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == 128;
}

/* By how many bytes; -1 when it is not that simple. */
static int shift_of(LLVMValueRef inst) {
  LLVMValueRef by = LLVMGetOperand(inst, 1);
  if (!LLVMIsAConstantInt(by)) return -1;
  uint64_t n = LLVMConstIntGetZExtValue(by);
  return n < 128 && n % 8 == 0 ? (int)(n / 8) : -1;
}

bool omen_sym_wide_follows(LLVMValueRef inst) {
  LLVMOpcode op = LLVMGetInstructionOpcode(inst);
  switch (op) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor: return is_wide(LLVMTypeOf(inst));
  case LLVMShl:
  case LLVMLShr: return is_wide(LLVMTypeOf(inst)) && shift_of(inst) >= 0;
  default: return false;
  }
}

static LLVMValueRef half(struct omen_ins *x, LLVMValueRef v, bool high) {
  if (high) v = LLVMBuildLShr(x->b, v, LLVMConstInt(LLVMTypeOf(v), 64, 0), "");
  return LLVMBuildTrunc(x->b, v, x->i64, "");
}

static LLVMValueRef emit_sum(struct omen_symfn *f, LLVMValueRef inst, uint32_t op) {
  struct omen_ins *x = f->x;
  LLVMValueRef a = LLVMGetOperand(inst, 0), b = LLVMGetOperand(inst, 1);
  LLVMValueRef args[] = {omen_ins_u32(x, op),   omen_sym_shadow(f, a), half(x, a, 0), half(x, a, 1),
                         omen_sym_shadow(f, b), half(x, b, 0),         half(x, b, 1)};
  return omen_sym_build(f, OMEN_SX_wide, args, 7);
}

void omen_sym_emit_wide(struct omen_symfn *f, LLVMValueRef inst) {
  LLVMOpcode op = LLVMGetInstructionOpcode(inst);
  struct omen_sym_lanes l = {.operand = {LLVMGetOperand(inst, 0), LLVMGetOperand(inst, 1), NULL, inst},
                             .how = {.kind = OMEN_SYM_BY_BINARY, .op = omen_sym_operation(op)}};
  omen_sym_behind(f, inst);
  if (op == LLVMAdd || op == LLVMSub || op == LLVMMul) {
    omen_sym_set(f, inst, emit_sum(f, inst, omen_sym_operation(op)));
    return;
  }
  l.how.parts = l.how.out_parts = 2;
  l.how.bits = l.how.out_bits = 64;
  l.step = 8;
  if (op == LLVMShl || op == LLVMLShr) { /* bytes that come in have no expression: they are zero */
    int by = shift_of(inst);
    l.how.kind = OMEN_SYM_BY_SHUFFLE;
    l.how.parts = l.how.out_parts = 16;
    l.how.bits = l.how.out_bits = 8;
    l.step = 1;
    l.operand[1] = NULL;
    l.list_n = 16;
    for (int i = 0; i < 16; i++) {
      int from = op == LLVMShl ? i - by : i + by;
      l.how.list[i] = from < 0 || from > 15 ? -1 : from;
    }
  }
  omen_sym_set(f, inst, omen_sym_build_lanes(f, &l));
}
