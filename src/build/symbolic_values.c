/* Values made of values: arithmetic, comparisons, casts, choices, addresses. */
#include "build/symbolic_parts.h"
#include <string.h>

/* Of an integer or pointer. */
static uint32_t width(struct omen_symfn *f, LLVMValueRef v) { return omen_sym_bits(f->x, LLVMTypeOf(v)); }

uint32_t omen_sym_operation(LLVMOpcode op) {
  switch (op) {
  case LLVMAdd: return OMEN_SYM_ADD;
  case LLVMSub: return OMEN_SYM_SUB;
  case LLVMMul: return OMEN_SYM_MUL;
  case LLVMUDiv: return OMEN_SYM_UDIV;
  case LLVMSDiv: return OMEN_SYM_SDIV;
  case LLVMURem: return OMEN_SYM_UREM;
  case LLVMSRem: return OMEN_SYM_SREM;
  case LLVMShl: return OMEN_SYM_SHL;
  case LLVMLShr: return OMEN_SYM_LSHR;
  case LLVMAShr: return OMEN_SYM_ASHR;
  case LLVMAnd: return OMEN_SYM_AND;
  case LLVMOr: return OMEN_SYM_OR;
  default: return OMEN_SYM_XOR;
  }
}

LLVMValueRef omen_sym_pair_of(struct omen_symfn *f, enum omen_sx helper, uint32_t op, LLVMValueRef a,
                              LLVMValueRef b) {
  struct omen_ins *x = f->x;
  LLVMValueRef args[] = {omen_ins_u32(x, op),  omen_ins_u32(x, width(f, a)), omen_sym_shadow(f, a),
                         omen_sym_value(x, a), omen_sym_shadow(f, b),        omen_sym_value(x, b)};
  return omen_sym_build(f, helper, args, 6);
}

static bool divides(LLVMOpcode op) {
  return op == LLVMUDiv || op == LLVMSDiv || op == LLVMURem || op == LLVMSRem;
}

/* A divisor that depends on inputs is told about before the division, which may be the last thing that
 * happens. */
static void emit_divisor(struct omen_symfn *f, LLVMValueRef inst) {
  LLVMValueRef by = LLVMGetOperand(inst, 1);
  if (!omen_sym_has(f, by)) return;
  omen_sym_before(f, inst);
  LLVMValueRef site = omen_sym_site(f, inst, "divisor");
  LLVMValueRef args[] = {omen_sym_shadow(f, by), omen_ins_u32(f->x, width(f, by)), omen_sym_value(f->x, by),
                         site};
  omen_sym_build(f, OMEN_SX_divisor, args, 4);
}

LLVMValueRef omen_sym_cast(struct omen_symfn *f, LLVMValueRef e, uint32_t from, uint32_t to, bool is_signed) {
  struct omen_ins *x = f->x;
  if (from == to || LLVMIsConstant(e)) return e;
  if (to < from) {
    LLVMValueRef args[] = {e, omen_ins_u32(x, 0), omen_ins_u32(x, to)};
    return omen_sym_build(f, OMEN_SX_extract, args, 3);
  }
  LLVMValueRef args[] = {omen_ins_u32(x, is_signed ? OMEN_SYM_SEXT : OMEN_SYM_ZEXT), omen_ins_u32(x, to), e};
  return omen_sym_build(f, OMEN_SX_cast, args, 3);
}

static LLVMValueRef emit_cast(struct omen_symfn *f, LLVMValueRef inst, LLVMOpcode op) {
  LLVMValueRef a = LLVMGetOperand(inst, 0);
  return omen_sym_cast(f, omen_sym_shadow(f, a), width(f, a), width(f, inst), op == LLVMSExt);
}

static LLVMValueRef emit_select(struct omen_symfn *f, LLVMValueRef inst) {
  struct omen_ins *x = f->x;
  LLVMValueRef c = LLVMGetOperand(inst, 0), a = LLVMGetOperand(inst, 1), b = LLVMGetOperand(inst, 2);
  LLVMValueRef ea = omen_sym_shadow(f, a), eb = omen_sym_shadow(f, b);
  if (omen_sym_has(f, c) && omen_sym_scalar(LLVMTypeOf(inst))) {
    LLVMValueRef args[] = {
        omen_sym_shadow(f, c), c, omen_ins_u32(x, width(f, inst)), ea, omen_sym_value(x, a), eb,
        omen_sym_value(x, b)};
    return omen_sym_build(f, OMEN_SX_select, args, 7);
  }
  if (omen_sym_has(f, c)) { /* of something wide: as if the code had branched */
    LLVMValueRef args[] = {omen_sym_shadow(f, c), c, omen_sym_site(f, inst, "branch")};
    omen_sym_build(f, OMEN_SX_branch, args, 3);
  }
  return LLVMBuildSelect(x->b, c, ea, eb, "");
}

/* --- addresses --- */

struct address {
  LLVMValueRef e, value; /* so far */
};

static void add_index(struct omen_symfn *f, struct address *to, LLVMValueRef index, uint64_t scale) {
  struct omen_ins *x = f->x;
  LLVMValueRef e = omen_sym_shadow(f, index);
  LLVMValueRef wide = LLVMBuildIntCast2(x->b, index, x->i64, 1, "");
  if (!LLVMIsConstant(to->e) || !LLVMIsConstant(e)) {
    LLVMValueRef args[] = {
        to->e, to->value, e, wide, omen_ins_u32(x, width(f, index)), omen_ins_u64(x, scale)};
    to->e = omen_sym_build(f, OMEN_SX_gep, args, 6);
  }
  LLVMValueRef bytes = LLVMBuildMul(x->b, wide, omen_ins_u64(x, scale), "");
  to->value = LLVMBuildAdd(x->b, to->value, bytes, "");
}

/* The constant part of a gep, and with `to` its variable indices one after the other. */
static uint64_t walk_indices(struct omen_symfn *f, LLVMValueRef gep, struct address *to) {
  struct omen_ins *x = f->x;
  LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
  uint64_t offset = 0;
  for (unsigned i = 1, n = (unsigned)LLVMGetNumOperands(gep); i < n; i++) {
    LLVMValueRef index = LLVMGetOperand(gep, i);
    if (i > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
      unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
      offset += LLVMOffsetOfElement(x->td, t, field);
      t = LLVMStructGetTypeAtIndex(t, field);
      continue;
    }
    if (i > 1) t = LLVMGetElementType(t);
    uint64_t scale = LLVMABISizeOfType(x->td, t);
    if (LLVMIsAConstantInt(index))
      offset += (uint64_t)LLVMConstIntGetSExtValue(index) * scale;
    else if (to)
      add_index(f, to, index, scale);
  }
  return offset;
}

static LLVMValueRef emit_address(struct omen_symfn *f, LLVMValueRef gep) {
  struct omen_ins *x = f->x;
  LLVMValueRef base = LLVMGetOperand(gep, 0);
  struct address to = {omen_sym_shadow(f, base), omen_sym_value(x, base)};
  uint64_t offset = walk_indices(f, gep, NULL);
  LLVMValueRef constant = omen_ins_u64(x, offset);
  if (offset && !LLVMIsConstant(to.e)) {
    LLVMValueRef args[] = {
        to.e, to.value, omen_ins_u32(x, 0), constant, omen_ins_u32(x, 64), omen_ins_u64(x, 1)};
    to.e = omen_sym_build(f, OMEN_SX_gep, args, 6);
  }
  if (offset) to.value = LLVMBuildAdd(x->b, to.value, constant, "");
  walk_indices(f, gep, &to);
  return to.e;
}

/* --- parts of small structs --- */

static LLVMValueRef emit_extract(struct omen_symfn *f, LLVMValueRef inst) {
  struct omen_ins *x = f->x;
  LLVMValueRef whole = LLVMGetOperand(inst, 0);
  const unsigned *at = LLVMGetIndices(inst);
  uint64_t second;
  if (omen_sym_is_pair(whole)) {
    if (at[0] == 0) return omen_sym_shadow(f, whole);
    return omen_map_get(&f->second, whole, &second) ? (LLVMValueRef)(uintptr_t)second : omen_ins_u32(x, 0);
  }
  LLVMValueRef args[] = {omen_sym_shadow(f, whole),
                         omen_ins_u32(x, omen_sym_part_at(x, LLVMTypeOf(whole), at, LLVMGetNumIndices(inst))),
                         omen_ins_u32(x, width(f, inst))};
  return omen_sym_build(f, OMEN_SX_extract, args, 3);
}

static LLVMValueRef emit_one(struct omen_symfn *f, LLVMValueRef inst, LLVMOpcode op) {
  switch (op) {
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt:
  case LLVMPtrToInt:
  case LLVMIntToPtr: return emit_cast(f, inst, op);
  case LLVMBitCast:
  case LLVMFreeze: return omen_sym_shadow(f, LLVMGetOperand(inst, 0));
  case LLVMSelect: return emit_select(f, inst);
  case LLVMGetElementPtr: return emit_address(f, inst);
  case LLVMExtractValue: return emit_extract(f, inst);
  case LLVMICmp:
    return omen_sym_pair_of(f, OMEN_SX_compare, LLVMGetICmpPredicate(inst), LLVMGetOperand(inst, 0),
                            LLVMGetOperand(inst, 1));
  default:
    return omen_sym_pair_of(f, OMEN_SX_binary, omen_sym_operation(op), LLVMGetOperand(inst, 0),
                            LLVMGetOperand(inst, 1));
  }
}

void omen_sym_emit_value(struct omen_symfn *f, LLVMValueRef inst) {
  LLVMOpcode op = LLVMGetInstructionOpcode(inst);
  bool lanes = omen_sym_lanes_follow(f, inst);
  if (divides(op) && !lanes) emit_divisor(f, inst);
  if (!omen_sym_wanted(f, inst) || omen_sym_decides(inst)) return;
  if (lanes) {
    omen_sym_emit_lanes(f, inst);
    return;
  }
  if (omen_sym_wide_follows(inst)) {
    omen_sym_emit_wide(f, inst);
    return;
  }
  omen_sym_behind(f, inst);
  omen_sym_set(f, inst, emit_one(f, inst, op));
}
