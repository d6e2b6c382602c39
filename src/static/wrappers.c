/* Functions that give out new blocks, as malloc does: all that they return is a block that they had
 * allocated. Each call of one stands for blocks of its own, so that two lists whose elements come from the
 * same xmalloc are not one. */
#include "static/program.h"
#include <string.h>

enum { MOST = 40 };

static bool is_block(struct omen_program *p, LLVMValueRef v, LLVMValueRef *seen, int *n, bool *any) {
  for (int i = 0; i < *n; i++)
    if (seen[i] == v) return true;
  if (*n == MOST) return false;
  seen[(*n)++] = v;
  if (LLVMIsAConstantPointerNull(v) || LLVMIsUndef(v)) return true;
  if (!LLVMIsAInstruction(v)) return false;
  switch (LLVMGetInstructionOpcode(v)) {
  case LLVMPHI:
    for (unsigned i = 0; i < LLVMCountIncoming(v); i++)
      if (!is_block(p, LLVMGetIncomingValue(v, i), seen, n, any)) return false;
    return true;
  case LLVMSelect:
    return is_block(p, LLVMGetOperand(v, 1), seen, n, any) && is_block(p, LLVMGetOperand(v, 2), seen, n, any);
  case LLVMCall:
  case LLVMInvoke: *any = true; return omen_allocates(p, v);
  default: return false;
  }
}

bool omen_allocates(struct omen_program *p, LLVMValueRef call) {
  LLVMValueRef callee = omen_callee(call);
  if (!callee || LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMPointerTypeKind || omen_also(p, callee))
    return false;
  uint32_t fn = omen_fn_number(p, callee);
  if (fn != UINT32_MAX && p->fns[fn].body) return p->fns[fn].allocates;
  const struct omen_known_call *known = omen_known_call(omen_value_name(callee));
  bool there = !strncmp(omen_value_name(callee), "mmap", 4) && !LLVMIsNull(LLVMGetOperand(call, 0));
  return known && known->kind == OMEN_CALL_ALLOC && !there;
}

static bool gives_blocks(struct omen_program *p, const struct omen_scan_fn *f) {
  bool any = false;
  if (LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(f->value))) != LLVMPointerTypeKind)
    return false;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->value); b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b), seen[MOST];
    int n = 0;
    if (end && LLVMIsAReturnInst(end) && !is_block(p, LLVMGetOperand(end, 0), seen, &n, &any)) return false;
  }
  return any;
}

void omen_find_wrappers(struct omen_program *p) {
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < p->nfns; i++) {
      struct omen_scan_fn *f = &p->fns[i];
      if (!f->body || f->allocates || !gives_blocks(p, f)) continue;
      f->allocates = more = true;
      f->blocks = omen_pt_node(&p->pt);
    }
  }
}
