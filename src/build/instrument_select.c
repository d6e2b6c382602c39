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

enum verdict { QUIET, WAITS, LOUD }; /* WAITS: for the verdict on a function that it calls */

static enum verdict call_verdict(struct omen_ins *x, LLVMValueRef call) {
  if (!omen_ins_call_is_point(x, call)) return QUIET;
  LLVMValueRef callee = LLVMGetCalledValue(call);
  bool own =
      LLVMIsAFunction(callee) && !LLVMIsDeclaration(callee) && !omen_map_get(&x->skipped, callee, NULL);
  return own ? WAITS : LOUD;
}

static enum verdict verdict_on(struct omen_ins *x, LLVMValueRef fn) {
  enum verdict worst = QUIET;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v)) {
      if (omen_ins_is_atomic(v)) return LOUD;
      if (!LLVMIsACallInst(v) && !LLVMIsAInvokeInst(v) && !LLVMIsACallBrInst(v)) continue;
      enum verdict call = call_verdict(x, v);
      if (call == LOUD) return LOUD;
      if (call == WAITS) worst = WAITS;
    }
  return worst;
}

/* Leaves first: each round settles the functions that call only settled ones. Recursive functions never
 * become quiet. */
static void find_quiet(struct omen_ins *x) {
  LLVMValueRef *open = NULL;
  size_t n = 0, cap = 0, left;
  for (LLVMValueRef f = LLVMGetFirstFunction(x->m); f; f = LLVMGetNextFunction(f)) {
    if (omen_map_get(&x->skipped, f, NULL) || verdict_on(x, f) == LOUD || omen_ins_has_ticks(x, f)) continue;
    OMEN_GROW(open, n, cap);
    open[n++] = f;
  }
  do {
    left = 0;
    size_t before = n;
    for (size_t i = 0; i < n; i++) {
      if (verdict_on(x, open[i]) == QUIET)
        omen_map_put(&x->quiet, open[i], 1);
      else
        open[left++] = open[i];
    }
    n = left;
    if (left == before) break;
  } while (n);
  free(open);
}

void omen_ins_select(struct omen_ins *x) {
  omen_ins_annotations(x);
  omen_ins_find_unsanitized(x);
  for (LLVMValueRef f = LLVMGetFirstFunction(x->m); f; f = LLVMGetNextFunction(f))
    if (skip_by_itself(f)) omen_map_put(&x->skipped, f, 1);
  for (LLVMValueRef i = LLVMGetFirstGlobalIFunc(x->m); i; i = LLVMGetNextGlobalIFunc(i))
    skip_with_callees(x, LLVMGetGlobalIFuncResolver(i));
  if (!x->o->no_optimise) find_quiet(x);
}
