/* Values of several parts: vectors and small structs. The expression is one, of all parts; what an
 * instruction does with each is done by the runtime (runtime/symbolic/parts.c), which is given the values in
 * memory. Taking a part out needs no values, and is done like a truncation. */
#include "build/symbolic_parts.h"

#define STRUCT_PARTS_MAX 8u /* each in 8 bytes of an operand's OMEN_SYM_OPERAND */

uint32_t omen_sym_part_at(struct omen_ins *x, LLVMTypeRef t, const unsigned *at, unsigned n) {
  uint32_t bits = 0;
  for (unsigned i = 0; i < n; i++) {
    if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
      for (unsigned k = 0; k < at[i]; k++) bits += omen_sym_bits(x, LLVMStructGetTypeAtIndex(t, k));
      t = LLVMStructGetTypeAtIndex(t, at[i]);
    } else {
      t = LLVMGetElementType(t);
      bits += at[i] * omen_sym_bits(x, t);
    }
  }
  return bits;
}

static bool is_vector(LLVMTypeRef t) {
  uint32_t parts, bits;
  return omen_sym_vector(t, &parts, &bits);
}

static bool is_integers(LLVMTypeRef t) { return is_vector(t) && omen_sym_scalar(LLVMGetElementType(t)); }

/* A struct or array of nothing but scalars, few enough. */
static bool is_flat(struct omen_ins *x, LLVMTypeRef t) {
  bool array = LLVMGetTypeKind(t) == LLVMArrayTypeKind;
  if (!array && LLVMGetTypeKind(t) != LLVMStructTypeKind) return false;
  uint64_t n = array ? LLVMGetArrayLength2(t) : LLVMCountStructElementTypes(t);
  if (!n || n > STRUCT_PARTS_MAX || !omen_sym_bits(x, t)) return false;
  for (unsigned i = 0; i < n; i++) {
    LLVMTypeRef part = array ? LLVMGetElementType(t) : LLVMStructGetTypeAtIndex(t, i);
    LLVMTypeKind k = LLVMGetTypeKind(part);
    if (!omen_sym_scalar(part) && k != LLVMFloatTypeKind && k != LLVMDoubleTypeKind) return false;
  }
  return true;
}

bool omen_sym_lanes_follow(struct omen_symfn *f, LLVMValueRef inst) {
  LLVMTypeRef result = LLVMTypeOf(inst), first = LLVMTypeOf(LLVMGetOperand(inst, 0));
  switch (LLVMGetInstructionOpcode(inst)) {
  case LLVMSelect: return is_integers(first) && is_vector(result);
  case LLVMShuffleVector: return is_vector(first) && is_vector(result);
  case LLVMExtractElement: return is_vector(first);
  case LLVMInsertElement: return is_vector(result);
  case LLVMInsertValue: return is_flat(f->x, result) && LLVMGetNumIndices(inst) == 1;
  case LLVMBitCast:
  case LLVMFreeze:
  case LLVMPHI: return false;
  default: return is_integers(first) && is_integers(result);
  }
}

/* --- emission --- */

static void describe(struct omen_sym_lanes *l, uint32_t kind, uint32_t op, LLVMValueRef result) {
  l->how.kind = kind;
  l->how.op = op;
  l->operand[3] = result;
}

static void from_vectors(struct omen_sym_lanes *l) {
  omen_sym_vector(LLVMTypeOf(l->operand[0]), &l->how.parts, &l->how.bits);
  if (!omen_sym_vector(LLVMTypeOf(l->operand[3]), &l->how.out_parts, &l->how.out_bits)) l->how.out_parts = 1;
}

static LLVMValueRef emit_extract_element(struct omen_symfn *f, LLVMValueRef inst) {
  struct omen_ins *x = f->x;
  LLVMValueRef whole = LLVMGetOperand(inst, 0), at = LLVMGetOperand(inst, 1);
  uint32_t parts, bits;
  omen_sym_vector(LLVMTypeOf(whole), &parts, &bits);
  omen_sym_emit_pin(f, at, inst, "index");
  LLVMValueRef number = LLVMBuildIntCast2(x->b, at, x->i32, 0, "");
  LLVMValueRef args[] = {omen_sym_shadow(f, whole), LLVMBuildMul(x->b, number, omen_ins_u32(x, bits), ""),
                         omen_ins_u32(x, bits)};
  return omen_sym_build(f, OMEN_SX_extract, args, 3);
}

static void list_mask(struct omen_sym_lanes *l, LLVMValueRef inst) {
  l->list_n = LLVMGetNumMaskElements(inst);
  for (unsigned i = 0; i < l->list_n; i++) {
    int from = LLVMGetMaskValue(inst, i);
    l->how.list[i] = from == LLVMGetUndefMaskElem() ? -1 : from;
  }
}

static void list_parts(struct omen_symfn *f, struct omen_sym_lanes *l, LLVMTypeRef t) {
  bool array = LLVMGetTypeKind(t) == LLVMArrayTypeKind;
  l->list_n = array ? (unsigned)LLVMGetArrayLength2(t) : LLVMCountStructElementTypes(t);
  l->how.out_parts = l->list_n;
  for (unsigned i = 0; i < l->list_n; i++)
    l->how.list[i] =
        (int32_t)omen_sym_bits(f->x, array ? LLVMGetElementType(t) : LLVMStructGetTypeAtIndex(t, i));
}

void omen_sym_emit_lanes(struct omen_symfn *f, LLVMValueRef inst) {
  LLVMOpcode op = LLVMGetInstructionOpcode(inst);
  struct omen_sym_lanes l = {.operand = {LLVMGetOperand(inst, 0)}};
  omen_sym_behind(f, inst);
  switch (op) {
  case LLVMExtractElement: omen_sym_set(f, inst, emit_extract_element(f, inst)); return;
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
    describe(&l, OMEN_SYM_BY_CAST, op == LLVMSExt ? OMEN_SYM_SEXT : OMEN_SYM_ZEXT, inst);
    break;
  case LLVMICmp:
    l.operand[1] = LLVMGetOperand(inst, 1);
    describe(&l, OMEN_SYM_BY_COMPARE, LLVMGetICmpPredicate(inst), inst);
    break;
  case LLVMSelect:
    l.operand[0] = LLVMGetOperand(inst, 1);
    l.operand[1] = LLVMGetOperand(inst, 2);
    l.operand[2] = LLVMGetOperand(inst, 0);
    describe(&l, OMEN_SYM_BY_SELECT, 0, inst);
    break;
  case LLVMShuffleVector:
    l.operand[1] = LLVMGetOperand(inst, 1);
    list_mask(&l, inst);
    describe(&l, OMEN_SYM_BY_SHUFFLE, 0, inst);
    break;
  case LLVMInsertElement:
    omen_sym_emit_pin(f, LLVMGetOperand(inst, 2), inst, "index");
    l.operand[1] = LLVMGetOperand(inst, 1);
    l.operand[2] = LLVMGetOperand(inst, 2);
    describe(&l, OMEN_SYM_BY_INSERT, 0, inst);
    break;
  case LLVMInsertValue:
    l.operand[1] = LLVMGetOperand(inst, 1);
    list_parts(f, &l, LLVMTypeOf(inst));
    describe(&l, OMEN_SYM_BY_PLACE, *LLVMGetIndices(inst), inst);
    break;
  default:
    l.operand[1] = LLVMGetOperand(inst, 1);
    describe(&l, OMEN_SYM_BY_BINARY, omen_sym_operation(op), inst);
  }
  if (op != LLVMInsertValue) from_vectors(&l);
  omen_sym_set(f, inst, omen_sym_build_lanes(f, &l));
}

/* An intrinsic of one to three vectors, part by part or all parts in one. */
void omen_sym_emit_lanes_call(struct omen_symfn *f, LLVMValueRef call, uint32_t kind, uint32_t op,
                              unsigned n) {
  struct omen_sym_lanes l = {0};
  omen_sym_behind(f, call);
  for (unsigned i = 0; i < n; i++) l.operand[i] = LLVMGetOperand(call, i);
  describe(&l, kind, op, call);
  from_vectors(&l);
  omen_sym_set(f, call, omen_sym_build_lanes(f, &l));
}
