/* Numbers that the processor makes (rdrand, rdseed) come from no log: each run would have others. In the
 * variant the runtime gives them, by a system call that is recorded. Inline assembly is left as it is. */
#include "build/instrument_parts.h"

static const char *const names[] = {"llvm.x86.rdrand.16", "llvm.x86.rdrand.32", "llvm.x86.rdrand.64",
                                    "llvm.x86.rdseed.16", "llvm.x86.rdseed.32", "llvm.x86.rdseed.64"};

/* { number, 1 }: it never fails. */
static void replace(struct omen_ins *x, LLVMValueRef call) {
  LLVMTypeRef both = LLVMTypeOf(call), type = LLVMFunctionType(x->i64, NULL, 0, 0);
  LLVMValueRef fn = LLVMGetNamedFunction(x->m, "__omen_random");
  if (!fn) fn = LLVMAddFunction(x->m, "__omen_random", type);
  LLVMPositionBuilderBefore(x->b, call);
  LLVMValueRef number = LLVMBuildCall2(x->b, type, fn, NULL, 0, "");
  number = LLVMBuildIntCast2(x->b, number, LLVMStructGetTypeAtIndex(both, 0), 0, "");
  LLVMValueRef one = LLVMConstInt(LLVMStructGetTypeAtIndex(both, 1), 1, 0);
  LLVMValueRef result = LLVMBuildInsertValue(x->b, LLVMGetPoison(both), number, 0, "");
  result = LLVMBuildInsertValue(x->b, result, one, 1, "");
  LLVMReplaceAllUsesWith(call, result);
  LLVMInstructionEraseFromParent(call);
}

void omen_ins_random(struct omen_ins *x) {
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    LLVMValueRef fn = LLVMGetNamedFunction(x->m, names[i]);
    for (LLVMUseRef u; fn && (u = LLVMGetFirstUse(fn));) {
      LLVMValueRef call = LLVMGetUser(u);
      if (!LLVMIsACallInst(call)) break;
      replace(x, call);
    }
  }
}
