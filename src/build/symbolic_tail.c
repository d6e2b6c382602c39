/* Variadic functions: what goes into a tail, and where va_arg finds it. See abi_symbolic.h. */
#include "build/symbolic_parts.h"
#include <stddef.h>
#include <string.h>

#define VA_LIST_SIZE 24u
#define SAVE_AREA_SIZE 176u
#define SAVE_AREA_AT 16u

/* Where the calling convention puts such an argument; 0: elsewhere, and what comes behind it is not known. */
static char kind_of(struct omen_ins *x, LLVMValueRef call, unsigned i) {
  LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(call, i));
  unsigned by_value = LLVMGetEnumAttributeKindForName("byval", 5);
  if (LLVMGetCallSiteEnumAttribute(call, i + 1, by_value)) return 0;
  switch (LLVMGetTypeKind(t)) {
  case LLVMPointerTypeKind: return OMEN_SYM_TAIL_LONG;
  case LLVMDoubleTypeKind: return OMEN_SYM_TAIL_DOUBLE;
  case LLVMIntegerTypeKind: break;
  case LLVMVectorTypeKind: return LLVMABISizeOfType(x->td, t) == 8 ? OMEN_SYM_TAIL_DOUBLE : 0;
  default: return 0;
  }
  unsigned bits = LLVMGetIntTypeWidth(t);
  return bits == 32 ? OMEN_SYM_TAIL_INT : bits == 64 ? OMEN_SYM_TAIL_LONG : 0;
}

void omen_sym_lose_arguments(struct omen_symfn *f, LLVMValueRef call, unsigned from) {
  LLVMValueRef site = NULL;
  for (unsigned i = from, n = LLVMGetNumArgOperands(call); i < n; i++) {
    LLVMValueRef v = LLVMGetOperand(call, i);
    if (LLVMGetCallSiteEnumAttribute(call, i + 1, LLVMGetEnumAttributeKindForName("byval", 5)))
      omen_sym_emit_given_away(f, call, v);
    if (!omen_sym_has(f, v)) continue;
    if (!site) site = omen_sym_lost_site(f, call);
    LLVMValueRef args[] = {omen_sym_shadow(f, v), site};
    omen_sym_build(f, OMEN_SX_lost, args, 2);
  }
}

/* Always, because whoever is called may look at it for the sake of another argument. The models get their
 * arguments in the order of the call and know what they are. */
void omen_sym_give_tail(struct omen_symfn *f, LLVMValueRef call) {
  struct omen_ins *x = f->x;
  LLVMTypeRef type = LLVMGetCalledFunctionType(call);
  LLVMValueRef callee = LLVMGetCalledValue(call);
  size_t len;
  if (!LLVMIsFunctionVarArg(type)) return;
  if (LLVMIsAFunction(callee) && !strncmp(LLVMGetValueName2(callee, &len), "__omen_", 7)) return;
  char kinds[OMEN_SYM_ARGS + 1] = "";
  unsigned fixed = LLVMCountParamTypes(type), n = LLVMGetNumArgOperands(call), i = fixed;
  for (; i < n && i < OMEN_SYM_ARGS; i++)
    if (!(kinds[i - fixed] = kind_of(x, call, i))) break;
  kinds[i - fixed] = 0;
  omen_sym_lose_arguments(f, call, i);
  LLVMValueRef at = omen_ins_u64(x, offsetof(struct omen_sym_hot, tail));
  LLVMValueRef to = LLVMConstGEP2(x->i8, LLVMGetNamedGlobal(x->m, "__omen_sym_hot"), &at, 1);
  LLVMBuildStore(x->b, LLVMBuildGlobalStringPtr(x->b, kinds, "__omen_sx_tail"), to);
}

/* The memory comes first in the function, beside its other variables. */
void omen_sym_take_tail(struct omen_symfn *f, LLVMValueRef meant) {
  struct omen_ins *x = f->x;
  LLVMBuilderRef b = LLVMCreateBuilderInContext(x->c);
  LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f->fn)));
  f->tail = LLVMBuildAlloca(b, LLVMArrayType2(x->i8, sizeof(struct omen_sym_tail)), "");
  LLVMSetAlignment(f->tail, 8);
  LLVMDisposeBuilder(b);
  LLVMValueRef args[] = {meant, f->tail};
  omen_sym_build(f, OMEN_SX_tail_take, args, 2);
}

/* The registers that a variadic function was called with lie in memory which no instrumented code wrote. */
void omen_sym_emit_varargs(struct omen_symfn *f, LLVMValueRef call, const char *name) {
  struct omen_ins *x = f->x;
  LLVMValueRef list = LLVMGetOperand(call, 0);
  if (!strncmp(name, "llvm.va_copy", 12)) {
    omen_sym_before(f, call);
    LLVMValueRef args[] = {list, LLVMGetOperand(call, 1), omen_ins_u64(x, VA_LIST_SIZE)};
    omen_sym_build(f, OMEN_SX_copy, args, 3);
    return;
  }
  omen_sym_behind(f, call);
  omen_sym_emit_clear(f, list, VA_LIST_SIZE);
  LLVMValueRef at = omen_ins_u64(x, SAVE_AREA_AT);
  LLVMValueRef area = LLVMBuildLoad2(x->b, x->ptr, LLVMBuildGEP2(x->b, x->i8, list, &at, 1, ""), "");
  omen_sym_emit_clear(f, area, SAVE_AREA_SIZE);
  if (!f->tail) return;
  LLVMValueRef args[] = {list, f->tail, omen_ins_u32(x, LLVMCountParams(f->fn))};
  omen_sym_build(f, OMEN_SX_tail_put, args, 3);
}
