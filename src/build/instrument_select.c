/* Which functions are instrumented, and which of them contain no point at which control may change hands. */
#include "build/instrument_parts.h"
#include <stdlib.h>
#include <string.h>

bool omen_has_attr(LLVMValueRef fn, LLVMAttributeIndex at, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  return kind && LLVMGetEnumAttributeAtIndex(fn, at, kind) != NULL;
}

static bool skip_by_itself(LLVMValueRef fn) {
  size_t len;
  if (LLVMIsDeclaration(fn) || LLVMGetLinkage(fn) == LLVMAvailableExternallyLinkage) return true;
  if (omen_has_attr(fn, LLVMAttributeFunctionIndex, "naked")) return true;
  if (omen_has_attr(fn, LLVMAttributeFunctionIndex, "disable_sanitizer_instrumentation")) return true;
  return strncmp(LLVMGetValueName2(fn, &len), "__omen_", 7) == 0;
}

/* A resolver runs while the program is being relocated, before the runtime is there; so does what it calls.
 */
static void skip_with_callees(struct omen_ins *x, LLVMValueRef fn) {
  if (!LLVMIsAFunction(fn) || LLVMIsDeclaration(fn) || !omen_map_put(&x->skipped, fn, 1)) return;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
      if (LLVMIsACallInst(v) || LLVMIsAInvokeInst(v)) skip_with_callees(x, LLVMGetCalledValue(v));
}

static bool has_point(struct omen_ins *x, LLVMValueRef fn) {
  if (omen_map_get(&x->skipped, fn, NULL)) return true;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v)) {
      if (omen_ins_is_atomic(v)) return true;
      bool call = LLVMIsACallInst(v) || LLVMIsAInvokeInst(v) || LLVMIsACallBrInst(v);
      if (call && omen_ins_call_is_point(x, v)) return true;
    }
  return omen_ins_has_ticks(x, fn);
}

/* Leaves first: each round finds the functions that call only quiet ones. Recursive functions never become
 * quiet. */
static void find_quiet(struct omen_ins *x) {
  for (bool changed = true; changed;) {
    changed = false;
    for (LLVMValueRef f = LLVMGetFirstFunction(x->m); f; f = LLVMGetNextFunction(f)) {
      if (LLVMIsDeclaration(f) || omen_map_get(&x->quiet, f, NULL) || has_point(x, f)) continue;
      if (LLVMGetLinkage(f) == LLVMAvailableExternallyLinkage) continue;
      omen_map_put(&x->quiet, f, 1);
      changed = true;
    }
  }
}

void omen_ins_select(struct omen_ins *x) {
  for (LLVMValueRef f = LLVMGetFirstFunction(x->m); f; f = LLVMGetNextFunction(f))
    if (skip_by_itself(f)) omen_map_put(&x->skipped, f, 1);
  for (LLVMValueRef i = LLVMGetFirstGlobalIFunc(x->m); i; i = LLVMGetNextGlobalIFunc(i))
    skip_with_callees(x, LLVMGetGlobalIFuncResolver(i));
  if (!x->o->no_optimise) find_quiet(x);
}
