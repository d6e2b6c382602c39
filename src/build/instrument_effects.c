/* Calls of library functions whose effects on memory are known (library_effects.h): the runtime is told of
 * them before and behind the call, which stays what it was. */
#include "build/instrument_parts.h"
#include "build/library_effects.h"
#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { MOST = 24 }; /* arguments that are told; a format with more is checked as far as that */

static LLVMValueRef runtime_function(struct omen_ins *x, LLVMTypeRef *type) {
  LLVMTypeRef params[] = {x->i32, x->ptr, x->i64, x->i64, x->i32};
  *type = LLVMFunctionType(x->i64, params, 5, 1);
  LLVMValueRef fn = LLVMGetNamedFunction(x->m, "__omen_effects");
  return fn ? fn : LLVMAddFunction(x->m, "__omen_effects", *type);
}

/* The same text is there once. */
static LLVMValueRef text_of(struct omen_ins *x, const char *text) {
  char name[96];
  snprintf(name, sizeof name, "__omen_effects.%s", text);
  LLVMValueRef g = LLVMGetNamedGlobal(x->m, name);
  if (g) return g;
  LLVMValueRef value = LLVMConstStringInContext2(x->c, text, strlen(text), 0);
  g = LLVMAddGlobal(x->m, LLVMTypeOf(value), name);
  LLVMSetInitializer(g, value);
  LLVMSetLinkage(g, LLVMPrivateLinkage);
  LLVMSetGlobalConstant(g, 1);
  return g;
}

/* As 64 bits; what is neither a number nor a pointer is 0. */
static LLVMValueRef word(struct omen_ins *x, LLVMValueRef v) {
  LLVMTypeKind k = LLVMGetTypeKind(LLVMTypeOf(v));
  if (k == LLVMPointerTypeKind) return LLVMBuildPtrToInt(x->b, v, x->i64, "");
  if (k != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64) return omen_ins_u64(x, 0);
  return LLVMBuildSExtOrBitCast(x->b, v, x->i64, "");
}

static LLVMValueRef tell(struct omen_ins *x, LLVMValueRef call, LLVMValueRef site, const char *text,
                         LLVMValueRef before, LLVMValueRef result) {
  LLVMTypeRef type;
  LLVMValueRef fn = runtime_function(x, &type), args[5 + MOST];
  unsigned n = LLVMGetNumArgOperands(call);
  if (n > MOST) n = MOST;
  args[0] = site;
  args[1] = text_of(x, text);
  args[2] = before;
  args[3] = result;
  args[4] = omen_ins_u32(x, n);
  for (unsigned i = 0; i < n; i++) args[5 + i] = word(x, LLVMGetOperand(call, i));
  return LLVMBuildCall2(x->b, type, fn, args, 5 + n, "");
}

/* The call begins, and what it does is told behind it. */
static void announce(struct omen_ins *x, LLVMValueRef site) {
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(x->c), &x->i32, 1, 0);
  LLVMValueRef fn = LLVMGetNamedFunction(x->m, "__omen_call_begins");
  if (!fn) fn = LLVMAddFunction(x->m, "__omen_call_begins", type);
  LLVMBuildCall2(x->b, type, fn, &site, 1, "");
}

bool omen_fn_go_behind(struct omen_fn *f, LLVMValueRef call) {
  LLVMValueRef at;
  if (LLVMIsAInvokeInst(call)) {
    LLVMBasicBlockRef to = LLVMGetNormalDest(call);
    int k = omen_cfg_block(&f->cfg, to);
    if (k < 0 || f->cfg.blocks[k].npred != 1) return false;
    for (at = LLVMGetFirstInstruction(to); LLVMIsAPHINode(at);) at = LLVMGetNextInstruction(at);
  } else
    at = LLVMGetNextInstruction(call);
  LLVMPositionBuilderBefore(f->x->b, at);
  LLVMSetCurrentDebugLocation2(f->x->b, LLVMInstructionGetDebugLoc(call));
  return true;
}

void omen_fn_emit_effects(struct omen_fn *f, LLVMValueRef call) {
  struct omen_ins *x = f->x;
  LLVMValueRef callee = LLVMGetCalledValue(call), zero = omen_ins_u64(x, 0), before = zero;
  size_t len;
  if (!LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee) || omen_ins_unsanitized(x, call)) return;
  const struct omen_library_effects *e = omen_library_effects(LLVMGetValueName2(callee, &len));
  if (!e || !omen_ins_call_types(call, e->types)) return;
  char kind[64];
  snprintf(kind, sizeof kind, "lib:%s", e->name);
  LLVMPositionBuilderBefore(x->b, call);
  LLVMSetCurrentDebugLocation2(x->b, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef site = omen_ins_site_value(x, omen_ins_site(x, call, kind, 0, NULL));
  if (*e->behind) announce(x, site);
  if (*e->before) before = tell(x, call, site, e->before, zero, zero);
  if (!*e->behind || !omen_fn_go_behind(f, call)) return;
  bool has = LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind;
  tell(x, call, site, e->behind, before, has ? word(x, call) : zero);
}
