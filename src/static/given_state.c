/* std::thread hands its state to libstdc++ in a unique_ptr, which is empty afterwards: its destructor deletes
 * nothing. Points-to sets do not know before from after; so the loads behind the call become null here, and
 * what hangs on them is dead. */
#include "static/program.h"
#include <string.h>

static bool comes_before(const struct omen_cfg *g, LLVMValueRef a, LLVMValueRef b) {
  int x = omen_cfg_block_of(g, a), y = omen_cfg_block_of(g, b);
  if (x != y) return x >= 0 && y >= 0 && omen_cfg_dominates(g, x, y);
  for (; a && a != b; a = LLVMGetNextInstruction(a)) continue;
  return a == b;
}

/* All that is stored there is stored before the call. */
static bool stored_before(const struct omen_cfg *g, LLVMValueRef slot, LLVMValueRef call) {
  for (LLVMUseRef u = LLVMGetFirstUse(slot); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsAStoreInst(user) || LLVMIsAConstantPointerNull(LLVMGetOperand(user, 0))) continue;
    if (LLVMGetOperand(user, 0) == slot || !comes_before(g, user, call)) return false;
  }
  return true;
}

static void empty_behind(const struct omen_cfg *g, LLVMValueRef slot, LLVMValueRef call) {
  for (LLVMUseRef u = LLVMGetFirstUse(slot); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsALoadInst(user) && comes_before(g, call, user) &&
        LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMPointerTypeKind)
      LLVMReplaceAllUsesWith(user, LLVMConstNull(LLVMTypeOf(user)));
  }
}

bool omen_empty_given_states(LLVMModuleRef m, const char *name) {
  LLVMValueRef start = LLVMGetNamedFunction(m, name);
  bool any = false;
  for (LLVMUseRef u = start ? LLVMGetFirstUse(start) : NULL; u; u = LLVMGetNextUse(u)) {
    LLVMValueRef call = LLVMGetUser(u);
    if (!LLVMIsAInstruction(call) || !omen_is_call(call) || LLVMGetNumArgOperands(call) < 2) continue;
    LLVMValueRef slot = LLVMGetOperand(call, 1);
    if (!LLVMIsAAllocaInst(slot)) continue;
    struct omen_cfg g;
    omen_cfg_init(&g, LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
    if (stored_before(&g, slot, call)) empty_behind(&g, slot, call);
    omen_cfg_release(&g);
    any = true;
  }
  return any;
}
