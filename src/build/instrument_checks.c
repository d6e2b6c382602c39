/* The checks of omen.h. In the program each stands behind a condition that is false there, and that the
 * compiler knows only when it makes machine code; here it is true. */
#include "build/instrument_parts.h"
#include <string.h>

#define INTRINSIC "llvm.allow.runtime.check"
#define KIND "omen" /* include/omen.h */
#define CHECKED "__omen_checked"

static bool is_ours(LLVMValueRef call) {
  unsigned n = 0;
  if (!LLVMIsACallInst(call) || LLVMGetNumArgOperands(call) != 1) return false;
  const char *kind = LLVMGetMDString(LLVMGetArgOperand(call, 0), &n);
  return kind && n == strlen(KIND) && !memcmp(kind, KIND, n);
}

void omen_ins_checks(struct omen_ins *x) {
  LLVMValueRef f = LLVMGetNamedFunction(x->m, INTRINSIC), checked = LLVMGetNamedFunction(x->m, CHECKED);
  if (checked) LLVMSetLinkage(checked, LLVMExternalLinkage); /* weak: in the program nobody defines it */
  for (LLVMUseRef u = f ? LLVMGetFirstUse(f) : NULL, next; u; u = next) {
    next = LLVMGetNextUse(u);
    LLVMValueRef call = LLVMGetUser(u);
    if (!is_ours(call)) continue;
    LLVMReplaceAllUsesWith(call, LLVMConstInt(x->i1, 0, false));
    LLVMInstructionEraseFromParent(call);
  }
}
