/* Arrays whose length is known only at run time (variable-length arrays, alloca): each gets a gap on both
 * sides, like a frame of one variable (instrument_frames.c). They are gone with the next restoration of the
 * stack pointer, or with the call. */
#define OMEN_ABI_NO_PROTOTYPES
#include "build/instrument_parts.h"
#include "runtime/abi.h"
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

void omen_fn_plan_arrays(struct omen_fn *f) {
  uint64_t size;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->fn); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v)) {
      if (!LLVMIsAAllocaInst(v) || omen_ins_extent(f->x, v, &size)) continue;
      if (LLVMGetPointerAddressSpace(LLVMTypeOf(v)) || !LLVMTypeIsSized(LLVMGetAllocatedType(v))) continue;
      if (!omen_map_get(&f->x->padded, v, NULL) && omen_ins_local(v)) continue;
      OMEN_GROW(f->arrays, f->narrays, f->arrays_cap);
      f->arrays[f->narrays++] = v;
    }
}

static LLVMValueRef add(struct omen_ins *x, LLVMValueRef v, uint64_t k) {
  return LLVMBuildAdd(x->b, v, omen_ins_u64(x, k), "");
}

static void emit_array(struct omen_fn *f, LLVMValueRef v) {
  struct omen_ins *x = f->x;
  unsigned align = LLVMGetAlignment(v) > 16 ? LLVMGetAlignment(v) : 16;
  uint64_t before = align > OMEN_FRAME_HEADER ? align : OMEN_FRAME_HEADER;
  LLVMPositionBuilderBefore(x->b, v);
  LLVMSetCurrentDebugLocation2(x->b, LLVMInstructionGetDebugLoc(v));
  LLVMValueRef count = LLVMBuildIntCast2(x->b, LLVMGetOperand(v, 0), x->i64, 0, "");
  LLVMValueRef element = omen_ins_u64(x, LLVMABISizeOfType(x->td, LLVMGetAllocatedType(v)));
  LLVMValueRef size = LLVMBuildMul(x->b, count, element, "");
  LLVMValueRef rounded = LLVMBuildAnd(x->b, add(x, size, 31), omen_ins_u64(x, ~15ull), "");
  LLVMValueRef whole = LLVMBuildArrayAlloca(x->b, x->i8, add(x, rounded, before), "");
  LLVMSetAlignment(whole, align);
  LLVMValueRef at = omen_ins_u64(x, before), array = LLVMBuildGEP2(x->b, x->i8, whole, &at, 1, "");
  LLVMValueRef args[] = {whole, size, omen_ins_frame_layout(f, v, before), omen_ins_frame_address(x)};
  omen_ins_build(x, x->array_enter, args, 4);
  LLVMReplaceAllUsesWith(v, array);
  LLVMInstructionEraseFromParent(v);
}

static LLVMValueRef stack_pointer(struct omen_ins *x) {
  LLVMTypeRef type = LLVMFunctionType(x->ptr, NULL, 0, 0);
  LLVMValueRef fn = LLVMGetNamedFunction(x->m, "llvm.stacksave.p0");
  if (!fn) fn = LLVMAddFunction(x->m, "llvm.stacksave.p0", type);
  return LLVMBuildCall2(x->b, type, fn, NULL, 0, "");
}

static void emit_leave(struct omen_fn *f, LLVMValueRef before, LLVMValueRef upto) {
  struct omen_ins *x = f->x;
  LLVMPositionBuilderBefore(x->b, before);
  LLVMSetCurrentDebugLocation2(x->b, LLVMInstructionGetDebugLoc(before));
  LLVMValueRef args[] = {stack_pointer(x), upto ? upto : omen_ins_frame_address(x)};
  omen_ins_build(x, x->arrays_leave, args, 2);
}

void omen_fn_emit_arrays(struct omen_fn *f) {
  for (int i = 0; i < f->narrays; i++) emit_array(f, f->arrays[i]);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->fn); b && f->narrays; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v)) {
      LLVMOpcode op = LLVMGetInstructionOpcode(v);
      const char *name = op == LLVMCall ? omen_ins_intrinsic(v) : NULL;
      if (op == LLVMRet || op == LLVMResume) emit_leave(f, v, NULL);
      if (name && !strncmp(name, "llvm.stackrestore", 17)) emit_leave(f, v, LLVMGetOperand(v, 0));
    }
  free(f->arrays);
}
