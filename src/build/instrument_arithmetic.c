/* Divisions without a result trap; shifts by the width or more give whatever the processor gives. Both get a
 * comparison in front unless they provably have a result.
 *
 * A division is never moved ahead of the condition that guards it. A shift is: `n < 32 ? x << n : 0` becomes
 * a shift and a choice. So optimised code has marks (marks.h) that were put there before; where it has none
 * (link-time optimisation), only shifts are looked at whose result certainly is what the program uses, in the
 * same block. */
#define OMEN_ABI_NO_PROTOTYPES
#include "build/instrument_parts.h"
#include "build/marks.h"
#include "runtime/abi.h"
#include "ir/range.h"
#include <string.h>

enum { USED_DEPTH = 4, USED_MOST = 8 };

static bool is_shift(LLVMOpcode op) { return op == LLVMShl || op == LLVMLShr || op == LLVMAShr; }

static bool certainly_used(LLVMValueRef v, LLVMBasicBlockRef block, int depth) {
  int limit = USED_MOST;
  for (LLVMUseRef u = LLVMGetFirstUse(v); u && limit--; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsAInstruction(user) || LLVMGetInstructionParent(user) != block) continue;
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMStore:
    case LLVMRet:
    case LLVMBr:
    case LLVMSwitch:
    case LLVMInvoke: return true;
    case LLVMCall:
      if (!omen_ins_intrinsic(user)) return true;
      break;
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMXor:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMICmp:
      if (depth && certainly_used(user, block, depth - 1)) return true;
      break;
    default: break; /* `and` and `or` may be what guards it */
    }
  }
  return false;
}

static bool has_result(struct omen_fn *f, LLVMValueRef inst, LLVMOpcode op) {
  LLVMValueRef right = LLVMGetOperand(inst, 1);
  int at = omen_cfg_block_of(&f->cfg, inst);
  bool is_signed = op == LLVMSDiv || op == LLVMSRem;
  struct omen_range y =
      omen_range_of(&f->cfg, f->x->td, right, is_signed ? OMEN_EXT_SIGN : OMEN_EXT_ZERO, at);
  if (!y.known) return false;
  if (is_shift(op)) return y.lo >= 0 && y.hi < (int64_t)LLVMGetIntTypeWidth(LLVMTypeOf(inst));
  return is_signed ? y.lo > 0 || y.hi < -1 : y.lo > 0;
}

bool omen_ins_is_mark(LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  size_t len;
  return LLVMIsAFunction(callee) && LLVMIsACallInst(call) && LLVMGetNumArgOperands(call) == 3 &&
         !strcmp(LLVMGetValueName2(callee, &len), OMEN_MARK_NAME);
}

bool omen_fn_is_marked(struct omen_fn *f) {
  return LLVMGetStringAttributeAtIndex(f->fn, LLVMAttributeFunctionIndex, OMEN_MARKED, strlen(OMEN_MARKED)) !=
         NULL;
}

static void add_sum(struct omen_fn *f, LLVMValueRef inst) {
  OMEN_GROW(f->sums, f->nsums, f->sums_cap);
  f->sums[f->nsums++] = inst;
}

void omen_fn_see_mark(struct omen_fn *f, LLVMValueRef call) {
  LLVMValueRef limit = LLVMGetOperand(call, 1);
  struct omen_range y = omen_range_of(&f->cfg, f->x->td, LLVMGetOperand(call, 0), OMEN_EXT_NONE,
                                      omen_cfg_block_of(&f->cfg, call));
  bool below =
      y.known && y.lo >= 0 && LLVMIsAConstantInt(limit) && (uint64_t)y.hi < LLVMConstIntGetZExtValue(limit);
  if (below) LLVMSetOperand(call, 0, omen_ins_u64(f->x, 0)); /* the comparison will be folded */
  add_sum(f, call);
}

void omen_fn_see_sum(struct omen_fn *f, LLVMValueRef inst) {
  LLVMTypeRef type = LLVMTypeOf(inst);
  LLVMOpcode op = LLVMGetInstructionOpcode(inst);
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) > 64) return;
  if (is_shift(op) && omen_fn_is_marked(f)) return;
  if (has_result(f, inst, op)) return;
  if (is_shift(op) && !omen_map_get(f->x->unoptimised, f->fn, NULL) &&
      !certainly_used(inst, LLVMGetInstructionParent(inst), USED_DEPTH))
    return;
  add_sum(f, inst);
}

/* The mark itself goes. One that code without checks has (no_sanitize) leaves nothing. */
static void emit_mark(struct omen_ins *x, LLVMValueRef call) {
  LLVMValueRef what = LLVMGetOperand(call, 2);
  unsigned kind = LLVMIsAConstantInt(what) ? (unsigned)LLVMConstIntGetZExtValue(what) : OMEN_MARK_READ;
  bool shift = kind == OMEN_MARK_SHIFT;
  LLVMPositionBuilderBefore(x->b, call);
  if (!omen_ins_unsanitized(x, call)) {
    LLVMValueRef site = omen_ins_u32(x, omen_ins_site(x, call,
                                                      shift                     ? "shift"
                                                      : kind == OMEN_MARK_WRITE ? "w"
                                                                                : "r",
                                                      0, NULL));
    LLVMValueRef value = LLVMGetOperand(call, 0), limit = LLVMGetOperand(call, 1);
    LLVMValueRef of_shift[] = {omen_ins_u64(x, 0), value, limit, site},
                 of_index[] = {value, limit, omen_ins_u32(x, kind == OMEN_MARK_WRITE ? OMEN_BOUNDS_WRITE : 0),
                               site};
    omen_ins_build(x, shift ? x->shift : x->index, shift ? of_shift : of_index, 4);
  }
  LLVMInstructionEraseFromParent(call);
}

static void emit_sum(struct omen_ins *x, LLVMValueRef inst) {
  LLVMOpcode op = LLVMGetInstructionOpcode(inst);
  if (op == LLVMCall) {
    emit_mark(x, inst);
    return;
  }
  unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(inst));
  bool is_signed = op == LLVMSDiv || op == LLVMSRem;
  LLVMPositionBuilderBefore(x->b, inst);
  LLVMValueRef site = omen_ins_u32(x, omen_ins_site(x, inst, is_shift(op) ? "shift" : "divide", 0, NULL));
  LLVMValueRef left = LLVMBuildIntCast2(x->b, LLVMGetOperand(inst, 0), x->i64, is_signed, "");
  LLVMValueRef right = LLVMBuildIntCast2(x->b, LLVMGetOperand(inst, 1), x->i64, is_signed, "");
  if (is_shift(op)) {
    LLVMValueRef args[] = {left, right, omen_ins_u64(x, width), site};
    omen_ins_build(x, x->shift, args, 4);
  } else if (is_signed) {
    LLVMValueRef least = omen_ins_u64(x, (uint64_t)-1 << (width - 1)), args[] = {left, right, least, site};
    omen_ins_build(x, x->divide_signed, args, 4);
  } else {
    LLVMValueRef args[] = {left, right, site};
    omen_ins_build(x, x->divide, args, 3);
  }
}

void omen_fn_emit_sums(struct omen_fn *f) {
  for (int i = 0; i < f->nsums; i++) emit_sum(f->x, f->sums[i]);
}

void omen_ins_drop_marks(struct omen_ins *x) {
  LLVMValueRef mark = LLVMGetNamedFunction(x->m, OMEN_MARK_NAME);
  for (LLVMUseRef u = mark ? LLVMGetFirstUse(mark) : NULL, next; u; u = next) {
    next = LLVMGetNextUse(u);
    if (LLVMIsACallInst(LLVMGetUser(u))) LLVMInstructionEraseFromParent(LLVMGetUser(u));
  }
}
