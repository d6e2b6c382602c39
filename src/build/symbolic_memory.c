/* Loads, stores and atomic operations: the memory's expressions beside the memory. */
#include "build/symbolic_parts.h"

#define WORD_MAX 64u /* bytes that have one expression at most */

static uint64_t size_of(struct omen_symfn *f, LLVMTypeRef t) { return LLVMStoreSizeOfType(f->x->td, t); }

void omen_sym_emit_clear(struct omen_symfn *f, LLVMValueRef ptr, uint64_t size) {
  struct omen_ins *x = f->x;
  LLVMValueRef args[] = {ptr, omen_ins_u64(x, size), omen_ins_u32(x, 0)};
  omen_sym_build(f, size <= WORD_MAX ? OMEN_SX_store : OMEN_SX_fill, args, 3);
}

/* A value is made concrete: an address of something that has no other use for it, a length. */
void omen_sym_emit_pin(struct omen_symfn *f, LLVMValueRef v, LLVMValueRef inst, const char *kind) {
  if (!omen_sym_has(f, v) || !omen_sym_scalar(LLVMTypeOf(v))) return;
  LLVMValueRef site = omen_sym_site(f, inst, kind);
  LLVMValueRef args[] = {omen_sym_shadow(f, v), omen_ins_u32(f->x, omen_sym_bits(f->x, LLVMTypeOf(v))),
                         omen_sym_value(f->x, v), site};
  omen_sym_build(f, OMEN_SX_pin, args, 4);
}

/* What the memory at `ptr` has, as a value of type t: with fewer bits where the value has fewer. */
static LLVMValueRef build_load(struct omen_symfn *f, LLVMValueRef inst, LLVMValueRef ptr, LLVMTypeRef t) {
  struct omen_ins *x = f->x;
  uint64_t size = size_of(f, t);
  LLVMValueRef e;
  if (omen_sym_has(f, ptr)) {
    LLVMValueRef site = omen_sym_site(f, inst, "address");
    LLVMValueRef args[] = {omen_sym_shadow(f, ptr), ptr, omen_ins_u64(x, size), site};
    e = omen_sym_build(f, OMEN_SX_load_at, args, 4);
  } else {
    LLVMValueRef args[] = {ptr, omen_ins_u64(x, size)};
    e = omen_sym_build(f, OMEN_SX_load, args, 2);
  }
  return omen_sym_cast(f, e, (uint32_t)size * 8, omen_sym_bits(x, t), false);
}

static LLVMValueRef widened(struct omen_symfn *f, LLVMValueRef e, LLVMTypeRef t) {
  return omen_sym_cast(f, e, omen_sym_bits(f->x, t), (uint32_t)size_of(f, t) * 8, false);
}

static void build_store(struct omen_symfn *f, LLVMValueRef ptr, LLVMTypeRef t, LLVMValueRef e) {
  LLVMValueRef args[] = {ptr, omen_ins_u64(f->x, size_of(f, t)), widened(f, e, t)};
  omen_sym_build(f, OMEN_SX_store, args, 3);
}

/* An address that depends on inputs is told about before it is written to. */
static void tell_address(struct omen_symfn *f, LLVMValueRef inst, LLVMValueRef ptr, LLVMTypeRef t) {
  if (!omen_sym_has(f, ptr)) return;
  LLVMValueRef site = omen_sym_site(f, inst, "address");
  LLVMValueRef args[] = {omen_sym_shadow(f, ptr), ptr, omen_ins_u64(f->x, size_of(f, t)), site};
  omen_sym_build(f, OMEN_SX_store_at, args, 4);
}

static void emit_load(struct omen_symfn *f, LLVMValueRef inst) {
  LLVMValueRef ptr = LLVMGetOperand(inst, 0);
  LLVMTypeRef t = LLVMTypeOf(inst);
  bool followed = omen_sym_in_memory(f->x, t);
  if (followed && !omen_sym_wanted(f, inst) && !omen_sym_has(f, ptr)) return;
  if (!followed && size_of(f, t) > WORD_MAX) {
    omen_sym_before(f, inst);
    omen_sym_emit_pin(f, ptr, inst, "address");
    return;
  }
  omen_sym_behind(f, inst);
  if (followed) {
    LLVMValueRef e = build_load(f, inst, ptr, t);
    if (omen_sym_wanted(f, inst)) omen_sym_set(f, inst, e);
    return;
  }
  omen_sym_emit_pin(f, ptr, inst, "address");
  LLVMValueRef args[] = {ptr, omen_ins_u64(f->x, size_of(f, t))};
  LLVMValueRef e = omen_sym_build(f, OMEN_SX_load, args, 2);
  LLVMValueRef gone[] = {e, omen_sym_lost_site(f, inst)};
  omen_sym_build(f, OMEN_SX_lost, gone, 2);
}

static void emit_store(struct omen_symfn *f, LLVMValueRef inst) {
  LLVMValueRef v = LLVMGetOperand(inst, 0), ptr = LLVMGetOperand(inst, 1);
  LLVMTypeRef t = LLVMTypeOf(v);
  omen_sym_before(f, inst);
  if (omen_sym_in_memory(f->x, t)) {
    tell_address(f, inst, ptr, t);
    omen_sym_behind(f, inst);
    build_store(f, ptr, t, omen_sym_shadow(f, v));
    return;
  }
  omen_sym_lose(f, inst);
  omen_sym_behind(f, inst);
  omen_sym_emit_clear(f, ptr, size_of(f, t));
}

/* --- atomics: what memory has is asked for before the instruction changes it --- */

static bool rmw_operation(LLVMAtomicRMWBinOp op, bool *derived, uint32_t *what) {
  static const struct {
    bool derived;
    uint32_t what;
  } table[] = {
      [LLVMAtomicRMWBinOpAdd] = {false, OMEN_SYM_ADD},  [LLVMAtomicRMWBinOpSub] = {false, OMEN_SYM_SUB},
      [LLVMAtomicRMWBinOpAnd] = {false, OMEN_SYM_AND},  [LLVMAtomicRMWBinOpNand] = {true, OMEN_SYM_NAND},
      [LLVMAtomicRMWBinOpOr] = {false, OMEN_SYM_OR},    [LLVMAtomicRMWBinOpXor] = {false, OMEN_SYM_XOR},
      [LLVMAtomicRMWBinOpMax] = {true, OMEN_SYM_SMAX},  [LLVMAtomicRMWBinOpMin] = {true, OMEN_SYM_SMIN},
      [LLVMAtomicRMWBinOpUMax] = {true, OMEN_SYM_UMAX}, [LLVMAtomicRMWBinOpUMin] = {true, OMEN_SYM_UMIN},
  };
  if ((size_t)op >= sizeof table / sizeof *table || op == LLVMAtomicRMWBinOpXchg) return false;
  *derived = table[op].derived;
  *what = table[op].what;
  return true;
}

static LLVMValueRef rmw_result(struct omen_symfn *f, LLVMValueRef inst, LLVMValueRef old) {
  struct omen_ins *x = f->x;
  LLVMValueRef v = LLVMGetOperand(inst, 1), bits = omen_ins_u32(x, omen_sym_bits(x, LLVMTypeOf(inst)));
  LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(inst);
  bool derived;
  uint32_t what;
  if (op == LLVMAtomicRMWBinOpXchg) return omen_sym_shadow(f, v);
  if (!rmw_operation(op, &derived, &what)) return omen_ins_u32(x, 0);
  LLVMValueRef args[] = {omen_ins_u32(x, what),
                         bits,
                         old,
                         omen_sym_value(x, inst),
                         omen_sym_shadow(f, v),
                         omen_sym_value(x, v),
                         omen_ins_u32(x, 0),
                         omen_ins_u64(x, 0)};
  return omen_sym_build(f, derived ? OMEN_SX_derive : OMEN_SX_binary, args, derived ? 8 : 6);
}

static void emit_rmw(struct omen_symfn *f, LLVMValueRef inst) {
  LLVMValueRef ptr = LLVMGetOperand(inst, 0);
  LLVMTypeRef t = LLVMTypeOf(inst);
  omen_sym_before(f, inst);
  tell_address(f, inst, ptr, t);
  bool exchange = LLVMGetAtomicRMWBinOp(inst) == LLVMAtomicRMWBinOpXchg;
  if (!omen_sym_scalar(t) && !(exchange && omen_sym_in_memory(f->x, t))) {
    omen_sym_lose(f, inst);
    omen_sym_behind(f, inst);
    omen_sym_emit_clear(f, ptr, size_of(f, t));
    return;
  }
  LLVMValueRef load[] = {ptr, omen_ins_u64(f->x, size_of(f, t))};
  LLVMValueRef old = omen_sym_build(f, OMEN_SX_load, load, 2);
  omen_sym_behind(f, inst);
  build_store(f, ptr, t, rmw_result(f, inst, old));
  if (omen_sym_wanted(f, inst)) omen_sym_set(f, inst, old);
}

static void emit_cas(struct omen_symfn *f, LLVMValueRef inst) {
  struct omen_ins *x = f->x;
  LLVMValueRef ptr = LLVMGetOperand(inst, 0), expected = LLVMGetOperand(inst, 1), v = LLVMGetOperand(inst, 2);
  LLVMTypeRef t = LLVMTypeOf(v);
  omen_sym_before(f, inst);
  tell_address(f, inst, ptr, t);
  if (!omen_sym_scalar(t)) {
    omen_sym_lose(f, inst);
    omen_sym_behind(f, inst);
    omen_sym_emit_clear(f, ptr, size_of(f, t));
    return;
  }
  LLVMValueRef load[] = {ptr, omen_ins_u64(x, size_of(f, t))};
  LLVMValueRef old = omen_sym_build(f, OMEN_SX_load, load, 2);
  omen_sym_behind(f, inst);
  LLVMValueRef was = LLVMBuildExtractValue(x->b, inst, 0, ""),
               done = LLVMBuildExtractValue(x->b, inst, 1, "");
  LLVMValueRef compare[] = {
      omen_ins_u32(x, LLVMIntEQ), omen_ins_u32(x, omen_sym_bits(x, t)), old,
      omen_sym_value(x, was),     omen_sym_shadow(f, expected),         omen_sym_value(x, expected)};
  LLVMValueRef equal = omen_sym_build(f, OMEN_SX_compare, compare, 6);
  /* what memory has now depends on it: a decision like any other */
  LLVMValueRef branch[] = {equal, done, omen_sym_site(f, inst, "branch")};
  omen_sym_build(f, OMEN_SX_branch, branch, 3);
  LLVMValueRef store[] = {done, ptr, omen_ins_u64(x, size_of(f, t)), widened(f, omen_sym_shadow(f, v), t)};
  omen_sym_build(f, OMEN_SX_store_if, store, 4);
  if (!omen_sym_wanted(f, inst)) return;
  omen_sym_set(f, inst, old);
  omen_map_put(&f->second, inst, (uint64_t)(uintptr_t)equal);
}

void omen_sym_emit_memory(struct omen_symfn *f, LLVMValueRef inst) {
  switch (LLVMGetInstructionOpcode(inst)) {
  case LLVMLoad: emit_load(f, inst); break;
  case LLVMStore: emit_store(f, inst); break;
  case LLVMAtomicRMW: emit_rmw(f, inst); break;
  default: emit_cas(f, inst);
  }
}
