/* Comparisons: what the program branches on, so made as small as they can be. */
#include "runtime/symbolic/store.h"

#define NODE(e) omrt_expr_nodes[e]
enum { CHAIN = 64 }; /* of ITEs that are looked through */

static uint32_t plain(uint32_t op, uint32_t a, uint32_t b) {
  uint64_t v = omrt_bits_binary(op, omrt_expr_width(a), omrt_expr_value(a), omrt_expr_value(b));
  return omrt_expr_intern((struct omen_sym_node){(uint16_t)op, 1, a, b, 0, 0}, v);
}
static uint32_t truth(bool v) { return omrt_expr_const(1, v); }

/* ---- equality with a constant ---- */

static uint32_t is(uint32_t a, uint64_t v, int depth);

static uint32_t extension_is(uint32_t a, uint64_t v, int depth) {
  uint32_t x = NODE(a).a, was = omrt_expr_width(x);
  uint64_t low = v & omrt_bits_mask(was), back = low;
  if (omrt_expr_is(a, OMEN_SYM_SEXT))
    back = (uint64_t)omrt_bits_signed(low, was) & omrt_bits_mask(omrt_expr_width(a));
  return back == v ? is(x, low, depth) : truth(false);
}

/* At least one of the two must be at its end: a choice among constants, or a library model's chain. */
static bool ends(uint32_t e) {
  const struct omen_sym_node *n = &NODE(e);
  if (n->op == OMEN_SYM_CONST) return true;
  if (n->op != OMEN_SYM_SUB && n->op != OMEN_SYM_ADD) return false;
  return !omrt_expr_is(n->a, OMEN_SYM_ITE) && !omrt_expr_is(n->b, OMEN_SYM_ITE);
}
static uint32_t choice_is(uint32_t a, uint64_t v, int depth) {
  uint32_t c = NODE(a).a, x = NODE(a).b, y = NODE(a).c;
  if (!ends(x) && !ends(y)) return 0;
  x = is(x, v, depth + 1);
  return omrt_expr_ite(c, x, is(y, v, depth + 1));
}

static uint32_t is(uint32_t a, uint64_t v, int depth) {
  uint32_t width = omrt_expr_width(a), e = 0;
  v &= omrt_bits_mask(width);
  if (omrt_expr_constant(a)) return truth(NODE(a).imm == v);
  if (width == 1) return v ? a : omrt_expr_not(a);
  switch (NODE(a).op) {
  case OMEN_SYM_ZEXT:
  case OMEN_SYM_SEXT: return extension_is(a, v, depth);
  case OMEN_SYM_NOT: return is(NODE(a).a, ~v, depth);
  case OMEN_SYM_ADD:
    if (omrt_expr_constant(NODE(a).b)) return is(NODE(a).a, v - NODE(NODE(a).b).imm, depth);
    break;
  case OMEN_SYM_XOR:
    if (omrt_expr_constant(NODE(a).b)) return is(NODE(a).a, v ^ NODE(NODE(a).b).imm, depth);
    if (!v) return omrt_expr_compare(OMEN_SYM_EQ, NODE(a).a, NODE(a).b);
    break;
  case OMEN_SYM_SUB:
    if (omrt_expr_constant(NODE(a).a)) return is(NODE(a).b, NODE(NODE(a).a).imm - v, depth);
    if (!v) return omrt_expr_compare(OMEN_SYM_EQ, NODE(a).a, NODE(a).b);
    break;
  case OMEN_SYM_ITE:
    if (depth < CHAIN && (e = choice_is(a, v, depth))) return e;
    break;
  case OMEN_SYM_CONCAT:
    if (omrt_expr_constant(NODE(a).b)) {
      uint32_t low = omrt_expr_width(NODE(a).b);
      if ((v & omrt_bits_mask(low)) != NODE(NODE(a).b).imm) return truth(false);
      return is(NODE(a).a, v >> low, depth);
    }
    break;
  }
  return plain(OMEN_SYM_EQ, a, omrt_expr_const(width, v));
}

/* Both sides were made wider in the same way. */
static bool same_extension(uint32_t a, uint32_t b, uint32_t op) {
  return omrt_expr_is(a, op) && omrt_expr_is(b, op) &&
         omrt_expr_width(NODE(a).a) == omrt_expr_width(NODE(b).a);
}

static uint32_t equal(uint32_t a, uint32_t b) {
  if (a == b) return truth(true);
  if (omrt_expr_constant(a)) return is(b, NODE(a).imm, 0);
  if (omrt_expr_constant(b)) return is(a, NODE(b).imm, 0);
  if (same_extension(a, b, OMEN_SYM_ZEXT) || same_extension(a, b, OMEN_SYM_SEXT))
    return equal(NODE(a).a, NODE(b).a);
  return a < b ? plain(OMEN_SYM_EQ, a, b) : plain(OMEN_SYM_EQ, b, a);
}

/* ---- order ---- */

static uint64_t least(uint32_t width, bool sign) { return sign ? 1ull << (width - 1) : 0; }
static uint64_t most(uint32_t width, bool sign) { return omrt_bits_mask(width) >> sign; }

/* x, extended to the width of `a`, against the constant v: 0 where its range does not decide and it is not
 * the narrow comparison either. `left`: x < v, else v < x. */
static uint32_t narrow(uint32_t op, uint32_t a, uint64_t v, bool left) {
  bool sign = op == OMEN_SYM_SLT || op == OMEN_SYM_SLE, strict = op == OMEN_SYM_ULT || op == OMEN_SYM_SLT;
  uint32_t x = NODE(a).a, was = omrt_expr_width(x), width = omrt_expr_width(a);
  bool by_sign = omrt_expr_is(a, OMEN_SYM_SEXT);
  if (by_sign && !sign) return 0;
  int64_t s = omrt_bits_signed(v, width);
  bool above, below;
  if (by_sign) {
    above = s > omrt_bits_signed(most(was, true), was);
    below = s < omrt_bits_signed(least(was, true), was);
  } else {
    below = sign && s < 0;
    above = !below && v > omrt_bits_mask(was);
  }
  if (above || below) return truth(left ? above : below);
  op = by_sign ? op : strict ? OMEN_SYM_ULT : OMEN_SYM_ULE;
  uint32_t c = omrt_expr_const(was, v);
  return left ? omrt_expr_compare(op, x, c) : omrt_expr_compare(op, c, x);
}

static bool extended(uint32_t e) { return omrt_expr_is(e, OMEN_SYM_ZEXT) || omrt_expr_is(e, OMEN_SYM_SEXT); }

/* x < least, x <= most and their like. */
static uint32_t at_the_ends(uint32_t op, uint32_t a, uint32_t b) {
  bool sign = op == OMEN_SYM_SLT || op == OMEN_SYM_SLE, strict = op == OMEN_SYM_ULT || op == OMEN_SYM_SLT;
  uint32_t width = omrt_expr_width(a);
  uint64_t lo = least(width, sign), hi = most(width, sign);
  if (omrt_expr_constant(b)) {
    uint64_t v = NODE(b).imm;
    if (strict && v == lo) return truth(false);
    if (!strict && v == hi) return truth(true);
    if (!strict && v == lo) return is(a, lo, 0);
    if (strict && v == ((lo + 1) & omrt_bits_mask(width))) return is(a, lo, 0);
    if (strict && v == hi) return omrt_expr_not(is(a, hi, 0));
  }
  if (omrt_expr_constant(a)) {
    uint64_t v = NODE(a).imm;
    if (strict && v == hi) return truth(false);
    if (!strict && v == lo) return truth(true);
    if (!strict && v == hi) return is(b, hi, 0);
    if (strict && v == lo) return omrt_expr_not(is(b, lo, 0));
  }
  return 0;
}

static uint32_t ordered(uint32_t op, uint32_t a, uint32_t b) {
  bool strict = op == OMEN_SYM_ULT || op == OMEN_SYM_SLT;
  if (a == b) return truth(!strict);
  uint32_t e = 0;
  if (same_extension(a, b, OMEN_SYM_ZEXT))
    return omrt_expr_compare(strict ? OMEN_SYM_ULT : OMEN_SYM_ULE, NODE(a).a, NODE(b).a);
  if (same_extension(a, b, OMEN_SYM_SEXT)) return omrt_expr_compare(op, NODE(a).a, NODE(b).a);
  if (omrt_expr_constant(b) && extended(a)) e = narrow(op, a, NODE(b).imm, true);
  if (omrt_expr_constant(a) && extended(b)) e = narrow(op, b, NODE(a).imm, false);
  if (!e) e = at_the_ends(op, a, b);
  return e ? e : plain(op, a, b);
}

uint32_t omrt_expr_compare(uint32_t op, uint32_t a, uint32_t b) {
  if (!a || !b) return 0;
  uint32_t width = omrt_expr_width(a);
  if (width > 64 || omrt_expr_width(b) != width) return 0;
  if (omrt_expr_constant(a) && omrt_expr_constant(b))
    return truth(omrt_bits_binary(op, width, NODE(a).imm, NODE(b).imm));
  int known = omrt_expr_decide(op, a, b);
  if (known >= 0) return truth(known);
  return op == OMEN_SYM_EQ ? equal(a, b) : ordered(op, a, b);
}
