/* Table pointers of C++ objects. A destructor stores the table of its own class, which the object has already
 * unless it is of a derived class: then a thread that calls a virtual function meanwhile sees nothing of the
 * store, and ThreadSanitizer, too, takes it for no write. A constructor's store counts always: what was in
 * that memory before is not the object's.
 *
 * The optimiser may have put the destructor into others: what counts is the function that the store was
 * written in, by its debug location. */
#include "build/instrument_parts.h"
#include "ir/metadata.h"
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

static bool in_destructor(struct omen_ins *x, LLVMValueRef inst) {
  LLVMMetadataRef at = LLVMInstructionGetDebugLoc(inst);
  LLVMMetadataRef in = at ? omen_scope_function(x->c, LLVMDILocationGetScope(at)) : NULL;
  if (!in) return false;
  char *name = omen_md_string(x->c, in, OMEN_DI_NAME);
  bool is = name && name[0] == '~';
  free(name);
  return is;
}

/* The address of a place in a virtual table: _ZTV of a class, _ZTC of one that is a part. */
static bool is_table(LLVMValueRef v) {
  while (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr) v = LLVMGetOperand(v, 0);
  if (!LLVMIsAGlobalVariable(v)) return false;
  size_t n;
  const char *name = LLVMGetValueName2(v, &n);
  return n > 4 && (!memcmp(name, "_ZTV", 4) || !memcmp(name, "_ZTC", 4));
}

bool omen_ins_unchanged_vptr(struct omen_ins *x, LLVMValueRef store) {
  return is_table(LLVMGetOperand(store, 0)) && in_destructor(x, store);
}

LLVMValueRef omen_ins_if_changed(struct omen_ins *x, LLVMValueRef store) {
  LLVMPositionBuilderBefore(x->b, store);
  LLVMValueRef value = LLVMGetOperand(store, 0);
  LLVMValueRef old = LLVMBuildLoad2(x->b, LLVMTypeOf(value), LLVMGetOperand(store, 1), "");
  LLVMValueRef same = LLVMBuildICmp(x->b, LLVMIntEQ, LLVMBuildFreeze(x->b, old, ""), value, "");
  return LLVMBuildSelect(x->b, same, omen_ins_u64(x, 0), omen_ins_u64(x, 8), "");
}
