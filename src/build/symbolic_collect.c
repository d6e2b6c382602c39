/* Which values may depend on inputs (forward, from loads, parameters and results of calls), and whose
 * expression is asked for (backward, from stores, branches, addresses, arguments and returns). Only what is
 * in both sets gets a shadow. */
#include "build/symbolic_parts.h"
#include <stdlib.h>
#include <string.h>

bool omen_sym_is_pair(LLVMValueRef inst) {
  if (LLVMIsAAtomicCmpXchgInst(inst)) return true;
  const char *name = LLVMIsACallInst(inst) ? omen_ins_intrinsic(inst) : NULL;
  return name && strstr(name, ".with.overflow.");
}

static enum omen_role arithmetic_role(struct omen_symfn *f, LLVMValueRef inst) {
  if (omen_sym_scalar(LLVMTypeOf(LLVMGetOperand(inst, 0)))) return OMEN_ROLE_FOLLOWS;
  bool follows = omen_sym_lanes_follow(f, inst) || omen_sym_wide_follows(inst);
  return follows ? OMEN_ROLE_FOLLOWS : OMEN_ROLE_LOSES;
}

/* From one integer to another, of up to 128 bits. */
static enum omen_role cast_role(struct omen_symfn *f, LLVMValueRef inst) {
  LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(inst, 0)), to = LLVMTypeOf(inst);
  bool vector = LLVMGetTypeKind(to) == LLVMVectorTypeKind;
  if (vector && LLVMGetInstructionOpcode(inst) != LLVMBitCast) return arithmetic_role(f, inst);
  return omen_sym_bits(f->x, from) && omen_sym_bits(f->x, to) ? OMEN_ROLE_FOLLOWS : OMEN_ROLE_LOSES;
}

static enum omen_role when_followed(struct omen_symfn *f, LLVMValueRef inst, enum omen_role role) {
  return omen_sym_bits(f->x, LLVMTypeOf(inst)) ? role : OMEN_ROLE_LOSES;
}

static enum omen_role extract_role(struct omen_symfn *f, LLVMValueRef inst) {
  LLVMValueRef whole = LLVMGetOperand(inst, 0);
  if (!omen_sym_bits(f->x, LLVMTypeOf(inst))) return OMEN_ROLE_NOTHING;
  if (omen_sym_is_pair(whole)) return OMEN_ROLE_FOLLOWS;
  return omen_sym_bits(f->x, LLVMTypeOf(whole)) ? OMEN_ROLE_FOLLOWS : OMEN_ROLE_NOTHING;
}

enum omen_role omen_sym_role(struct omen_symfn *f, LLVMValueRef inst) {
  switch (LLVMGetInstructionOpcode(inst)) {
  case LLVMLoad: return omen_sym_in_memory(f->x, LLVMTypeOf(inst)) ? OMEN_ROLE_SOURCE : OMEN_ROLE_NOTHING;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg: return OMEN_ROLE_SOURCE;
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem:
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
  case LLVMICmp: return arithmetic_role(f, inst);
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMBitCast: return cast_role(f, inst);
  case LLVMSelect:
    if (omen_sym_scalar(LLVMTypeOf(LLVMGetOperand(inst, 0))))
      return when_followed(f, inst, OMEN_ROLE_FOLLOWS);
    return arithmetic_role(f, inst);
  case LLVMPHI:
  case LLVMFreeze: return when_followed(f, inst, OMEN_ROLE_FOLLOWS);
  case LLVMGetElementPtr: return omen_sym_scalar(LLVMTypeOf(inst)) ? OMEN_ROLE_FOLLOWS : OMEN_ROLE_LOSES;
  case LLVMExtractValue: return extract_role(f, inst);
  case LLVMInsertValue:
  case LLVMExtractElement:
  case LLVMInsertElement:
  case LLVMShuffleVector: return omen_sym_lanes_follow(f, inst) ? OMEN_ROLE_FOLLOWS : OMEN_ROLE_LOSES;
  case LLVMCall:
  case LLVMInvoke:
  case LLVMCallBr: return omen_sym_call_role(f, inst);
  case LLVMFAdd:
  case LLVMFSub:
  case LLVMFMul:
  case LLVMFDiv:
  case LLVMFRem:
  case LLVMFNeg:
  case LLVMFCmp:
  case LLVMFPToUI:
  case LLVMFPToSI:
  case LLVMUIToFP:
  case LLVMSIToFP:
  case LLVMFPTrunc:
  case LLVMFPExt: return OMEN_ROLE_LOSES;
  default: return OMEN_ROLE_LOSES; /* whatever it is: nothing is left out because nobody thought of it */
  }
}

static bool any_operand(struct omen_symfn *f, LLVMValueRef inst) {
  for (int i = 0, n = LLVMGetNumOperands(inst); i < n; i++)
    if (omen_map_get(&f->may, LLVMGetOperand(inst, (unsigned)i), NULL)) return true;
  return false;
}

/* A table that nobody can write to, at a place that does not depend on inputs. */
static bool from_constant(struct omen_symfn *f, LLVMValueRef load) {
  LLVMValueRef at = LLVMGetOperand(load, 0), root = omen_ins_root(at);
  if (omen_map_get(&f->may, at, NULL)) return false;
  return root && LLVMIsAGlobalVariable(root) && LLVMIsGlobalConstant(root);
}

static bool becomes(struct omen_symfn *f, LLVMValueRef inst) {
  switch (omen_sym_role(f, inst)) {
  case OMEN_ROLE_SOURCE: return !(LLVMIsALoadInst(inst) && from_constant(f, inst));
  case OMEN_ROLE_FOLLOWS: return any_operand(f, inst);
  default: return false;
  }
}

static void find_may(struct omen_symfn *f) {
  for (unsigned i = 0, n = LLVMCountParams(f->fn); i < n; i++) {
    LLVMValueRef p = LLVMGetParam(f->fn, i);
    if (omen_sym_bits(f->x, LLVMTypeOf(p))) omen_map_put(&f->may, p, 1);
  }
  for (bool changed = true; changed;) { /* reverse postorder: once more for each nesting of loops */
    changed = false;
    for (int i = 0; i < f->ninsts; i++)
      if (!omen_map_get(&f->may, f->insts[i], NULL) && becomes(f, f->insts[i]))
        changed |= omen_map_put(&f->may, f->insts[i], 1);
  }
}

/* --- backward --- */

static LLVMValueRef *stack;
static size_t stack_n, stack_cap;

static void need(struct omen_symfn *f, LLVMValueRef v) {
  if (!omen_map_get(&f->may, v, NULL) || !omen_map_put(&f->needed, v, 1)) return;
  OMEN_GROW(stack, stack_n, stack_cap);
  stack[stack_n++] = v;
}

static void need_operands(struct omen_symfn *f, LLVMValueRef inst) {
  for (int i = 0, n = LLVMGetNumOperands(inst); i < n; i++) need(f, LLVMGetOperand(inst, (unsigned)i));
}

static void sinks(struct omen_symfn *f, LLVMValueRef inst) {
  switch (LLVMGetInstructionOpcode(inst)) {
  case LLVMLoad:
  case LLVMStore:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
  case LLVMRet:
  case LLVMSwitch:
  case LLVMBr:
  case LLVMIndirectBr: need_operands(f, inst); return;
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem: need(f, LLVMGetOperand(inst, 1)); break;
  case LLVMCall:
  case LLVMInvoke:
  case LLVMCallBr: omen_sym_call_sinks(f, inst, need); return;
  default: break;
  }
  if (omen_sym_role(f, inst) == OMEN_ROLE_LOSES) need_operands(f, inst);
}

static void find_needed(struct omen_symfn *f) {
  for (int i = 0; i < f->ninsts; i++) sinks(f, f->insts[i]);
  while (stack_n) {
    LLVMValueRef v = stack[--stack_n];
    if (LLVMIsAInstruction(v) && omen_sym_role(f, v) == OMEN_ROLE_FOLLOWS) need_operands(f, v);
  }
  free(stack);
  stack = NULL;
  stack_cap = 0;
}

void omen_sym_collect(struct omen_symfn *f) {
  for (int i = 0; i < f->cfg.n; i++)
    for (LLVMValueRef v = LLVMGetFirstInstruction(f->cfg.blocks[i].bb); v; v = LLVMGetNextInstruction(v)) {
      OMEN_GROW(f->insts, f->ninsts, f->insts_cap);
      f->insts[f->ninsts++] = v;
    }
  find_may(f);
  find_needed(f);
}
