/* Atomic instructions: the runtime is told immediately before each, and the instruction itself is left as it
 * is. */
#include "build/instrument_parts.h"
#include "ir/metadata.h"
#include "runtime/abi.h"
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

bool omen_ins_is_atomic(LLVMValueRef inst) {
  switch (LLVMGetInstructionOpcode(inst)) {
  case LLVMLoad:
  case LLVMStore:
    return LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic && !LLVMIsAtomicSingleThread(inst);
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
  case LLVMFence: return !LLVMIsAtomicSingleThread(inst); /* a signal fence orders nothing between threads */
  default: return false;
  }
}

static uint64_t c11_order(LLVMAtomicOrdering o) {
  switch (o) {
  case LLVMAtomicOrderingAcquire: return 2;
  case LLVMAtomicOrderingRelease: return 3;
  case LLVMAtomicOrderingAcquireRelease: return 4;
  case LLVMAtomicOrderingSequentiallyConsistent: return 5;
  default: return 0;
  }
}

static uint64_t size_of(struct omen_ins *x, LLVMValueRef v) {
  return LLVMStoreSizeOfType(x->td, LLVMTypeOf(v));
}

static void emit(struct omen_ins *x, LLVMValueRef inst, struct omen_callee f, const char *kind,
                 LLVMValueRef ptr, uint64_t size, uint64_t order) {
  LLVMValueRef args[] = {ptr, omen_ins_u32(x, size | order << 8),
                         omen_ins_site_value(x, omen_ins_site(x, inst, kind, size, ptr))};
  omen_ins_build(x, f, args, 3);
}

static void emit_cas(struct omen_ins *x, LLVMValueRef inst) {
  LLVMValueRef ptr = LLVMGetOperand(inst, 0), expected = LLVMGetOperand(inst, 1);
  uint64_t size = size_of(x, expected);
  uint64_t how = size | c11_order(LLVMGetCmpXchgSuccessOrdering(inst)) << 8 |
                 c11_order(LLVMGetCmpXchgFailureOrdering(inst)) << 16;
  LLVMValueRef site = omen_ins_site_value(x, omen_ins_site(x, inst, "cas", size, ptr));
  if (LLVMGetTypeKind(LLVMTypeOf(expected)) == LLVMPointerTypeKind)
    expected = LLVMBuildPtrToInt(x->b, expected, x->i64, "");
  else
    expected = LLVMBuildIntCast2(x->b, expected, x->i64, 0, "");
  LLVMValueRef args[] = {ptr, expected, omen_ins_u32(x, how), site};
  omen_ins_build(x, x->atomic_cas, args, 4);
}

/* Where libstdc++ looks whether anybody waits for an atomic (std::atomic's notify, latches, semaphores). The
 * standard has those that wait seen, whatever the order of the store before. The seq_cst load alone has that
 * on processors, where such a load does not go ahead of a release store; but not by the model. */
static bool looks_for_waiters(struct omen_ins *x, LLVMValueRef inst) {
  LLVMMetadataRef at = LLVMInstructionGetDebugLoc(inst);
  LLVMMetadataRef in = at ? omen_scope_function(x->c, LLVMDILocationGetScope(at)) : NULL;
  if (!in) return false;
  char *name = omen_md_string(x->c, in, OMEN_DI_LINKAGE);
  bool is = !strncmp(name, "_ZNKSt8__detail", 15) && strstr(name, "10_M_waitingEv");
  free(name);
  return is;
}

static void emit_load(struct omen_ins *x, LLVMValueRef inst, uint64_t order) {
  uint64_t size = size_of(x, inst);
  uint64_t fenced = looks_for_waiters(x, inst) ? OMEN_ATOMIC_FENCED >> 8 : 0;
  emit(x, inst, x->atomic_load, "ar", LLVMGetOperand(inst, 0), size, order | fenced);
}

void omen_ins_emit_atomic(struct omen_ins *x, LLVMValueRef inst) {
  LLVMPositionBuilderBefore(x->b, inst);
  LLVMOpcode op = LLVMGetInstructionOpcode(inst);
  if (op == LLVMAtomicCmpXchg) {
    emit_cas(x, inst);
    return;
  }
  uint64_t order = c11_order(LLVMGetOrdering(inst));
  switch (op) {
  case LLVMLoad: emit_load(x, inst, order); break;
  case LLVMStore:
    emit(x, inst, x->atomic_store, "aw", LLVMGetOperand(inst, 1), size_of(x, LLVMGetOperand(inst, 0)), order);
    break;
  case LLVMAtomicRMW:
    emit(x, inst, x->atomic_rmw, "rmw", LLVMGetOperand(inst, 0), size_of(x, inst), order);
    break;
  default: {
    LLVMValueRef args[] = {omen_ins_u32(x, order),
                           omen_ins_site_value(x, omen_ins_site(x, inst, "fence", 0, NULL))};
    omen_ins_build(x, x->fence, args, 2);
  }
  }
}
