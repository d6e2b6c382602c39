/* Functions with no_sanitize("thread"): their plain accesses are not looked at, as with ThreadSanitizer;
 * calls, atomics and everything that controls threads are. `omen cc` turns the attribute into an annotation
 * (driver.c), which is in llvm.global.annotations: { function, text, file, line, arguments }. The optimiser
 * may have put such a function's code into others before, or others' into it: what counts is the function
 * that an access was written in, by its debug location. */
#include "build/instrument_parts.h"
#include <llvm-c/DebugInfo.h>
#include <string.h>

/* A string of the module, without its end; "" when it is none. */
static const char *text_of(LLVMValueRef global, size_t *len) {
  *len = 0;
  if (!global || !LLVMIsAGlobalVariable(global)) return "";
  LLVMValueRef value = LLVMGetInitializer(global);
  if (!value || !LLVMIsAConstantDataArray(value) || !LLVMIsConstantString(value)) return "";
  const char *text = LLVMGetAsString(value, len);
  while (*len && !text[*len - 1]) --*len;
  return text;
}

static bool is(LLVMValueRef global, const char *word) {
  size_t n;
  const char *text = text_of(global, &n);
  return n == strlen(word) && !memcmp(text, word, n);
}

/* Is one of the words "thread", or "all"? */
static bool of_threads(LLVMValueRef arguments) {
  if (!LLVMIsAGlobalVariable(arguments)) return false;
  LLVMValueRef list = LLVMGetInitializer(arguments);
  for (int i = 0; list && LLVMIsAConstantStruct(list) && i < LLVMGetNumOperands(list); i++) {
    LLVMValueRef word = LLVMGetOperand(list, (unsigned)i);
    if (is(word, "thread") || is(word, "all")) return true;
  }
  return false;
}

void omen_ins_find_unsanitized(struct omen_ins *x) {
  LLVMValueRef all = LLVMGetNamedGlobal(x->m, "llvm.global.annotations");
  LLVMValueRef list = all ? LLVMGetInitializer(all) : NULL;
  for (int i = 0; list && LLVMIsAConstantArray(list) && i < LLVMGetNumOperands(list); i++) {
    LLVMValueRef one = LLVMGetOperand(list, (unsigned)i);
    if (!LLVMIsAConstantStruct(one) || LLVMGetNumOperands(one) < 5) continue;
    LLVMValueRef fn = LLVMGetOperand(one, 0);
    if (!LLVMIsAFunction(fn) || !is(LLVMGetOperand(one, 1), "omen.no_sanitize")) continue;
    if (!of_threads(LLVMGetOperand(one, 4))) continue;
    omen_map_put(&x->unsanitized, fn, 1);
    LLVMMetadataRef known = LLVMGetSubprogram(fn);
    if (known) omen_map_put(&x->unsanitized, known, 1);
  }
}

bool omen_ins_unsanitized(struct omen_ins *x, LLVMValueRef inst) {
  if (!x->unsanitized.table.n) return false;
  LLVMMetadataRef at = LLVMInstructionGetDebugLoc(inst);
  LLVMMetadataRef in = at ? omen_scope_function(x->c, LLVMDILocationGetScope(at)) : NULL;
  if (in) return omen_map_get(&x->unsanitized, in, NULL);
  return omen_map_get(&x->unsanitized, LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst)), NULL);
}
