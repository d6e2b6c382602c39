/* Variables of inner blocks. LLVM has notes where the life of each begins and ends; a variable whose address
 * may be used after its block is bad in between (runtime/memory/stack.c). Which may: those that others keep
 * the address of, and those that the function itself may come to with a pointer from before, on a way on
 * which the block was left and not entered again. Ends that only the function's return follows need nothing:
 * the frame does it. */
#include "build/instrument_frames.h"
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 8, MOST_DERIVED = 1000, MOST_VARIABLES = 64 /* bits of a header's word */ };

static bool is_note(LLVMValueRef v, const char *which) {
  const char *name = LLVMIsACallInst(v) ? omen_ins_intrinsic(v) : NULL;
  return name && !strncmp(name, "llvm.lifetime.", 14) && !strncmp(name + 14, which, strlen(which));
}

static bool is_note_of(LLVMValueRef v, const char *which, LLVMValueRef alloca) {
  return is_note(v, which) && LLVMGetOperand(v, 1) == alloca;
}

bool omen_scope_is_note(LLVMValueRef v) { return is_note(v, ""); }

/* Does nothing but the return come after this? */
static bool at_the_end(LLVMValueRef v) {
  int steps = MOST_STEPS;
  for (v = LLVMGetNextInstruction(v); v && steps; v = LLVMGetNextInstruction(v)) {
    if (is_note(v, "")) continue;
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    if (op == LLVMRet || op == LLVMResume || op == LLVMUnreachable) return true;
    if (op != LLVMBr || LLVMGetNumSuccessors(v) != 1) return false;
    LLVMBasicBlockRef next = LLVMGetSuccessor(v, 0);
    v = LLVMGetFirstInstruction(next);
    while (v && LLVMIsAPHINode(v)) v = LLVMGetNextInstruction(v);
    steps--;
    if (!v) return false;
    op = LLVMGetInstructionOpcode(v);
    if (op == LLVMRet || op == LLVMResume) return true;
    if (!is_note(v, "")) return false;
  }
  return false;
}

bool omen_scope_ends(LLVMValueRef alloca) {
  if (!LLVMIsAAllocaInst(alloca)) return false;
  for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u))
    if (is_note_of(LLVMGetUser(u), "end", alloca) && !at_the_end(LLVMGetUser(u))) return true;
  return false;
}

/* --- uses of a variable whose block was left --- */

/* All pointers made from it. */
static void derive(struct omen_map *all, LLVMValueRef from) {
  LLVMValueRef *list = NULL;
  size_t n = 0, cap = 0;
  omen_map_put(all, from, 1);
  OMEN_GROW(list, n, cap);
  list[n++] = from;
  for (size_t i = 0; i < n && n < MOST_DERIVED; i++)
    for (LLVMUseRef u = LLVMGetFirstUse(list[i]); u; u = LLVMGetNextUse(u)) {
      LLVMValueRef user = LLVMGetUser(u);
      if (!LLVMIsAInstruction(user)) continue;
      LLVMOpcode op = LLVMGetInstructionOpcode(user);
      if (op != LLVMGetElementPtr && op != LLVMPHI && op != LLVMSelect && op != LLVMFreeze) continue;
      if (!omen_map_put(all, user, 1)) continue;
      OMEN_GROW(list, n, cap);
      list[n++] = user;
    }
  free(list);
}

static bool uses(LLVMValueRef inst, struct omen_map *pointers) {
  LLVMOpcode op = LLVMGetInstructionOpcode(inst);
  switch (op) {
  case LLVMLoad: return omen_map_get(pointers, LLVMGetOperand(inst, 0), NULL);
  case LLVMStore: return omen_map_get(pointers, LLVMGetOperand(inst, 1), NULL);
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg: return omen_map_get(pointers, LLVMGetOperand(inst, 0), NULL);
  case LLVMCall:
  case LLVMInvoke:
    if (is_note(inst, "")) return false;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(inst); i++)
      if (omen_map_get(pointers, LLVMGetArgOperand(inst, i), NULL)) return true;
    return false;
  default: return false;
  }
}

struct walk {
  LLVMValueRef alloca;
  struct omen_map pointers, blocks;
  LLVMBasicBlockRef *todo;
  size_t n, cap;
};

/* From here to the end of the block; false: nothing was found. */
static bool look(struct walk *w, LLVMValueRef v) {
  for (; v; v = LLVMGetNextInstruction(v)) {
    if (is_note_of(v, "start", w->alloca)) return false;
    if (uses(v, &w->pointers)) return true;
    unsigned next = LLVMIsATerminatorInst(v) ? LLVMGetNumSuccessors(v) : 0;
    for (unsigned i = 0; i < next; i++) {
      LLVMBasicBlockRef b = LLVMGetSuccessor(v, i);
      if (!omen_map_put(&w->blocks, b, 1)) continue;
      OMEN_GROW(w->todo, w->n, w->cap);
      w->todo[w->n++] = b;
    }
  }
  return false;
}

static bool outlived(LLVMValueRef alloca) {
  struct walk w = {.alloca = alloca};
  bool found = false;
  derive(&w.pointers, alloca);
  for (LLVMUseRef u = LLVMGetFirstUse(alloca); u && !found; u = LLVMGetNextUse(u))
    if (is_note_of(LLVMGetUser(u), "end", alloca)) found = look(&w, LLVMGetNextInstruction(LLVMGetUser(u)));
  while (w.n && !found) found = look(&w, LLVMGetFirstInstruction(w.todo[--w.n]));
  omen_map_release(&w.pointers);
  omen_map_release(&w.blocks);
  free(w.todo);
  return found;
}

void omen_fn_find_outlived(struct omen_fn *f) {
  struct omen_ins *x = f->x;
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(f->fn);
  omen_map_clear(&x->outlived);
  for (LLVMValueRef v = LLVMGetFirstInstruction(entry); v; v = LLVMGetNextInstruction(v))
    if (omen_scope_ends(v) && outlived(v)) {
      omen_map_put(&x->outlived, v, 1);
      omen_map_put(&x->padded, v, 1);
    }
}

bool omen_ins_outlived(struct omen_ins *x, LLVMValueRef alloca) {
  return omen_map_get(&x->outlived, alloca, NULL);
}

struct found {
  struct omen_ins *x;
  bool any;
};

static void see_root(void *with, LLVMValueRef root) {
  struct found *found = with;
  found->any |= omen_ins_outlived(found->x, root);
}

bool omen_fn_uses_outlived(struct omen_fn *f, LLVMValueRef ptr) {
  struct found found = {.x = f->x};
  if (f->x->outlived.table.n) omen_ins_each_root(ptr, see_root, &found);
  return found.any;
}

bool omen_ins_is_scope_end(struct omen_ins *x, LLVMValueRef call) {
  if (!is_note(call, "end")) return false;
  LLVMValueRef v = LLVMGetOperand(call, 1);
  return LLVMIsAAllocaInst(v) && (omen_ins_outlived(x, v) || !omen_ins_stays(v)) && !at_the_end(call);
}

/* --- */

bool omen_scope_wanted(const struct omen_ins_frame *fr, const struct omen_ins_variable *v) {
  return fr->n < MOST_VARIABLES && v->escapes && omen_scope_ends(v->v);
}

/* A note becomes a call of the runtime, as long as it still names its variable. */
void omen_scope_emit(struct omen_ins_frame *fr, const struct omen_ins_variable *v, unsigned k) {
  struct omen_ins *x = fr->f->x;
  for (LLVMUseRef u = LLVMGetFirstUse(v->v), next; u; u = next) {
    LLVMValueRef user = LLVMGetUser(u), args[] = {fr->alloca, omen_ins_u32(x, k)};
    next = LLVMGetNextUse(u);
    bool end = is_note_of(user, "end", v->v);
    if (!end && !is_note_of(user, "start", v->v)) continue;
    LLVMPositionBuilderBefore(x->b, user);
    LLVMSetCurrentDebugLocation2(x->b, LLVMInstructionGetDebugLoc(user));
    if (!end || !at_the_end(user))
      LLVMSetInstructionCallConv(omen_ins_build(x, end ? x->scope_leave : x->scope_enter, args, 2),
                                 OMEN_PRESERVE_MOST);
    LLVMInstructionEraseFromParent(user);
  }
}
