/* Hidden calls: calls of code whose accesses nobody sees. The runtime is told where one begins, with the
 * pointers that it is given, and where it ends (runtime/memory/reach.c says what for).
 *
 * A function that the user leaves out (--omen-exclude) tells it itself, at its entry and before it returns,
 * with the globals that its code names; so a call through a pointer counts as well. It keeps its ticks: it
 * may wait for another thread by looking at memory. A function of a library is told of where it is called, by
 * its name or through a pointer. */
#define OMEN_ABI_NO_PROTOTYPES
#include "build/instrument_parts.h"
#include "build/library_effects.h"
#include "build/marks.h"
#include "ir/map.h"
#include "runtime/abi.h"
#include <dlfcn.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { MOST = 32 }; /* words that are told of one call: more are left out, and the runtime is told so */

bool omen_ins_excluded(LLVMValueRef fn) {
  return LLVMGetStringAttributeAtIndex(fn, LLVMAttributeFunctionIndex, OMEN_ATTR_EXCLUDED,
                                       (unsigned)strlen(OMEN_ATTR_EXCLUDED)) != NULL;
}

struct told {
  struct omen_ins *x;
  LLVMValueRef word[MOST];
  unsigned n;
  bool cut;
  struct omen_map seen;
};

static bool may_point(LLVMValueRef v) {
  LLVMTypeRef t = LLVMTypeOf(v);
  LLVMTypeKind k = LLVMGetTypeKind(t);
  return k == LLVMPointerTypeKind || (k == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == 64);
}

static void tell(struct told *t, LLVMValueRef v) {
  if (!may_point(v) || (LLVMIsConstant(v) && !LLVMIsAGlobalValue(v) && !LLVMIsAConstantExpr(v))) return;
  if (LLVMIsAFunction(v) || (LLVMIsAGlobalVariable(v) && LLVMIsGlobalConstant(v))) return;
  if (t->n == MOST) {
    t->cut = true;
    return;
  }
  bool pointer = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
  t->word[t->n++] = pointer ? LLVMBuildPtrToInt(t->x->b, v, t->x->i64, "") : v;
}

/* The variables that a value names, directly or inside of a constant expression. */
static void tell_globals(struct told *t, LLVMValueRef v) {
  if (!LLVMIsConstant(v) || !omen_map_put(&t->seen, v, 1)) return;
  if (LLVMIsAGlobalVariable(v)) {
    size_t n;
    bool ours = !strncmp(LLVMGetValueName2(v, &n), "__omen_", 7);
    if (!LLVMIsGlobalConstant(v) && !LLVMIsThreadLocal(v) && !ours) tell(t, v);
    return;
  }
  if (!LLVMIsAConstantExpr(v)) return;
  for (int i = 0; i < LLVMGetNumOperands(v); i++) tell_globals(t, LLVMGetOperand(v, (unsigned)i));
}

static LLVMValueRef runtime_call(struct omen_ins *x, const char *name, LLVMTypeRef type) {
  LLVMValueRef fn = LLVMGetNamedFunction(x->m, name);
  return fn ? fn : LLVMAddFunction(x->m, name, type);
}

/* `what`: OMEN_HIDDEN_LIBRARY, or 0. */
static void build_begin(struct told *t, uint32_t what) {
  struct omen_ins *x = t->x;
  LLVMTypeRef params[] = {x->i32, x->i32}, type;
  type = LLVMFunctionType(LLVMVoidTypeInContext(x->c), params, 2, 1);
  LLVMValueRef args[2 + MOST] = {omen_ins_u32(x, what | (t->cut ? OMEN_HIDDEN_CUT : 0)),
                                 omen_ins_u32(x, t->n)};
  memcpy(args + 2, t->word, t->n * sizeof *args);
  LLVMBuildCall2(x->b, type, runtime_call(x, "__omen_hidden_begin", type), args, 2 + t->n, "");
}

static void build_end(struct omen_ins *x, uint32_t what) {
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(x->c), &x->i32, 1, 0);
  LLVMValueRef arg = omen_ins_u32(x, what);
  LLVMBuildCall2(x->b, type, runtime_call(x, "__omen_hidden_end", type), &arg, 1, "");
}

static LLVMValueRef behind_allocas(LLVMValueRef fn) {
  LLVMValueRef v = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn));
  while (LLVMIsAAllocaInst(v)) v = LLVMGetNextInstruction(v);
  return v;
}

/* Where the function is left, the end is before the call in whose place it returns, if there is one. */
static void end_before(struct omen_ins *x, LLVMValueRef leaves) {
  LLVMValueRef before = LLVMGetPreviousInstruction(leaves);
  if (before && LLVMIsACallInst(before) && LLVMGetTailCallKind(before) == LLVMTailCallKindMustTail)
    leaves = before;
  LLVMPositionBuilderBefore(x->b, leaves);
  build_end(x, 0);
}

void omen_fn_emit_excluded(struct omen_fn *f) {
  struct told t = {.x = f->x};
  for (int i = 0; i < f->nticks; i++) omen_fn_emit_tick(f, f->ticks[i]);
  LLVMPositionBuilderBefore(f->x->b, behind_allocas(f->fn));
  for (unsigned i = 0; i < LLVMCountParams(f->fn); i++) tell(&t, LLVMGetParam(f->fn, i));
  for (int i = 0; i < f->cfg.n; i++)
    for (LLVMValueRef v = LLVMGetFirstInstruction(f->cfg.blocks[i].bb); v; v = LLVMGetNextInstruction(v))
      for (int k = 0; k < LLVMGetNumOperands(v); k++) tell_globals(&t, LLVMGetOperand(v, (unsigned)k));
  build_begin(&t, 0);
  for (int i = 0; i < f->cfg.n; i++) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(f->cfg.blocks[i].bb);
    if (LLVMIsAReturnInst(last) || LLVMIsAResumeInst(last)) end_before(f->x, last);
  }
  omen_map_release(&t.seen);
}

/* What race detectors are told is served by the runtime, and so is OpenMP. */
static bool is_served(const char *name) {
  static const char *const served[] = {
#define A(name) #name,
#define X(name) #name,
#define R(name) #name,
#include "base/annotations.def"
#undef A
#undef X
#undef R
  };
  for (size_t i = 0; i < sizeof served / sizeof *served; i++)
    if (!strcmp(name, served[i])) return true;
  return !strncmp(name, "__kmpc_", 7) || !strncmp(name, "omp_", 4);
}

/* A function of the C or C++ library: threads are ordered there by locks alone, and those are seen. The tool
 * is linked with them itself. */
static bool is_standard(const char *name) {
  static void *library;
  if (!library) library = dlopen("libstdc++.so.6", RTLD_LAZY);
  return library && dlsym(library, name);
}

bool omen_fn_begin_hidden(struct omen_fn *f, LLVMValueRef call) {
  struct told t = {.x = f->x};
  LLVMValueRef callee = LLVMGetCalledValue(call);
  size_t n;
  const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &n) : NULL;
  if (!name || omen_library_effects(name) || is_served(name) || is_standard(name)) return false;
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) tell(&t, LLVMGetOperand(call, i));
  if (!t.n) return false;
  build_begin(&t, OMEN_HIDDEN_LIBRARY);
  return true;
}

/* Whether the code is seen, is known when it runs. */
void omen_fn_emit_pointer(struct omen_fn *f, LLVMValueRef call) {
  struct omen_ins *x = f->x;
  struct told t = {.x = x};
  LLVMValueRef callee = LLVMGetCalledValue(call), zero = omen_ins_u64(x, 0);
  if (LLVMIsAFunction(callee) || LLVMIsAInlineAsm(callee) || LLVMIsConstant(callee)) return;
  if (LLVMIsACallInst(call) && LLVMGetTailCallKind(call) == LLVMTailCallKindMustTail) return;
  LLVMPositionBuilderBefore(x->b, call);
  LLVMSetCurrentDebugLocation2(x->b, LLVMInstructionGetDebugLoc(call));
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) tell(&t, LLVMGetOperand(call, i));
  if (!t.n) return;
  LLVMValueRef code = LLVMBuildPtrToInt(x->b, callee, x->i64, "");
  bool cut = t.cut || t.n > OMEN_POINTER_WORDS;
  LLVMValueRef args[2 + OMEN_POINTER_WORDS] = {
      code, omen_ins_u32(x, OMEN_HIDDEN_LIBRARY | (cut ? OMEN_HIDDEN_CUT : 0))};
  for (unsigned i = 0; i < OMEN_POINTER_WORDS; i++) args[2 + i] = i < t.n ? t.word[i] : zero;
  omen_ins_build(x, x->pointer_begin, args, 2 + OMEN_POINTER_WORDS);
  if (omen_fn_go_behind(f, call)) omen_ins_build(x, x->pointer_end, &code, 1);
}

void omen_fn_end_hidden(struct omen_fn *f) { build_end(f->x, OMEN_HIDDEN_LIBRARY); }
