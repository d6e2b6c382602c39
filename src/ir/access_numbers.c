/* See access_numbers.h. */
#include "ir/access_numbers.h"
#include <stdbool.h>

static bool plain(LLVMValueRef v) {
  return (LLVMIsALoadInst(v) || LLVMIsAStoreInst(v)) && LLVMGetOrdering(v) == LLVMAtomicOrderingNotAtomic;
}

uint64_t omen_ir_number_accesses(LLVMModuleRef m, omen_access_numbered *visit, void *with) {
  uint64_t n = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
        if (plain(v)) visit(with, n++, v);
  return n;
}
