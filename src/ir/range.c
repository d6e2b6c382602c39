/* See range.h. Arithmetic is done in 128 bits and given up where the result could wrap in the value's own
 * width. */
#include "ir/range.h"
#include "ir/iv.h"
#include <string.h>

enum { DEPTH = 8, GUARDS = 48 };

struct ask {
  const struct omen_cfg *g;
  LLVMTargetDataRef td;
  int at, depth;
};

static const struct omen_range unknown = {INT64_MIN, INT64_MAX, false};

static struct omen_range make(__int128 lo, __int128 hi) {
  if (lo < INT64_MIN || hi > INT64_MAX || lo > hi) return unknown;
  return (struct omen_range){(int64_t)lo, (int64_t)hi, true};
}

static unsigned width_of(LLVMValueRef v) { return LLVMGetIntTypeWidth(LLVMTypeOf(v)); }

/* All values of the type, seen as unsigned (zero) or signed. */
static struct omen_range whole(unsigned width, bool zero) {
  if (width >= 64) return unknown;
  return zero ? make(0, ((__int128)1 << width) - 1)
              : make(-((__int128)1 << (width - 1)), ((__int128)1 << (width - 1)) - 1);
}

static bool within(struct omen_range r, struct omen_range all) {
  return r.known && (!all.known || (r.lo >= all.lo && r.hi <= all.hi));
}

static struct omen_range unite(struct omen_range a, struct omen_range b) {
  if (!a.known || !b.known) return unknown;
  return make(a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi);
}

static struct omen_range narrow(struct omen_range a, struct omen_range b) {
  if (!a.known) return b;
  if (!b.known) return a;
  struct omen_range both = make(a.lo > b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi);
  return both.known ? both : a; /* code that is never reached: anything holds */
}

static struct omen_range range(struct ask q, LLVMValueRef v, bool zero);

static bool constant(LLVMValueRef v, bool zero, int64_t *out) {
  if (!LLVMIsAConstantInt(v) || width_of(v) > 64) return false;
  uint64_t u = LLVMConstIntGetZExtValue(v);
  *out = zero ? (int64_t)u : LLVMConstIntGetSExtValue(v);
  return !zero || u <= INT64_MAX;
}

static struct omen_range product(struct omen_range a, struct omen_range b) {
  if (!a.known || !b.known) return unknown;
  __int128 p[4] = {(__int128)a.lo * b.lo, (__int128)a.lo * b.hi, (__int128)a.hi * b.lo,
                   (__int128)a.hi * b.hi};
  __int128 lo = p[0], hi = p[0];
  for (int i = 1; i < 4; i++) {
    if (p[i] < lo) lo = p[i];
    if (p[i] > hi) hi = p[i];
  }
  return make(lo, hi);
}

/* A sum that does not wrap, be it by its flags or because it cannot. */
static struct omen_range sum(LLVMOpcode op, struct omen_range a, struct omen_range b) {
  if (!a.known || !b.known) return unknown;
  if (op == LLVMSub) return make((__int128)a.lo - b.hi, (__int128)a.hi - b.lo);
  return make((__int128)a.lo + b.lo, (__int128)a.hi + b.hi);
}

static struct omen_range arithmetic(struct ask q, LLVMValueRef v, LLVMOpcode op, bool zero) {
  struct omen_range all = whole(width_of(v), zero), r;
  LLVMValueRef x = LLVMGetOperand(v, 0), y = LLVMGetOperand(v, 1);
  int64_t k;
  if (op == LLVMShl) {
    if (!constant(y, true, &k) || k > 62) return all;
    r = product(range(q, x, zero), make((int64_t)1 << k, (int64_t)1 << k));
  } else if (op == LLVMMul)
    r = product(range(q, x, zero), range(q, y, zero));
  else /* a negative constant that is added is a large one in the unsigned view */
    r = sum(op, range(q, x, zero), zero && constant(y, false, &k) && k < 0 ? make(k, k) : range(q, y, zero));
  bool exact = zero ? LLVMGetNUW(v) : LLVMGetNSW(v);
  return within(r, all) ? r : exact ? narrow(r, all) : all;
}

static struct omen_range division(struct ask q, LLVMValueRef v, LLVMOpcode op, bool zero) {
  struct omen_range all = whole(width_of(v), zero);
  int64_t k;
  bool is_unsigned = op == LLVMUDiv || op == LLVMURem;
  if (!constant(LLVMGetOperand(v, 1), is_unsigned, &k) || k <= 0) return all;
  struct omen_range x = range(q, LLVMGetOperand(v, 0), is_unsigned);
  if (is_unsigned && !x.known) x = make(0, INT64_MAX); /* the rest is refused below */
  struct omen_range r = unknown;
  switch (op) {
  case LLVMURem: r = make(0, k - 1); break;
  case LLVMSRem: r = make(x.known && x.lo >= 0 ? 0 : 1 - k, k - 1); break;
  case LLVMUDiv:
    if (width_of(v) == 64 && k == 1) return all;
    r = x.known && width_of(v) < 64 ? make(x.lo / k, x.hi / k) : make(0, INT64_MAX / k * 2 + 1);
    break;
  default:
    if (x.known) r = make(x.lo / k, x.hi / k);
  }
  return within(r, all) ? r : all;
}

static struct omen_range shifted_down(struct ask q, LLVMValueRef v, LLVMOpcode op, bool zero) {
  unsigned width = width_of(v);
  struct omen_range all = whole(width, zero), r;
  int64_t k;
  if (!constant(LLVMGetOperand(v, 1), true, &k) || k <= 0 || k >= width) return all;
  if (op == LLVMLShr) {
    r = make(0, ((__int128)1 << (width - k)) - 1);
    struct omen_range x = range(q, LLVMGetOperand(v, 0), true);
    if (x.known) r = narrow(r, make(x.lo >> k, x.hi >> k));
  } else {
    struct omen_range x = range(q, LLVMGetOperand(v, 0), false);
    r = x.known ? make(x.lo >> k, x.hi >> k)
                : make(-((__int128)1 << (width - 1 - k)), ((__int128)1 << (width - 1 - k)) - 1);
  }
  return within(r, all) ? r : all;
}

static struct omen_range bits(struct ask q, LLVMValueRef v, LLVMOpcode op, bool zero) {
  struct omen_range all = whole(width_of(v), zero);
  struct omen_range a = range(q, LLVMGetOperand(v, 0), zero), b = range(q, LLVMGetOperand(v, 1), zero);
  bool pa = a.known && a.lo >= 0, pb = b.known && b.lo >= 0;
  if (op == LLVMAnd && (pa || pb)) return make(0, pa && pb ? (a.hi < b.hi ? a.hi : b.hi) : pa ? a.hi : b.hi);
  if (op == LLVMAnd || !pa || !pb) return all;
  uint64_t top = (uint64_t)a.hi | (uint64_t)b.hi; /* or, xor: no bit above the highest of either */
  for (int s = 1; s < 64; s *= 2) top |= top >> s;
  return make(op == LLVMOr ? (a.lo > b.lo ? a.lo : b.lo) : 0, (int64_t)top);
}

static struct omen_range widened(struct ask q, LLVMValueRef v, LLVMOpcode op, bool zero) {
  struct omen_range all = whole(width_of(v), zero);
  LLVMValueRef from = LLVMGetOperand(v, 0);
  if (LLVMGetTypeKind(LLVMTypeOf(from)) != LLVMIntegerTypeKind || width_of(from) > 64) return all;
  bool as_zero = op == LLVMZExt || (op == LLVMTrunc && zero);
  struct omen_range r = range(q, from, as_zero);
  if (op == LLVMZExt && LLVMGetNNeg(v)) r = narrow(r, range(q, from, false));
  return within(r, all) && (op != LLVMSExt || !zero || r.lo >= 0) ? r : all;
}

static struct omen_range intrinsic(struct ask q, LLVMValueRef v, bool zero) {
  struct omen_range all = whole(width_of(v), zero);
  LLVMValueRef callee = LLVMGetCalledValue(v);
  size_t n;
  if (!LLVMIsAFunction(callee) || !LLVMGetIntrinsicID(callee)) return all;
  const char *name = LLVMGetValueName2(callee, &n);
  if (!strncmp(name, "llvm.ctpop", 10) || !strncmp(name, "llvm.ctlz", 9) || !strncmp(name, "llvm.cttz", 9))
    return make(0, width_of(v));
  bool is_unsigned = !strncmp(name, "llvm.um", 7);
  if (!is_unsigned && strncmp(name, "llvm.sm", 7)) return all;
  bool least = !strncmp(name + 6, "min.", 4);
  if (!least && strncmp(name + 6, "max.", 4)) return all;
  struct omen_range a = range(q, LLVMGetOperand(v, 0), is_unsigned),
                    b = range(q, LLVMGetOperand(v, 1), is_unsigned);
  if (!a.known && !b.known) return all;
  struct omen_range r = unknown;
  if (a.known && b.known)
    r = least ? make(a.lo < b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi)
              : make(a.lo > b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi);
  else if (least && is_unsigned)
    r = make(0, a.known ? a.hi : b.hi);
  if (!within(r, all) || (is_unsigned != zero && r.lo < 0)) return all;
  if (is_unsigned != zero && r.hi > whole(width_of(v), false).hi) return all;
  return r;
}

/* --- loops --- */

/* An induction variable with known first value, tested against a known bound on every way back: what it can
 * be in the loop. */
static struct omen_range counted(struct ask q, LLVMValueRef phi) {
  int loop = q.g->blocks[omen_cfg_block_of(q.g, phi)].loop;
  struct omen_iv iv;
  if (loop < 0 || !omen_iv_of(q.g, loop, q.td, phi, &iv) || iv.pointer) return unknown;
  const struct omen_cfg_loop *l = &q.g->loops[loop];
  struct ask outside = {q.g, q.td, l->preheader >= 0 ? l->preheader : q.g->blocks[l->header].idom, q.depth};
  struct omen_range start = range(outside, iv.start, false);
  if (!start.known || outside.at < 0) return unknown;
  struct omen_test t;
  for (int b = l->latch;; b = q.g->blocks[b].idom) {
    if (q.g->blocks[b].loop == loop && omen_iv_test(q.g, loop, q.td, b, &t) && t.iv.phi == phi) break;
    if (b == l->header) return unknown;
  }
  struct omen_range bound = range(outside, t.bound, false);
  bool up = iv.step > 0, is_unsigned = t.go_on >= LLVMIntUGT && t.go_on <= LLVMIntULE;
  bool equal =
      t.go_on == LLVMIntSLE || t.go_on == LLVMIntSGE || t.go_on == LLVMIntULE || t.go_on == LLVMIntUGE;
  if (!bound.known || (is_unsigned && (bound.lo < 0 || start.lo < 0))) return unknown;
  __int128 first_lo = (__int128)start.lo + t.offset, first_hi = (__int128)start.hi + t.offset;
  if (is_unsigned && first_lo < 0) return unknown;
  if (t.go_on == LLVMIntNE && (up ? first_hi > bound.lo : first_lo < bound.hi)) return unknown;
  /* the value of a round is the start's, or a step behind one that passed the test */
  if (up) {
    __int128 last = (__int128)bound.hi - !equal + iv.step - t.offset;
    return make(start.lo, last > start.hi ? last : start.hi);
  }
  __int128 last = (__int128)bound.lo + !equal + iv.step - t.offset;
  return make(last < start.lo ? last : start.lo, start.hi);
}

static struct omen_range merged(struct ask q, LLVMValueRef phi, bool zero) {
  struct omen_range all = whole(width_of(phi), zero), r = unknown;
  struct omen_range c = counted(q, phi);
  if (within(c, whole(width_of(phi), false)) && (!zero || c.lo >= 0)) return c;
  unsigned n = LLVMCountIncoming(phi);
  if (n > 8) return all;
  for (unsigned i = 0; i < n; i++) {
    struct ask from = q;
    LLVMValueRef v = LLVMGetIncomingValue(phi, i);
    from.at = omen_cfg_block(q.g, LLVMGetIncomingBlock(phi, i));
    if (v == phi || from.at < 0) continue;
    struct omen_range one = range(from, v, zero);
    if (!one.known) return all;
    r = r.known ? unite(r, one) : one;
  }
  return within(r, all) ? r : all;
}

static struct omen_range computed(struct ask q, LLVMValueRef v, bool zero) {
  struct omen_range all = whole(width_of(v), zero);
  int64_t k;
  if (constant(v, zero, &k)) return make(k, k);
  if (!LLVMIsAInstruction(v) || !q.depth--) return all;
  LLVMOpcode op = LLVMGetInstructionOpcode(v);
  switch (op) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMShl: return arithmetic(q, v, op, zero);
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem: return division(q, v, op, zero);
  case LLVMLShr:
  case LLVMAShr: return shifted_down(q, v, op, zero);
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor: return bits(q, v, op, zero);
  case LLVMZExt:
  case LLVMSExt:
  case LLVMTrunc: return widened(q, v, op, zero);
  case LLVMFreeze: return range(q, LLVMGetOperand(v, 0), zero);
  case LLVMCall: return intrinsic(q, v, zero);
  case LLVMPHI: return merged(q, v, zero);
  case LLVMSelect: {
    struct omen_range r = unite(range(q, LLVMGetOperand(v, 1), zero), range(q, LLVMGetOperand(v, 2), zero));
    return within(r, all) ? r : all;
  }
  default: return all;
  }
}

/* --- conditions --- */

/* What "v PRED k" says, v seen so. */
static struct omen_range said(LLVMIntPredicate p, LLVMValueRef bound, unsigned width, bool zero) {
  int64_t k;
  bool is_unsigned = p >= LLVMIntUGT && p <= LLVMIntULE;
  if (!constant(bound, is_unsigned || (zero && p == LLVMIntEQ), &k)) return unknown;
  struct omen_range half = whole(width, false); /* both views agree below the sign bit */
  int64_t top = width >= 64 ? INT64_MAX : half.hi;
  switch (p) {
  case LLVMIntEQ: return make(k, k);
  case LLVMIntULT: return k && (zero || k - 1 <= top) ? make(0, k - 1) : unknown;
  case LLVMIntULE: return zero || k <= top ? make(0, k) : unknown;
  case LLVMIntUGT: return zero && width < 64 && k < INT64_MAX ? make(k + 1, whole(width, true).hi) : unknown;
  case LLVMIntUGE: return zero && width < 64 ? make(k, whole(width, true).hi) : unknown;
  default: break;
  }
  if (zero) return unknown;
  switch (p) {
  case LLVMIntSLT: return make(width < 64 ? half.lo : INT64_MIN, (__int128)k - 1);
  case LLVMIntSLE: return make(width < 64 ? half.lo : INT64_MIN, k);
  case LLVMIntSGT: return make((__int128)k + 1, top);
  case LLVMIntSGE: return make(k, top);
  default: return unknown;
  }
}

/* Narrows by the conditions on `v` itself that were passed on the way to q.at. */
static struct omen_range guarded(struct ask q, LLVMValueRef v, bool zero, struct omen_range r) {
  const struct omen_cfg *g = q.g;
  int limit = GUARDS;
  for (int b = q.at; b > 0 && limit--; b = g->blocks[b].idom) {
    if (g->blocks[b].npred != 1) continue;
    LLVMValueRef br = LLVMGetBasicBlockTerminator(g->blocks[g->blocks[b].pred[0]].bb);
    if (!LLVMIsABranchInst(br) || !LLVMIsConditional(br) ||
        LLVMGetSuccessor(br, 0) == LLVMGetSuccessor(br, 1))
      continue;
    LLVMValueRef cmp = LLVMGetCondition(br);
    if (!LLVMIsAICmpInst(cmp) || LLVMGetOperand(cmp, 0) != v) continue;
    LLVMIntPredicate p = LLVMGetICmpPredicate(cmp);
    if (LLVMGetSuccessor(br, 0) != g->blocks[b].bb) p = omen_iv_inverse(p);
    r = narrow(r, said(p, LLVMGetOperand(cmp, 1), width_of(v), zero));
  }
  return r;
}

static struct omen_range range(struct ask q, LLVMValueRef v, bool zero) {
  if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMIntegerTypeKind || width_of(v) > 64) return unknown;
  struct omen_range r = computed(q, v, zero);
  return LLVMIsAConstant(v) ? r : guarded(q, v, zero, r);
}

struct omen_range omen_range_of(const struct omen_cfg *g, LLVMTargetDataRef td, LLVMValueRef v,
                                enum omen_ext ext, int at) {
  return range((struct ask){g, td, at, DEPTH}, v, ext == OMEN_EXT_ZERO);
}

struct omen_range omen_range_linear(const struct omen_cfg *g, LLVMTargetDataRef td,
                                    const struct omen_linear *l, int but, int at) {
  struct omen_range r = make(l->c, l->c);
  for (int i = 0; i < l->n; i++) {
    if (i == but) continue;
    struct omen_range k = make(l->t[i].coef, l->t[i].coef);
    r = sum(LLVMAdd, r, product(omen_range_of(g, td, l->t[i].v, l->t[i].ext, at), k));
  }
  return r;
}
