/* What provably no other thread can reach: locals whose address stays in the function, constants,
 * thread-local variables whose address stays with their accesses. The answer is about the object a pointer is
 * made from (its root), for the whole function: whether it gets out earlier or later does not matter. */
#include "build/instrument_parts.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_DERIVED = 4000, MAX_ROOTS = 64 };

struct work {
  LLVMValueRef *v;
  size_t n, cap;
  struct omen_map seen;
};

static void push(struct work *w, LLVMValueRef v) {
  if (!omen_map_put(&w->seen, v, 1)) return;
  OMEN_GROW(w->v, w->n, w->cap);
  w->v[w->n++] = v;
}

static void work_release(struct work *w) {
  free(w->v);
  omen_map_release(&w->seen);
}

static bool call_keeps(LLVMValueRef call, LLVMValueRef p, struct work *w) {
  const char *name = omen_ins_intrinsic(call);
  if (name) {
    if (!strncmp(name, "llvm.lifetime.", 14) || !strncmp(name, "llvm.mem", 8) ||
        !strncmp(name, "llvm.dbg.", 9) || !strncmp(name, "llvm.va_", 8) ||
        !strncmp(name, "llvm.objectsize", 15) || !strncmp(name, "llvm.masked.load", 16) ||
        !strncmp(name, "llvm.invariant.", 15) || !strncmp(name, "llvm.assume", 11))
      return true;
    if (!strncmp(name, "llvm.launder.", 13) || !strncmp(name, "llvm.strip.", 11)) {
      push(w, call);
      return true;
    }
  }
  if (LLVMGetCalledValue(call) == p) return false;
  unsigned nocapture = LLVMGetEnumAttributeKindForName("nocapture", 9),
           byval = LLVMGetEnumAttributeKindForName("byval", 5);
  LLVMValueRef callee = LLVMGetCalledValue(call);
  bool known = LLVMIsAFunction(callee) != NULL;
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
    if (LLVMGetOperand(call, i) != p) continue;
    if (LLVMGetCallSiteEnumAttribute(call, i + 1, nocapture) ||
        LLVMGetCallSiteEnumAttribute(call, i + 1, byval))
      continue;
    if (known && i < LLVMCountParams(callee) && LLVMGetEnumAttributeAtIndex(callee, i + 1, nocapture))
      continue;
    return false;
  }
  return LLVMGetNumOperandBundles(call) == 0;
}

/* Does this use keep the address where we can follow it? */
static bool use_keeps(LLVMValueRef user, LLVMValueRef p, struct work *w) {
  if (!LLVMIsAInstruction(user)) {
    if (!LLVMIsAConstantExpr(user) || LLVMGetConstOpcode(user) != LLVMGetElementPtr) return false;
    push(w, user);
    return true;
  }
  switch (LLVMGetInstructionOpcode(user)) {
  case LLVMLoad:
  case LLVMICmp: return true;
  case LLVMStore: return LLVMGetOperand(user, 0) != p;
  case LLVMAtomicRMW: return LLVMGetOperand(user, 1) != p;
  case LLVMAtomicCmpXchg: return LLVMGetOperand(user, 1) != p && LLVMGetOperand(user, 2) != p;
  case LLVMGetElementPtr:
  case LLVMBitCast:
  case LLVMPHI:
  case LLVMSelect:
  case LLVMFreeze: push(w, user); return true;
  case LLVMCall:
  case LLVMInvoke: return call_keeps(user, p, w);
  default: return false;
  }
}

static bool stays(LLVMValueRef root) {
  struct work w = {0};
  bool kept = true;
  push(&w, root);
  for (size_t i = 0; kept && i < w.n; i++) {
    for (LLVMUseRef u = LLVMGetFirstUse(w.v[i]); kept && u; u = LLVMGetNextUse(u))
      kept = use_keeps(LLVMGetUser(u), w.v[i], &w);
    if (w.n > MAX_DERIVED) kept = false;
  }
  work_release(&w);
  return kept;
}

/* A thread-local variable is reached through llvm.threadlocal.address only; each result must stay. */
static bool thread_local_stays(LLVMValueRef global) {
  if (LLVMIsDeclaration(global)) return false;
  for (LLVMUseRef u = LLVMGetFirstUse(global); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsACallInst(user)) return false;
    const char *name = omen_ins_intrinsic(user);
    if (!name || strncmp(name, "llvm.threadlocal.address", 24) || !stays(user)) return false;
  }
  return true;
}

static bool is_byval(LLVMValueRef arg) {
  LLVMValueRef fn = LLVMGetParamParent(arg);
  unsigned n = LLVMCountParams(fn);
  for (unsigned i = 0; i < n; i++)
    if (LLVMGetParam(fn, i) == arg) return omen_has_attr(fn, i + 1, "byval");
  return false;
}

/* Loaded through the table pointer of an object: virtual tables are constants. */
static bool is_vtable(LLVMValueRef root) {
  if (!LLVMIsALoadInst(root)) return false;
  LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(root));
  LLVMValueRef tag = LLVMGetMetadata(root, LLVMGetMDKindIDInContext(c, "tbaa", 4));
  LLVMValueRef ops[8], type[8];
  if (!tag || LLVMGetMDNodeNumOperands(tag) < 3 || LLVMGetMDNodeNumOperands(tag) > 8) return false;
  LLVMGetMDNodeOperands(tag, ops);
  if (!ops[1] || !LLVMIsAMDNode(ops[1]) || LLVMGetMDNodeNumOperands(ops[1]) < 1 ||
      LLVMGetMDNodeNumOperands(ops[1]) > 8)
    return false;
  LLVMGetMDNodeOperands(ops[1], type);
  unsigned len;
  const char *name = type[0] && LLVMIsAMDString(type[0]) ? LLVMGetMDString(type[0], &len) : NULL;
  return name && len == 14 && !memcmp(name, "vtable pointer", 14);
}

static bool root_private(LLVMValueRef root) {
  if (LLVMIsAAllocaInst(root)) return stays(root);
  if (LLVMIsAArgument(root)) return is_byval(root) && stays(root);
  if (LLVMIsAGlobalVariable(root)) return LLVMIsGlobalConstant(root) && !LLVMIsThreadLocal(root);
  if (LLVMIsACallInst(root)) {
    const char *name = omen_ins_intrinsic(root);
    if (name && !strncmp(name, "llvm.threadlocal.address", 24)) {
      LLVMValueRef global = LLVMGetOperand(root, 0);
      return LLVMIsAGlobalVariable(global) && thread_local_stays(global);
    }
    return false;
  }
  return is_vtable(root);
}

static bool root_private_cached(struct omen_ins *x, LLVMValueRef root) {
  uint64_t known;
  if (omen_map_get(&x->priv, root, &known)) return known;
  bool answer = root_private(root);
  omen_map_put(&x->priv, root, answer);
  return answer;
}

/* Pushes what `v` is made from; false when it is a root. */
static bool push_origin(struct work *w, LLVMValueRef v) {
  bool expr = LLVMIsAConstantExpr(v) != NULL;
  if (!expr && !LLVMIsAInstruction(v)) return false;
  switch (expr ? LLVMGetConstOpcode(v) : LLVMGetInstructionOpcode(v)) {
  case LLVMGetElementPtr:
  case LLVMBitCast:
  case LLVMFreeze: push(w, LLVMGetOperand(v, 0)); return true;
  case LLVMSelect:
    push(w, LLVMGetOperand(v, 1));
    push(w, LLVMGetOperand(v, 2));
    return true;
  case LLVMPHI:
    for (unsigned i = 0; i < LLVMCountIncoming(v); i++) push(w, LLVMGetIncomingValue(v, i));
    return true;
  default: return false;
  }
}

bool omen_ins_private(struct omen_ins *x, LLVMValueRef ptr) {
  struct work w = {0};
  bool answer = true;
  push(&w, ptr);
  for (size_t i = 0; answer && i < w.n; i++) {
    if (!push_origin(&w, w.v[i])) answer = root_private_cached(x, w.v[i]);
    if (w.n > MAX_ROOTS) answer = false;
  }
  work_release(&w);
  return answer;
}

LLVMValueRef omen_ins_root(LLVMValueRef ptr) {
  struct work w = {0};
  LLVMValueRef root = NULL;
  bool one = true;
  push(&w, ptr);
  for (size_t i = 0; one && i < w.n; i++) {
    if (!push_origin(&w, w.v[i])) {
      one = !root;
      root = w.v[i];
    }
    if (w.n > MAX_ROOTS) one = false;
  }
  work_release(&w);
  return one ? root : NULL;
}

void omen_ins_each_root(LLVMValueRef ptr, void (*visit)(void *with, LLVMValueRef root), void *with) {
  struct work w = {0};
  push(&w, ptr);
  for (size_t i = 0; i < w.n && w.n <= MAX_ROOTS; i++)
    if (!push_origin(&w, w.v[i])) visit(with, w.v[i]);
  work_release(&w);
}

bool omen_ins_stays(LLVMValueRef root) { return stays(root); }

/* Is the object only ever accessed by this function's own loads, stores and memory intrinsics? Then no gap
 * around it would see more than a comparison with its bounds. */
bool omen_ins_local(LLVMValueRef root) {
  struct work w = {0};
  bool local = true;
  push(&w, root);
  for (size_t i = 0; local && i < w.n; i++) {
    for (LLVMUseRef u = LLVMGetFirstUse(w.v[i]); local && u; u = LLVMGetNextUse(u)) {
      LLVMValueRef user = LLVMGetUser(u);
      local = use_keeps(user, w.v[i], &w);
      if (local && (LLVMIsACallInst(user) || LLVMIsAInvokeInst(user)) && !omen_ins_intrinsic(user))
        local = false;
    }
    if (w.n > MAX_DERIVED) local = false;
  }
  work_release(&w);
  return local;
}
