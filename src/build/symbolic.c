/* One module, function by function: see symbolic.h. */
#include "build/symbolic_parts.h"
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

bool omen_sym_wanted(struct omen_symfn *f, LLVMValueRef v) { return omen_map_get(&f->needed, v, NULL); }

LLVMValueRef omen_sym_shadow(struct omen_symfn *f, LLVMValueRef v) {
  uint64_t s;
  return omen_map_get(&f->shadow, v, &s) ? (LLVMValueRef)(uintptr_t)s : omen_ins_u32(f->x, 0);
}

bool omen_sym_has(struct omen_symfn *f, LLVMValueRef v) { return !LLVMIsConstant(omen_sym_shadow(f, v)); }

void omen_sym_set(struct omen_symfn *f, LLVMValueRef v, LLVMValueRef shadow) {
  omen_map_put(&f->shadow, v, (uint64_t)(uintptr_t)shadow);
}

LLVMValueRef omen_sym_build(struct omen_symfn *f, enum omen_sx helper, LLVMValueRef *args, unsigned n) {
  return omen_ins_build(f->x, f->s->helper[helper], args, n);
}

/* The number within the module: helpers add a library's base in their cold halves. */
LLVMValueRef omen_sym_site(struct omen_symfn *f, LLVMValueRef inst, const char *kind) {
  return omen_ins_u32(f->x, omen_ins_site(f->x, inst, kind, 0, NULL));
}

void omen_sym_before(struct omen_symfn *f, LLVMValueRef inst) {
  LLVMPositionBuilderBefore(f->x->b, inst);
  LLVMSetCurrentDebugLocation2(f->x->b, LLVMInstructionGetDebugLoc(inst));
}

void omen_sym_behind(struct omen_symfn *f, LLVMValueRef inst) {
  LLVMPositionBuilderBefore(f->x->b, LLVMGetNextInstruction(inst));
  LLVMSetCurrentDebugLocation2(f->x->b, LLVMInstructionGetDebugLoc(inst));
}

const char *omen_sym_instruction_word(LLVMValueRef inst) {
  switch (LLVMGetInstructionOpcode(inst)) {
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
  case LLVMFPExt: return "floating point";
  case LLVMLoad:
  case LLVMStore:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg: return "a value of an unusual size";
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem: return "a wide or vector division";
  case LLVMAlloca: return "the size of an array";
  default: return "a wide or vector operation";
  }
}

void omen_sym_lose(struct omen_symfn *f, LLVMValueRef inst) {
  LLVMValueRef site = NULL;
  for (int i = 0, n = LLVMGetNumOperands(inst); i < n; i++) {
    LLVMValueRef v = LLVMGetOperand(inst, (unsigned)i);
    if (!omen_sym_has(f, v)) continue;
    omen_sym_before(f, inst);
    if (!site) site = omen_sym_lost_site(f, inst);
    LLVMValueRef args[] = {omen_sym_shadow(f, v), site};
    omen_sym_build(f, OMEN_SX_lost, args, 2);
  }
}

static void emit(struct omen_symfn *f, LLVMValueRef inst) {
  switch (LLVMGetInstructionOpcode(inst)) {
  case LLVMLoad:
  case LLVMStore:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg: omen_sym_emit_memory(f, inst); return;
  case LLVMCall:
  case LLVMInvoke:
  case LLVMCallBr: omen_sym_emit_call(f, inst); return;
  case LLVMRet: omen_sym_emit_return(f, inst); return;
  case LLVMPHI: omen_sym_see_phi(f, inst); return;
  case LLVMBr:
  case LLVMSwitch:
  case LLVMIndirectBr: omen_sym_emit_branch(f, inst); return;
  default: break;
  }
  enum omen_role role = omen_sym_role(f, inst);
  if (role == OMEN_ROLE_FOLLOWS)
    omen_sym_emit_value(f, inst);
  else if (role == OMEN_ROLE_LOSES)
    omen_sym_lose(f, inst);
}

static void function(struct omen_symbolic *s, LLVMValueRef fn) {
  struct omen_symfn f = {.s = s, .x = s->x, .fn = fn};
  omen_sym_redirect(s, fn);
  omen_cfg_init(&f.cfg, fn);
  omen_sym_collect(&f);
  omen_sym_emit_entry(&f);
  omen_sym_emit_phis(&f);
  for (int i = 0; i < f.ninsts; i++) emit(&f, f.insts[i]);
  omen_sym_finish_phis(&f);
  omen_cfg_release(&f.cfg);
  omen_map_release(&f.may);
  omen_map_release(&f.needed);
  omen_map_release(&f.shadow);
  omen_map_release(&f.second);
  free(f.insts);
}

struct omen_symbolic *omen_symbolic_new(struct omen_ins *x) {
  struct omen_symbolic *s = omen_xcalloc(1, sizeof *s);
  s->x = x;
  return s;
}

void omen_symbolic_functions(struct omen_symbolic *s) {
  struct omen_ins *x = s->x;
  for (LLVMValueRef f = LLVMGetFirstFunction(x->m); f; f = LLVMGetNextFunction(f)) {
    size_t len;
    if (LLVMIsDeclaration(f) || omen_map_get(&x->skipped, f, NULL)) continue;
    if (strncmp(LLVMGetValueName2(f, &len), "__omen_", 7)) function(s, f);
  }
  omen_sym_cover(s);
}

void omen_symbolic_free(struct omen_symbolic *s) {
  if (!s) return;
  free(s->blocks);
  omen_map_release(&s->numbers);
  omen_map_release(&s->by_type);
  free(s);
}
