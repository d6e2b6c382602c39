/* For the tests of ir/: a module from text. The caller disposes of module and context. */
#ifndef OMEN_TESTS_IR_TEXT_H
#define OMEN_TESTS_IR_TEXT_H
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline LLVMModuleRef ir_text(LLVMContextRef c, const char *text) {
  char *why = NULL;
  LLVMModuleRef m = NULL;
  LLVMMemoryBufferRef mem = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "test");
  if (LLVMParseIRInContext(c, mem, &m, &why)) {
    fprintf(stderr, "%s\n", why);
    abort();
  }
  return m;
}

/* The block or instruction of this name in a function. */
static inline LLVMBasicBlockRef ir_block(LLVMValueRef fn, const char *name) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
    if (!strcmp(LLVMGetBasicBlockName(b), name)) return b;
  abort();
}

static inline LLVMValueRef ir_value(LLVMValueRef fn, const char *name) {
  size_t n;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
      if (!strcmp(LLVMGetValueName2(v, &n), name)) return v;
  abort();
}
#endif
