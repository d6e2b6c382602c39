/* Control flow: decisions that depend on inputs, and the shadows of phis. */
#include "build/symbolic_parts.h"
#include <stdlib.h>
#include <string.h>

/* In the block where an invoke goes on, its result's shadow is computed behind the phis, of which those that
 * have it are the same value: such a block has no other way in. */
static bool behind_invoke(struct omen_symfn *f, LLVMValueRef phi) {
  if (LLVMCountIncoming(phi) != 1) return false;
  LLVMValueRef end = LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, 0));
  return end && LLVMIsAInvokeInst(end) && LLVMGetIncomingValue(phi, 0) == end;
}

void omen_sym_emit_phis(struct omen_symfn *f) {
  for (int i = 0; i < f->ninsts; i++) {
    LLVMValueRef phi = f->insts[i];
    if (!LLVMIsAPHINode(phi) || !omen_sym_wanted(f, phi) || behind_invoke(f, phi)) continue;
    LLVMPositionBuilderBefore(f->x->b, phi);
    LLVMSetCurrentDebugLocation2(f->x->b, NULL);
    omen_sym_set(f, phi, LLVMBuildPhi(f->x->b, f->x->i32, ""));
  }
}

void omen_sym_finish_phis(struct omen_symfn *f) {
  for (int i = 0; i < f->ninsts; i++) {
    LLVMValueRef phi = f->insts[i];
    if (!LLVMIsAPHINode(phi) || !omen_sym_wanted(f, phi) || behind_invoke(f, phi)) continue;
    for (unsigned k = 0, n = LLVMCountIncoming(phi); k < n; k++) {
      LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
      LLVMValueRef e = omen_sym_shadow(f, LLVMGetIncomingValue(phi, k));
      LLVMAddIncoming(omen_sym_shadow(f, phi), &e, &from, 1);
    }
  }
}

void omen_sym_see_phi(struct omen_symfn *f, LLVMValueRef phi) {
  if (omen_sym_wanted(f, phi) && behind_invoke(f, phi))
    omen_sym_set(f, phi, omen_sym_shadow(f, LLVMGetIncomingValue(phi, 0)));
}

static void emit_switch(struct omen_symfn *f, LLVMValueRef inst) {
  struct omen_ins *x = f->x;
  LLVMValueRef on = LLVMGetOperand(inst, 0);
  unsigned n = LLVMGetNumSuccessors(inst) - 1;
  LLVMValueRef *cases = omen_xcalloc(n ? n : 1, sizeof *cases);
  for (unsigned i = 0; i < n; i++)
    cases[i] = omen_ins_u64(x, LLVMConstIntGetZExtValue(LLVMGetOperand(inst, 2 + 2 * i)));
  LLVMValueRef list = LLVMAddGlobal(x->m, LLVMArrayType2(x->i64, n), "__omen_sx_cases");
  LLVMSetInitializer(list, LLVMConstArray2(x->i64, cases, n));
  LLVMSetGlobalConstant(list, 1);
  LLVMSetLinkage(list, LLVMPrivateLinkage);
  LLVMSetUnnamedAddress(list, LLVMGlobalUnnamedAddr);
  LLVMValueRef site = omen_sym_site(f, inst, "branch");
  LLVMValueRef args[] = {omen_sym_shadow(f, on),
                         omen_ins_u32(x, LLVMGetIntTypeWidth(LLVMTypeOf(on))),
                         omen_sym_value(x, on),
                         omen_ins_u32(x, n),
                         list,
                         site};
  omen_sym_build(f, OMEN_SX_choice, args, 6);
  free(cases);
}

bool omen_sym_decides(LLVMValueRef compare) {
  LLVMUseRef use = LLVMGetFirstUse(compare);
  if (!LLVMIsAICmpInst(compare) || !use || LLVMGetNextUse(use)) return false;
  LLVMValueRef user = LLVMGetUser(use);
  return LLVMIsABranchInst(user) && LLVMGetInstructionParent(user) == LLVMGetInstructionParent(compare) &&
         omen_sym_scalar(LLVMTypeOf(LLVMGetOperand(compare, 0)));
}

/* Comparison and branch in one: half of the tests, and no register for what is between the two. */
static void emit_decision(struct omen_symfn *f, LLVMValueRef branch, LLVMValueRef compare) {
  struct omen_ins *x = f->x;
  LLVMValueRef a = LLVMGetOperand(compare, 0), b = LLVMGetOperand(compare, 1);
  if (!omen_sym_has(f, a) && !omen_sym_has(f, b)) return;
  omen_sym_before(f, branch);
  LLVMValueRef site = omen_sym_site(f, branch, "branch");
  LLVMValueRef args[] = {omen_ins_u32(x, LLVMGetICmpPredicate(compare)),
                         omen_ins_u32(x, omen_sym_bits(x, LLVMTypeOf(a))),
                         omen_sym_shadow(f, a),
                         omen_sym_value(x, a),
                         omen_sym_shadow(f, b),
                         omen_sym_value(x, b),
                         compare,
                         site};
  omen_sym_build(f, OMEN_SX_decide, args, 8);
}

void omen_sym_emit_branch(struct omen_symfn *f, LLVMValueRef inst) {
  LLVMValueRef on = LLVMGetNumOperands(inst) ? LLVMGetOperand(inst, 0) : NULL;
  bool conditional = !LLVMIsABranchInst(inst) || LLVMIsConditional(inst);
  if (on && conditional && omen_sym_decides(on)) {
    emit_decision(f, inst, on);
    return;
  }
  if (!on || !conditional || !omen_sym_has(f, on)) return;
  omen_sym_before(f, inst);
  if (!omen_sym_scalar(LLVMTypeOf(on))) { /* a switch on more than 64 bits */
    omen_sym_lose(f, inst);
    return;
  }
  if (LLVMIsASwitchInst(inst)) {
    emit_switch(f, inst);
    return;
  }
  if (LLVMIsABranchInst(inst)) {
    LLVMValueRef args[] = {omen_sym_shadow(f, on), on, omen_sym_site(f, inst, "branch")};
    omen_sym_build(f, OMEN_SX_branch, args, 3);
    return;
  }
  omen_sym_emit_pin(f, on, inst, "branch");
}
