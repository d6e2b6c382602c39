/* See linear.h. Widening distributes over a narrow sum only where the sum is known not to wrap (nsw under
 * sext, nuw under zext): wrapping would be poison there, and an address made of poison is undefined
 * behaviour. */
#include "ir/linear.h"
#include <string.h>

struct walk {
  LLVMTargetDataRef td;
  struct omen_linear *out;
  int budget; /* values still to look into: chains of additions can be long */
  bool full;
};

static void add_term(struct walk *w, LLVMValueRef v, enum omen_ext ext, int64_t coef) {
  struct omen_linear *l = w->out;
  int i = 0;
  while (i < l->n && (l->t[i].v < v || (l->t[i].v == v && l->t[i].ext < ext))) i++;
  if (i < l->n && l->t[i].v == v && l->t[i].ext == ext) {
    l->t[i].coef = (int64_t)((uint64_t)l->t[i].coef + (uint64_t)coef);
    if (l->t[i].coef) return;
    memmove(&l->t[i], &l->t[i + 1], sizeof l->t[0] * (size_t)(l->n - i - 1));
    l->n--;
    return;
  }
  if (!coef) return;
  if (l->n == OMEN_LINEAR_TERMS) {
    w->full = true;
    return;
  }
  memmove(&l->t[i + 1], &l->t[i], sizeof l->t[0] * (size_t)(l->n - i));
  l->t[i] = (struct omen_term){v, ext, coef};
  l->n++;
}

static void add_const(struct walk *w, int64_t c, int64_t scale) {
  w->out->c = (int64_t)((uint64_t)w->out->c + (uint64_t)c * (uint64_t)scale);
}

static void visit(struct walk *w, LLVMValueRef v, enum omen_ext ext, int64_t scale);

static int64_t times(int64_t a, int64_t b) { return (int64_t)((uint64_t)a * (uint64_t)b); }

static bool is_wide(LLVMValueRef v) {
  LLVMTypeRef t = LLVMTypeOf(v);
  if (LLVMGetTypeKind(t) == LLVMPointerTypeKind) return LLVMGetPointerAddressSpace(t) == 0;
  return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == 64;
}

static bool is_int(LLVMValueRef v) {
  LLVMTypeRef t = LLVMTypeOf(v);
  return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) <= 64;
}

/* GEP indices are sign-extended to 64 bits by definition. */
static void visit_index(struct walk *w, LLVMValueRef index, int64_t scale) {
  visit(w, index, is_wide(index) ? OMEN_EXT_NONE : OMEN_EXT_SIGN, scale);
}

static bool visit_gep(struct walk *w, LLVMValueRef gep, int64_t scale) {
  int n = LLVMGetNumOperands(gep);
  for (int i = 0; i < n; i++) /* vectors of pointers are left alone */
    if (i == 0 ? !is_wide(LLVMGetOperand(gep, 0)) : !is_int(LLVMGetOperand(gep, (unsigned)i))) return false;
  visit(w, LLVMGetOperand(gep, 0), OMEN_EXT_NONE, scale);
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  for (int i = 1; i < n; i++) {
    LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
    if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
      add_const(w, (int64_t)LLVMOffsetOfElement(w->td, type, field), scale);
      type = LLVMStructGetTypeAtIndex(type, field);
      continue;
    }
    if (i > 1) type = LLVMGetElementType(type);
    visit_index(w, index, times(scale, (int64_t)LLVMABISizeOfType(w->td, type)));
  }
  return true;
}

static bool exact_under(LLVMValueRef v, enum omen_ext ext) {
  if (ext == OMEN_EXT_NONE) return true;
  return LLVMIsAInstruction(v) && (ext == OMEN_EXT_SIGN ? LLVMGetNSW(v) : LLVMGetNUW(v));
}

static bool small_const(LLVMValueRef v, int64_t *out) {
  if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64) return false;
  *out = LLVMConstIntGetSExtValue(v);
  return true;
}

static bool visit_sum(struct walk *w, LLVMValueRef v, LLVMOpcode op, enum omen_ext ext, int64_t scale) {
  LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
  int64_t k;
  if (op == LLVMOr) {
    if (!LLVMIsAInstruction(v) || !LLVMGetIsDisjoint(v)) return false;
    /* no carries; under sext a set top bit in either operand would count twice */
    if (ext == OMEN_EXT_SIGN && !(small_const(b, &k) && k >= 0)) return false;
  } else if (!exact_under(v, ext))
    return false;
  switch (op) {
  case LLVMOr:
  case LLVMAdd:
    visit(w, a, ext, scale);
    visit(w, b, ext, scale);
    return true;
  case LLVMSub:
    visit(w, a, ext, scale);
    visit(w, b, ext, times(scale, -1));
    return true;
  case LLVMMul:
    if (!small_const(b, &k) || (ext == OMEN_EXT_ZERO && k < 0)) return false;
    visit(w, a, ext, times(scale, k));
    return true;
  case LLVMShl:
    if (!small_const(b, &k) || k < 0 || k > 62 || k >= (int64_t)LLVMGetIntTypeWidth(LLVMTypeOf(v)) - 1)
      return false;
    visit(w, a, ext, times(scale, (int64_t)1 << k));
    return true;
  default: return false;
  }
}

static bool visit_ext(struct walk *w, LLVMValueRef v, LLVMOpcode op, enum omen_ext ext, int64_t scale) {
  LLVMValueRef from = LLVMGetOperand(v, 0);
  if (!is_int(from)) return false;
  enum omen_ext mine = op == LLVMSExt || LLVMGetNNeg(v) ? OMEN_EXT_SIGN : OMEN_EXT_ZERO;
  /* sext of zext is zext; zext of sext is neither */
  if (ext == OMEN_EXT_ZERO && mine == OMEN_EXT_SIGN) return false;
  visit(w, from, mine, scale);
  return true;
}

static bool visit_inside(struct walk *w, LLVMValueRef v, enum omen_ext ext, int64_t scale) {
  if (!LLVMIsAInstruction(v) && !LLVMIsAConstantExpr(v)) return false;
  LLVMOpcode op = LLVMIsAInstruction(v) ? LLVMGetInstructionOpcode(v) : LLVMGetConstOpcode(v);
  switch (op) {
  case LLVMGetElementPtr: return visit_gep(w, v, scale);
  case LLVMPtrToInt:
  case LLVMIntToPtr:
    if (!is_wide(v) || !is_wide(LLVMGetOperand(v, 0))) return false;
    visit(w, LLVMGetOperand(v, 0), OMEN_EXT_NONE, scale);
    return true;
  case LLVMSExt:
  case LLVMZExt: return LLVMIsAInstruction(v) && visit_ext(w, v, op, ext, scale);
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMShl:
  case LLVMOr: return is_int(v) && visit_sum(w, v, op, ext, scale);
  default: return false;
  }
}

static void visit(struct walk *w, LLVMValueRef v, enum omen_ext ext, int64_t scale) {
  if (LLVMIsAConstantInt(v)) {
    add_const(w, ext == OMEN_EXT_ZERO ? (int64_t)LLVMConstIntGetZExtValue(v) : LLVMConstIntGetSExtValue(v),
              scale);
    return;
  }
  if (LLVMIsAConstantPointerNull(v)) return;
  if (w->budget-- > 0 && visit_inside(w, v, ext, scale)) return;
  add_term(w, v, ext, scale);
}

void omen_linear_of(LLVMTargetDataRef td, LLVMValueRef v, struct omen_linear *out) {
  *out = (struct omen_linear){0};
  struct walk w = {.td = td, .out = out, .budget = 32};
  visit(&w, v, OMEN_EXT_NONE, 1);
  if (!w.full) return;
  *out = (struct omen_linear){.n = 1, .t = {{v, OMEN_EXT_NONE, 1}}};
}

bool omen_linear_add(LLVMTargetDataRef td, struct omen_linear *out, LLVMValueRef v, enum omen_ext ext,
                     int64_t coef) {
  struct omen_linear copy = *out;
  struct walk w = {.td = td, .out = &copy, .budget = 32};
  visit(&w, v, ext, coef);
  if (!w.full) *out = copy;
  return !w.full;
}

static LLVMValueRef build_term(LLVMBuilderRef b, LLVMTypeRef i64, const struct omen_term *t) {
  LLVMValueRef v = t->v;
  if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind)
    v = LLVMBuildPtrToInt(b, v, i64, "");
  else if (t->ext == OMEN_EXT_SIGN)
    v = LLVMBuildSExt(b, v, i64, "");
  else if (t->ext == OMEN_EXT_ZERO)
    v = LLVMBuildZExt(b, v, i64, "");
  return t->coef == 1 ? v : LLVMBuildMul(b, v, LLVMConstInt(i64, (uint64_t)t->coef, 1), "");
}

LLVMValueRef omen_linear_build(LLVMBuilderRef b, LLVMContextRef c, const struct omen_linear *l) {
  LLVMTypeRef i64 = LLVMInt64TypeInContext(c);
  LLVMValueRef base = NULL, sum = NULL;
  for (int i = 0; i < l->n; i++) {
    bool pointer = LLVMGetTypeKind(LLVMTypeOf(l->t[i].v)) == LLVMPointerTypeKind;
    if (pointer && l->t[i].coef == 1 && !base) {
      base = l->t[i].v;
      continue;
    }
    LLVMValueRef term = build_term(b, i64, &l->t[i]);
    sum = sum ? LLVMBuildAdd(b, sum, term, "") : term;
  }
  LLVMValueRef constant = LLVMConstInt(i64, (uint64_t)l->c, 1);
  if (!sum)
    sum = constant;
  else if (l->c)
    sum = LLVMBuildAdd(b, sum, constant, "");
  if (!base) return LLVMBuildIntToPtr(b, sum, LLVMPointerTypeInContext(c, 0), "");
  return LLVMIsNull(sum) ? base : LLVMBuildGEP2(b, LLVMInt8TypeInContext(c), base, &sum, 1, "");
}

bool omen_linear_same_terms(const struct omen_linear *a, const struct omen_linear *b) {
  if (a->n != b->n) return false;
  for (int i = 0; i < a->n; i++)
    if (a->t[i].v != b->t[i].v || a->t[i].ext != b->t[i].ext || a->t[i].coef != b->t[i].coef) return false;
  return true;
}

uint64_t omen_linear_hash_terms(const struct omen_linear *a) {
  uint64_t h = 0x9e3779b97f4a7c15ull;
  for (int i = 0; i < a->n; i++) {
    h = (h ^ (uint64_t)(uintptr_t)a->t[i].v) * 0xff51afd7ed558ccdull;
    h = (h ^ (uint64_t)a->t[i].coef ^ (uint64_t)a->t[i].ext) * 0xc4ceb9fe1a85ec53ull;
    h ^= h >> 31;
  }
  return h;
}
