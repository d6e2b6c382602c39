/* What a function does to memory and where control may change hands in it, in program order within each
 * block. */
#include "build/instrument_parts.h"
#include <string.h>

struct omen_ins_access *omen_fn_add(struct omen_fn *f, LLVMValueRef inst, LLVMValueRef ptr, uint64_t size,
                                    unsigned align, bool write) {
  OMEN_GROW(f->acc, f->nacc, f->acc_cap);
  struct omen_ins_access *a = &f->acc[f->nacc++];
  *a = (struct omen_ins_access){.inst = inst, .ptr = ptr, .size = size, .align = align, .write = write};
  a->light = !f->x->o->check_pruned && omen_ins_pruned(f->x, inst);
  a->block = omen_cfg_block_of(&f->cfg, inst);
  a->next = f->first[a->block];
  f->first[a->block] = f->nacc - 1;
  if (LLVMGetTypeKind(LLVMTypeOf(ptr)) == LLVMPointerTypeKind) omen_linear_of(f->x->td, ptr, &a->lin);
  return a;
}

static bool usual_pointer(LLVMValueRef p) {
  LLVMTypeRef t = LLVMTypeOf(p);
  return LLVMGetTypeKind(t) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(t) == 0;
}

static bool has_metadata(LLVMValueRef inst, const char *name) {
  unsigned kind =
      LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(inst)), name, (unsigned)strlen(name));
  return LLVMGetMetadata(inst, kind) != NULL;
}

/* The clearing of a new variable (plugin/clean.cpp) is none of the program's accesses. */
static bool clears(LLVMValueRef inst) { return has_metadata(inst, "annotation"); }

static void plain(struct omen_fn *f, LLVMValueRef inst, bool write) {
  LLVMValueRef ptr = LLVMGetOperand(inst, write ? 1 : 0);
  if (!usual_pointer(ptr) || clears(inst)) return;
  if (!write && has_metadata(inst, "invariant.load")) return;
  LLVMTypeRef type = LLVMTypeOf(write ? LLVMGetOperand(inst, 0) : inst);
  if (!LLVMTypeIsSized(type)) return;
  if (write && omen_ins_unchanged_vptr(f->x, inst))
    omen_fn_add(f, inst, ptr, 0, 1, write)->len = omen_ins_if_changed(f->x, inst);
  else
    omen_fn_add(f, inst, ptr, LLVMStoreSizeOfType(f->x->td, type), LLVMGetAlignment(inst), write);
}

static unsigned param_align(LLVMValueRef call, unsigned param) {
  unsigned kind = LLVMGetEnumAttributeKindForName("align", 5);
  LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, param + 1, kind);
  return a ? (unsigned)LLVMGetEnumAttributeValue(a) : 1;
}

static void memory_side(struct omen_fn *f, LLVMValueRef call, unsigned param, LLVMValueRef len, bool write) {
  LLVMValueRef ptr = LLVMGetOperand(call, param);
  if (!usual_pointer(ptr)) return;
  if (LLVMIsAConstantInt(len)) {
    uint64_t size = LLVMConstIntGetZExtValue(len);
    if (size) omen_fn_add(f, call, ptr, size, param_align(call, param), write);
    return;
  }
  omen_fn_add(f, call, ptr, 0, 1, write)->len = len;
}

/* One lane of a masked access. The lanes are looked at one by one: claiming all of them would report races
 * that are not there. `base` is a pointer, or a vector of pointers for gather and scatter. */
static void masked_lanes(struct omen_fn *f, LLVMValueRef call, LLVMValueRef base, LLVMValueRef mask,
                         LLVMTypeRef vector, bool write) {
  if (LLVMGetTypeKind(vector) != LLVMVectorTypeKind) return; /* scalable: not on this machine */
  uint64_t size = LLVMStoreSizeOfType(f->x->td, LLVMGetElementType(vector));
  for (unsigned i = 0; i < LLVMGetVectorSize(vector); i++) {
    struct omen_ins_access *a = omen_fn_add(f, call, base, size, 1, write);
    a->lane = omen_ins_u64(f->x, i);
    a->mask = mask;
  }
}

static void masked(struct omen_fn *f, LLVMValueRef call, const char *name) {
  if (strncmp(name, "llvm.masked.load", 16) == 0)
    masked_lanes(f, call, LLVMGetOperand(call, 0), LLVMGetOperand(call, 2), LLVMTypeOf(call), false);
  else if (strncmp(name, "llvm.masked.store", 17) == 0)
    masked_lanes(f, call, LLVMGetOperand(call, 1), LLVMGetOperand(call, 3),
                 LLVMTypeOf(LLVMGetOperand(call, 0)), true);
  else if (strncmp(name, "llvm.masked.gather", 18) == 0)
    masked_lanes(f, call, LLVMGetOperand(call, 0), LLVMGetOperand(call, 2), LLVMTypeOf(call), false);
  else if (strncmp(name, "llvm.masked.scatter", 19) == 0)
    masked_lanes(f, call, LLVMGetOperand(call, 1), LLVMGetOperand(call, 3),
                 LLVMTypeOf(LLVMGetOperand(call, 0)), true);
}

static void memory_intrinsic(struct omen_fn *f, LLVMValueRef call) {
  const char *name = omen_ins_intrinsic(call);
  if (strncmp(name, "llvm.masked.", 12) == 0) {
    masked(f, call, name);
    return;
  }
  if (LLVMGetNumArgOperands(call) < 3 || clears(call)) return;
  LLVMValueRef len = LLVMGetOperand(call, 2);
  if (strncmp(name, "llvm.memcpy", 11) == 0 || strncmp(name, "llvm.memmove", 12) == 0) {
    memory_side(f, call, 1, len, false);
    memory_side(f, call, 0, len, true);
  } else if (strncmp(name, "llvm.memset", 11) == 0)
    memory_side(f, call, 0, len, true);
}

static void event(struct omen_fn *f, LLVMValueRef inst, enum omen_ins_what what) {
  OMEN_GROW(f->ev, f->nev, f->ev_cap);
  f->ev[f->nev++] = (struct omen_ins_event){.inst = inst, .what = what};
  f->busy[omen_cfg_block_of(&f->cfg, inst)] = 1;
}

/* What is passed by value is read by the call. */
static void byval_arguments(struct omen_fn *f, LLVMValueRef call) {
  unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
    LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, i + 1, kind);
    if (!a || !usual_pointer(LLVMGetOperand(call, i))) continue;
    uint64_t size = LLVMABISizeOfType(f->x->td, LLVMGetTypeAttributeValue(a));
    if (size) omen_fn_add(f, call, LLVMGetOperand(call, i), size, param_align(call, i), false);
  }
}

/* The checking forms that _FORTIFY_SOURCE puts in place of memcpy and friends stay as they are, for their
 * check. */
static void fortified(struct omen_fn *f, LLVMValueRef inst) {
  size_t n;
  LLVMValueRef callee = LLVMGetCalledValue(inst);
  const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &n) : "";
  bool copy = !strcmp(name, "__memcpy_chk") || !strcmp(name, "__memmove_chk"),
       set = !strcmp(name, "__memset_chk");
  if ((!copy && !set) || LLVMGetNumArgOperands(inst) != 4) return;
  if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(inst, 2))) != LLVMIntegerTypeKind) return;
  if (copy) memory_side(f, inst, 1, LLVMGetOperand(inst, 2), false);
  memory_side(f, inst, 0, LLVMGetOperand(inst, 2), true);
}

static void call(struct omen_fn *f, LLVMValueRef inst) {
  if (omen_ins_is_mark(inst)) {
    omen_fn_see_mark(f, inst);
    return;
  }
  if (omen_ins_is_scope_end(f->x, inst)) {
    event(f, inst, OMEN_POINT); /* what was checked before is no longer so */
    return;
  }
  enum omen_ins_what what = omen_ins_call_kind(f->x, inst);
  bool seen = !omen_ins_unsanitized(f->x, inst);
  if (what == OMEN_LIBRARY && seen && omen_ins_compares_few(inst)) {
    memory_side(f, inst, 0, LLVMGetOperand(inst, 2), false);
    memory_side(f, inst, 1, LLVMGetOperand(inst, 2), false);
    if (!f->x->o->symbolic) return;
  }
  if (seen) {
    fortified(f, inst);
    byval_arguments(f, inst);
  }
  if (what == OMEN_ACCESS && seen)
    memory_intrinsic(f, inst);
  else if (what != OMEN_ACCESS && what != OMEN_NOTHING)
    event(f, inst, what);
}

static void instruction(struct omen_fn *f, LLVMValueRef inst) {
  if (omen_ins_is_atomic(inst)) {
    event(f, inst, OMEN_ATOMIC);
    return;
  }
  switch (LLVMGetInstructionOpcode(inst)) {
  case LLVMLoad:
  case LLVMStore:
    if (!omen_ins_unsanitized(f->x, inst)) plain(f, inst, LLVMIsAStoreInst(inst) != NULL);
    break;
  case LLVMCall:
  case LLVMInvoke:
  case LLVMCallBr: call(f, inst); break;
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem:
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr: omen_fn_see_sum(f, inst); break;
  default: break; /* single-thread atomics are the thread's own business */
  }
}

void omen_fn_collect(struct omen_fn *f) {
  f->busy = omen_xcalloc((size_t)f->cfg.n, 1);
  f->first = omen_xcalloc((size_t)f->cfg.n, sizeof(int));
  for (int i = 0; i < f->cfg.n; i++) f->first[i] = -1;
  for (int i = 0; i < f->nticks; i++) f->busy[f->ticks[i]] = 1;
  for (int i = 0; i < f->cfg.n; i++)
    for (LLVMValueRef v = LLVMGetFirstInstruction(f->cfg.blocks[i].bb); v; v = LLVMGetNextInstruction(v))
      instruction(f, v);
}
