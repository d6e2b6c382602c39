/* Operations that are made of the others: see symbolic_derived.def. Each is put together from the calls of
 * abi_symbolic.h, with the values that its parts have in this run. */
#include "runtime/abi_symbolic.h"
#include "record/symbolic.h"
#include <stdbool.h>
#include <stddef.h>

enum { EQ = 32, NE, UGT, UGE, ULT, ULE, SGT, SGE, SLT, SLE }; /* LLVM's integer predicates */

/* A part of an operation: its expression (0: none) and its value. */
struct part {
  uint32_t e;
  uint64_t v;
};

static uint64_t mask(uint32_t bits) { return bits >= 64 ? ~0ull : (1ull << bits) - 1; }
static int64_t sign_of(uint64_t v, uint32_t bits) { return (int64_t)(v << (64 - bits)) >> (64 - bits); }
static struct part constant(uint64_t v) { return (struct part){0, v}; }

static uint64_t value_of(uint32_t op, uint32_t bits, uint64_t a, uint64_t b) {
  switch (op) {
  case OMEN_SYM_ADD: return (a + b) & mask(bits);
  case OMEN_SYM_SUB: return (a - b) & mask(bits);
  case OMEN_SYM_MUL: return (a * b) & mask(bits);
  case OMEN_SYM_SHL: return b >= bits ? 0 : (a << b) & mask(bits);
  case OMEN_SYM_LSHR: return b >= bits ? 0 : a >> b;
  case OMEN_SYM_ASHR: return (uint64_t)(sign_of(a, bits) >> (b >= bits ? bits - 1 : b)) & mask(bits);
  case OMEN_SYM_UREM: return b ? a % b : a;
  case OMEN_SYM_AND: return a & b;
  case OMEN_SYM_OR: return a | b;
  default: return a ^ b;
  }
}

static struct part binary(uint32_t op, uint32_t bits, struct part a, struct part b) {
  struct part r = {0, value_of(op, bits, a.v, b.v)};
  if (a.e | b.e) r.e = __omen_sym_binary(op, bits, a.e, a.v, b.e, b.v);
  return r;
}

static bool holds(uint32_t p, uint32_t bits, uint64_t a, uint64_t b) {
  switch (p) {
  case EQ: return a == b;
  case NE: return a != b;
  case ULT: return a < b;
  case UGT: return a > b;
  case SLT: return sign_of(a, bits) < sign_of(b, bits);
  default: return sign_of(a, bits) > sign_of(b, bits);
  }
}

static struct part compare(uint32_t p, uint32_t bits, struct part a, struct part b) {
  struct part r = {0, holds(p, bits, a.v, b.v)};
  if (a.e | b.e) r.e = __omen_sym_compare(p, bits, a.e, a.v, b.e, b.v);
  return r;
}

static struct part choose(uint32_t bits, struct part c, struct part a, struct part b) {
  struct part r = {c.v ? a.e : b.e, c.v ? a.v : b.v};
  if (c.e) r.e = __omen_sym_select(c.e, (uint32_t)c.v, bits, a.e, a.v, b.e, b.v);
  return r;
}

static struct part cast(uint32_t op, uint32_t from, uint32_t to, struct part a) {
  uint64_t v = op == OMEN_SYM_SEXT ? (uint64_t)sign_of(a.v, from) : a.v;
  return (struct part){a.e ? __omen_sym_cast(op, to, a.e) : 0, v & mask(to)};
}

static struct part larger(uint32_t p, uint32_t bits, struct part a, struct part b) {
  return choose(bits, compare(p, bits, a, b), a, b);
}

static struct part negative(uint32_t bits, struct part a) { return compare(SLT, bits, a, constant(0)); }

/* Did a + b, a - b overflow: does the result's sign differ from what both (or the first) have? */
static struct part signed_over(bool minus, uint32_t bits, struct part a, struct part b) {
  struct part r = binary(minus ? OMEN_SYM_SUB : OMEN_SYM_ADD, bits, a, b);
  struct part x = binary(OMEN_SYM_XOR, bits, a, r), y = binary(OMEN_SYM_XOR, bits, b, minus ? a : r);
  return negative(bits, binary(OMEN_SYM_AND, bits, x, y));
}

/* Products: computed twice as wide. Above 64 bits there are no values, and constants are zero-extended: what
 * does not fit is said to be lost by its being 0. */
static struct part multiply_over(bool is_signed, uint32_t bits, struct part a, struct part b) {
  uint32_t wide = 2 * bits, op = is_signed ? OMEN_SYM_SEXT : OMEN_SYM_ZEXT;
  if (wide <= 64) {
    struct part x = cast(op, bits, wide, a), y = cast(op, bits, wide, b),
                r = binary(OMEN_SYM_MUL, wide, x, y);
    struct part low = {r.e ? __omen_sym_extract(r.e, 0, bits) : 0, r.v & mask(bits)};
    return compare(NE, wide, r, cast(op, bits, wide, low));
  }
  struct part none = {0, 0};
  if (is_signed && ((!a.e && sign_of(a.v, bits) < 0) || (!b.e && sign_of(b.v, bits) < 0))) return none;
  uint32_t x = a.e ? __omen_sym_cast(op, wide, a.e) : 0, y = b.e ? __omen_sym_cast(op, wide, b.e) : 0;
  uint32_t r = __omen_sym_binary(OMEN_SYM_MUL, wide, x, a.v, y, b.v);
  if (!r) return none;
  unsigned __int128 product = is_signed
                                  ? (unsigned __int128)((__int128)sign_of(a.v, bits) * sign_of(b.v, bits))
                                  : (unsigned __int128)a.v * b.v;
  struct part high = {__omen_sym_extract(r, bits, bits), (uint64_t)(product >> bits) & mask(bits)};
  if (!is_signed) return compare(NE, bits, high, constant(0));
  struct part low = {__omen_sym_extract(r, 0, bits), (uint64_t)product & mask(bits)};
  return compare(NE, bits, high, binary(OMEN_SYM_ASHR, bits, low, constant(bits - 1)));
}

static struct part saturated(uint32_t what, uint32_t bits, struct part a, struct part b) {
  bool minus = what == OMEN_SYM_USUB_SAT || what == OMEN_SYM_SSUB_SAT;
  struct part r = binary(minus ? OMEN_SYM_SUB : OMEN_SYM_ADD, bits, a, b);
  if (what == OMEN_SYM_USUB_SAT) return choose(bits, compare(ULT, bits, a, b), constant(0), r);
  if (what == OMEN_SYM_UADD_SAT) return choose(bits, compare(ULT, bits, r, a), constant(mask(bits)), r);
  struct part end = choose(bits, negative(bits, a), constant(1ull << (bits - 1)), constant(mask(bits) >> 1));
  return choose(bits, signed_over(minus, bits, a, b), end, r);
}

/* a:b as one value, turned left or right by c modulo the width: a is the high half. */
static struct part funnel(bool left, uint32_t bits, struct part a, struct part b, struct part c) {
  struct part by = binary(OMEN_SYM_UREM, bits, c, constant(bits & mask(bits)));
  if (!(bits & mask(bits))) by = c; /* one bit */
  struct part rest = binary(OMEN_SYM_SUB, bits, constant(bits & mask(bits)), by);
  struct part high = binary(OMEN_SYM_SHL, bits, a, left ? by : rest);
  struct part low = binary(OMEN_SYM_LSHR, bits, b, left ? rest : by);
  struct part none = compare(EQ, bits, by, constant(0));
  return choose(bits, none, left ? a : b, binary(OMEN_SYM_OR, bits, high, low));
}

static struct part bit_of(uint32_t bits, struct part a, uint32_t at) {
  return binary(OMEN_SYM_AND, bits, binary(OMEN_SYM_LSHR, bits, a, constant(at)), constant(1));
}

static struct part count_ones(uint32_t bits, struct part a) {
  struct part sum = bit_of(bits, a, 0);
  for (uint32_t i = 1; i < bits; i++) sum = binary(OMEN_SYM_ADD, bits, sum, bit_of(bits, a, i));
  return sum;
}

/* Zeros in front of the first one, from above or below: the outermost choice is the first bit looked at. */
static struct part count_zeros(bool leading, uint32_t bits, struct part a) {
  struct part r = constant(bits & mask(bits));
  for (uint32_t n = bits; n-- > 0;) {
    uint32_t at = leading ? bits - 1 - n : n;
    struct part is = compare(NE, bits, binary(OMEN_SYM_AND, bits, a, constant(1ull << at)), constant(0));
    r = choose(bits, is, constant(n & mask(bits)), r);
  }
  return r;
}

static struct part reverse(uint32_t bits, struct part a) {
  struct part r = constant(0);
  for (uint32_t i = 0; i < bits; i++)
    r = binary(OMEN_SYM_OR, bits, r, binary(OMEN_SYM_SHL, bits, bit_of(bits, a, i), constant(bits - 1 - i)));
  return r;
}

/* -1, 0 or 1, in `bits`; c's value says how wide a and b are. */
static struct part three_way(bool is_signed, uint32_t bits, struct part a, struct part b, uint32_t width) {
  struct part less = compare(is_signed ? SLT : ULT, width, a, b);
  struct part more = compare(is_signed ? SGT : UGT, width, a, b);
  return choose(bits, less, constant(mask(bits)), choose(bits, more, constant(1), constant(0)));
}

static struct part derive(uint32_t what, uint32_t bits, struct part a, struct part b, struct part c) {
  switch (what) {
  case OMEN_SYM_UMIN: return larger(ULT, bits, a, b);
  case OMEN_SYM_UMAX: return larger(UGT, bits, a, b);
  case OMEN_SYM_SMIN: return larger(SLT, bits, a, b);
  case OMEN_SYM_SMAX: return larger(SGT, bits, a, b);
  case OMEN_SYM_ABS: return choose(bits, negative(bits, a), binary(OMEN_SYM_SUB, bits, constant(0), a), a);
  case OMEN_SYM_UADD_SAT:
  case OMEN_SYM_USUB_SAT:
  case OMEN_SYM_SADD_SAT:
  case OMEN_SYM_SSUB_SAT: return saturated(what, bits, a, b);
  case OMEN_SYM_FSHL: return funnel(true, bits, a, b, c);
  case OMEN_SYM_FSHR: return funnel(false, bits, a, b, c);
  case OMEN_SYM_UADD_OVER: return compare(ULT, bits, binary(OMEN_SYM_ADD, bits, a, b), a);
  case OMEN_SYM_USUB_OVER: return compare(ULT, bits, a, b);
  case OMEN_SYM_UMUL_OVER: return multiply_over(false, bits, a, b);
  case OMEN_SYM_SADD_OVER: return signed_over(false, bits, a, b);
  case OMEN_SYM_SSUB_OVER: return signed_over(true, bits, a, b);
  case OMEN_SYM_SMUL_OVER: return multiply_over(true, bits, a, b);
  case OMEN_SYM_CTPOP: return count_ones(bits, a);
  case OMEN_SYM_CTLZ: return count_zeros(true, bits, a);
  case OMEN_SYM_CTTZ: return count_zeros(false, bits, a);
  case OMEN_SYM_BITREVERSE: return reverse(bits, a);
  case OMEN_SYM_NAND:
    return binary(OMEN_SYM_XOR, bits, binary(OMEN_SYM_AND, bits, a, b), constant(mask(bits)));
  case OMEN_SYM_UCMP: return three_way(false, bits, a, b, (uint32_t)c.v);
  case OMEN_SYM_SCMP: return three_way(true, bits, a, b, (uint32_t)c.v);
  default: return constant(0);
  }
}

uint32_t __omen_sym_derive(uint32_t what, uint32_t bits, uint32_t a, uint64_t av, uint32_t b, uint64_t bv,
                           uint32_t c, uint64_t cv) {
  return derive(what, bits, (struct part){a, av}, (struct part){b, bv}, (struct part){c, cv}).e;
}

/* Behind a call of code that may not know of expressions: if it did not take its arguments', they are lost.
 */
void __omen_sym_unfollowed(const void *callee, uint32_t n, uint32_t site) {
  struct omen_sym_hot *h = &__omen_sym_hot;
  if (h->callee != callee) return;
  h->callee = NULL;
  for (uint32_t i = 0; i < n && i < OMEN_SYM_ARGS; i++)
    if (h->arg[i]) __omen_sym_lost(h->arg[i], site);
}

void __omen_sym_byval(void *to, const void *from, uint64_t n) {
  if (from)
    __omen_sym_copy(to, from, n);
  else
    __omen_sym_fill(to, n, 0);
}
