/* What is read is an access of the program, as it runs, whatever becomes of the value: where a function is
 * inlined here that ignores it, or multiplies it by zero, the read would go. A call that ignores the value,
 * too, keeps it. Reads of variables of the function whose address is not taken may go: nobody races with
 * these. */
#include "static/program.h"
#include <llvm-c/DebugInfo.h>

/* The function that does nothing with what it gets; the graph leaves out calls of such names. */
#define IGNORE "__omen_ignore"

static bool may_go(LLVMValueRef load) {
  LLVMValueRef slot = LLVMGetOperand(load, 0);
  if (!LLVMIsAAllocaInst(slot)) return false;
  for (LLVMUseRef u = LLVMGetFirstUse(slot); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    bool written = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != slot;
    if (!LLVMIsALoadInst(user) && !written) return false;
  }
  return true;
}

static LLVMValueRef declare(LLVMContextRef c, LLVMModuleRef m, LLVMTypeRef *type) {
  static const struct {
    const char *name;
    unsigned length;
    uint64_t value;
  } attributes[] = {
      {"nounwind", 8, 0}, {"willreturn", 10, 0}, {"memory", 6, 12}}; /* 12: inaccessible memory */
  *type = LLVMFunctionType(LLVMVoidTypeInContext(c), NULL, 0, true);
  LLVMValueRef f = LLVMAddFunction(m, IGNORE, *type);
  for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
    unsigned kind = LLVMGetEnumAttributeKindForName(attributes[i].name, attributes[i].length);
    LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(c, kind, attributes[i].value));
  }
  return f;
}

void omen_keep_reads(LLVMContextRef c, LLVMModuleRef m) {
  LLVMTypeRef type;
  LLVMValueRef ignore = declare(c, m, &type);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef k = LLVMGetFirstBasicBlock(f); k; k = LLVMGetNextBasicBlock(k))
      for (LLVMValueRef v = LLVMGetFirstInstruction(k); v; v = LLVMGetNextInstruction(v)) {
        if (!LLVMIsALoadInst(v) || may_go(v)) continue;
        LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(v));
        LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(v));
        LLVMBuildCall2(b, type, ignore, &v, 1, "");
      }
  LLVMDisposeBuilder(b);
}
