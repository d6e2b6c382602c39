/* Arithmetic and logic on expressions, with what can be said cheaply about them. */
#include "runtime/symbolic/store.h"

#define NODE(e) omrt_expr_nodes[e]

static bool is_value(uint32_t e, uint64_t v) { return omrt_expr_constant(e) && NODE(e).imm == v; }

static uint32_t plain(uint32_t op, uint32_t a, uint32_t b) {
  uint32_t width = omrt_expr_width(a);
  return omrt_expr_intern((struct omen_sym_node){(uint16_t)op, (uint16_t)width, a, b, 0, 0},
                          omrt_bits_binary(op, width, omrt_expr_value(a), omrt_expr_value(b)));
}

/* ---- parts that do not overlap: b0 | b1 << 8, and the same with a plus ---- */

static uint32_t put_together(uint32_t a, uint32_t b) {
  if (!omrt_expr_is(a, OMEN_SYM_CONCAT) && !(omrt_expr_is(a, OMEN_SYM_ZEXT))) return 0;
  uint32_t width = omrt_expr_width(a), inner = omrt_expr_is(a, OMEN_SYM_ZEXT) ? NODE(a).a : a;
  if (!omrt_expr_is(inner, OMEN_SYM_CONCAT) || !omrt_expr_is(b, OMEN_SYM_ZEXT)) return 0;
  uint32_t zeros = NODE(inner).b, low = NODE(b).a;
  if (!is_value(zeros, 0) || omrt_expr_width(low) > omrt_expr_width(zeros)) return 0;
  low = omrt_expr_zext(low, omrt_expr_width(zeros));
  return omrt_expr_zext(omrt_expr_concat(NODE(inner).a, low), width);
}

static uint32_t disjoint(uint32_t a, uint32_t b) {
  uint32_t e = put_together(a, b);
  return e ? e : put_together(b, a);
}

/* ---- by operation; b is the constant if one of them is. 0: nothing to be said ---- */

static uint32_t add(uint32_t a, uint32_t b) {
  uint32_t width = omrt_expr_width(a);
  if (is_value(b, 0)) return a;
  if (omrt_expr_constant(b) && omrt_expr_is(a, OMEN_SYM_ADD) && omrt_expr_constant(NODE(a).b))
    return omrt_expr_add(NODE(a).a, omrt_expr_const(width, NODE(NODE(a).b).imm + NODE(b).imm));
  if (omrt_expr_constant(b) && omrt_expr_is(a, OMEN_SYM_SUB) && omrt_expr_constant(NODE(a).a))
    return omrt_expr_sub(omrt_expr_const(width, NODE(NODE(a).a).imm + NODE(b).imm), NODE(a).b);
  /* constants go outside: (x + c) + y */
  if (omrt_expr_is(a, OMEN_SYM_ADD) && omrt_expr_constant(NODE(a).b))
    return omrt_expr_add(omrt_expr_add(NODE(a).a, b), NODE(a).b);
  if (omrt_expr_is(b, OMEN_SYM_ADD) && omrt_expr_constant(NODE(b).b))
    return omrt_expr_add(omrt_expr_add(a, NODE(b).a), NODE(b).b);
  return disjoint(a, b);
}

static uint32_t subtract(uint32_t a, uint32_t b) {
  uint32_t width = omrt_expr_width(a);
  if (a == b) return omrt_expr_const(width, 0);
  if (omrt_expr_constant(b)) return omrt_expr_add(a, omrt_expr_const(width, 0 - NODE(b).imm));
  if (omrt_expr_is(a, OMEN_SYM_ADD) && omrt_expr_constant(NODE(a).b))
    return omrt_expr_add(omrt_expr_sub(NODE(a).a, b), NODE(a).b);
  if (omrt_expr_is(b, OMEN_SYM_ADD) && omrt_expr_constant(NODE(b).b))
    return omrt_expr_add(omrt_expr_sub(a, NODE(b).a), omrt_expr_const(width, 0 - NODE(NODE(b).b).imm));
  if (omrt_expr_is(a, OMEN_SYM_ADD) && NODE(a).a == b) return NODE(a).b;
  if (omrt_expr_is(a, OMEN_SYM_ADD) && NODE(a).b == b) return NODE(a).a;
  return 0;
}

static uint32_t shift_left(uint32_t a, uint64_t by) {
  uint32_t width = omrt_expr_width(a);
  if (by >= width) return omrt_expr_const(width, 0);
  if (!by) return a;
  return omrt_expr_concat(omrt_expr_extract(a, 0, width - (uint32_t)by), omrt_expr_const((uint32_t)by, 0));
}

static uint32_t shift_right(uint32_t a, uint64_t by, bool sign) {
  uint32_t width = omrt_expr_width(a);
  if (by >= width && !sign) return omrt_expr_const(width, 0);
  if (by >= width) by = width - 1;
  uint32_t part = omrt_expr_extract(a, (uint32_t)by, width - (uint32_t)by);
  return sign ? omrt_expr_sext(part, width) : omrt_expr_zext(part, width);
}

static bool power_of_two(uint32_t e) {
  return omrt_expr_constant(e) && NODE(e).imm && !(NODE(e).imm & (NODE(e).imm - 1));
}

static uint32_t multiply(uint32_t a, uint32_t b) {
  if (is_value(b, 0)) return b;
  if (power_of_two(b)) return shift_left(a, (uint64_t)__builtin_ctzll(NODE(b).imm));
  if (omrt_expr_constant(b) && omrt_expr_is(a, OMEN_SYM_MUL) && omrt_expr_constant(NODE(a).b))
    return omrt_expr_binary(OMEN_SYM_MUL, NODE(a).a,
                            omrt_expr_const(omrt_expr_width(a), NODE(NODE(a).b).imm * NODE(b).imm));
  return 0;
}

static uint32_t divide(uint32_t op, uint32_t a, uint32_t b) {
  uint32_t width = omrt_expr_width(a);
  if (is_value(b, 1)) return op == OMEN_SYM_UDIV || op == OMEN_SYM_SDIV ? a : omrt_expr_const(width, 0);
  if (!power_of_two(b)) return 0;
  uint32_t k = (uint32_t)__builtin_ctzll(NODE(b).imm);
  if (op == OMEN_SYM_UDIV) return shift_right(a, k, false);
  if (op == OMEN_SYM_UREM) return omrt_expr_zext(omrt_expr_extract(a, 0, k), width);
  return 0;
}

/* x & 0xff, where the low bits of x are something by themselves. */
static uint32_t mask(uint32_t a, uint64_t m) {
  uint32_t width = omrt_expr_width(a), op = NODE(a).op;
  if (!m || m & (m + 1) || (op != OMEN_SYM_ZEXT && op != OMEN_SYM_CONCAT && op != OMEN_SYM_SEXT)) return 0;
  return omrt_expr_zext(omrt_expr_extract(a, 0, (uint32_t)__builtin_popcountll(m)), width);
}

static uint32_t conjunction(uint32_t a, uint32_t b) {
  uint32_t width = omrt_expr_width(a);
  if (a == b || is_value(b, omrt_bits_mask(width))) return a;
  if (is_value(b, 0)) return b;
  if (omrt_expr_constant(b) && omrt_expr_is(a, OMEN_SYM_AND) && omrt_expr_constant(NODE(a).b))
    return omrt_expr_and(NODE(a).a, omrt_expr_const(width, NODE(NODE(a).b).imm & NODE(b).imm));
  if (width == 1 &&
      (NODE(a).op == OMEN_SYM_NOT ? NODE(a).a == b : NODE(b).op == OMEN_SYM_NOT && NODE(b).a == a))
    return omrt_expr_const(1, 0);
  return omrt_expr_constant(b) ? mask(a, NODE(b).imm) : 0;
}

static uint32_t disjunction(uint32_t a, uint32_t b) {
  if (a == b || is_value(b, 0)) return a;
  if (is_value(b, omrt_bits_mask(omrt_expr_width(a)))) return b;
  return disjoint(a, b);
}

static uint32_t exclusive(uint32_t a, uint32_t b) {
  uint32_t width = omrt_expr_width(a);
  if (a == b) return omrt_expr_const(width, 0);
  if (is_value(b, 0)) return a;
  if (is_value(b, omrt_bits_mask(width))) return omrt_expr_not(a);
  if (omrt_expr_constant(b) && omrt_expr_is(a, OMEN_SYM_XOR) && omrt_expr_constant(NODE(a).b))
    return omrt_expr_binary(OMEN_SYM_XOR, NODE(a).a,
                            omrt_expr_const(width, NODE(NODE(a).b).imm ^ NODE(b).imm));
  return 0;
}

static uint32_t simpler(uint32_t op, uint32_t a, uint32_t b) {
  bool by = omrt_expr_constant(b);
  switch (op) {
  case OMEN_SYM_ADD: return add(a, b);
  case OMEN_SYM_SUB: return subtract(a, b);
  case OMEN_SYM_MUL: return multiply(a, b);
  case OMEN_SYM_SHL: return by ? shift_left(a, NODE(b).imm) : 0;
  case OMEN_SYM_LSHR: return by ? shift_right(a, NODE(b).imm, false) : 0;
  case OMEN_SYM_ASHR: return by ? shift_right(a, NODE(b).imm, true) : 0;
  case OMEN_SYM_AND: return conjunction(a, b);
  case OMEN_SYM_OR: return disjunction(a, b);
  case OMEN_SYM_XOR: return exclusive(a, b);
  default: return divide(op, a, b);
  }
}

static bool commutes(uint32_t op) {
  return op == OMEN_SYM_ADD || op == OMEN_SYM_MUL || op == OMEN_SYM_AND || op == OMEN_SYM_OR ||
         op == OMEN_SYM_XOR;
}

/* Of what is wider than 64 bits only this much. */
static uint32_t wide(uint32_t op, uint32_t a, uint32_t b) {
  uint32_t width = omrt_expr_width(a);
  if (width > 128 || (op != OMEN_SYM_ADD && op != OMEN_SYM_SUB && op != OMEN_SYM_MUL)) return 0;
  return omrt_expr_intern((struct omen_sym_node){(uint16_t)op, (uint16_t)width, a, b, 0, 0}, 0);
}

uint32_t omrt_expr_binary(uint32_t op, uint32_t a, uint32_t b) {
  if (!a || !b) return 0;
  uint32_t width = omrt_expr_width(a);
  if (omrt_expr_width(b) != width) return 0;
  if (width > 64) return wide(op, a, b);
  if (omrt_expr_constant(a) && omrt_expr_constant(b))
    return omrt_expr_const(width, omrt_bits_binary(op, width, NODE(a).imm, NODE(b).imm));
  if (commutes(op) && (omrt_expr_constant(a) || (a > b && !omrt_expr_constant(b)))) {
    uint32_t t = a;
    a = b;
    b = t;
  }
  uint32_t e = simpler(op, a, b);
  return e ? e : plain(op, a, b);
}

uint32_t omrt_expr_not(uint32_t a) {
  if (!a) return 0;
  uint32_t width = omrt_expr_width(a);
  if (omrt_expr_constant(a) && width <= 64) return omrt_expr_const(width, ~NODE(a).imm);
  switch (NODE(a).op) {
  case OMEN_SYM_NOT: return NODE(a).a;
  case OMEN_SYM_ULT: return omrt_expr_compare(OMEN_SYM_ULE, NODE(a).b, NODE(a).a);
  case OMEN_SYM_ULE: return omrt_expr_compare(OMEN_SYM_ULT, NODE(a).b, NODE(a).a);
  case OMEN_SYM_SLT: return omrt_expr_compare(OMEN_SYM_SLE, NODE(a).b, NODE(a).a);
  case OMEN_SYM_SLE: return omrt_expr_compare(OMEN_SYM_SLT, NODE(a).b, NODE(a).a);
  }
  if (width > 64) return 0;
  return omrt_expr_intern((struct omen_sym_node){OMEN_SYM_NOT, (uint16_t)width, a, 0, 0, 0},
                          ~omrt_expr_value(a));
}

/* Of one bit it is and, or. */
static uint32_t logic(uint32_t c, uint32_t a, uint32_t b) {
  if (a == c || is_value(a, 1)) return omrt_expr_or(c, b);
  if (b == c || is_value(b, 0)) return omrt_expr_and(c, a);
  if (is_value(a, 0)) return omrt_expr_and(omrt_expr_not(c), b);
  if (is_value(b, 1)) return omrt_expr_or(omrt_expr_not(c), a);
  return 0;
}

uint32_t omrt_expr_ite(uint32_t c, uint32_t a, uint32_t b) {
  if (!c || !a || !b || omrt_expr_width(a) != omrt_expr_width(b)) return 0;
  if (a == b) return a;
  if (omrt_expr_constant(c)) return NODE(c).imm ? a : b;
  if (omrt_expr_is(c, OMEN_SYM_NOT)) return omrt_expr_ite(NODE(c).a, b, a);
  uint32_t width = omrt_expr_width(a), e = width == 1 ? logic(c, a, b) : 0;
  if (e) return e;
  return omrt_expr_intern((struct omen_sym_node){OMEN_SYM_ITE, (uint16_t)width, c, a, b, 0},
                          width <= 64 ? omrt_expr_value(omrt_expr_value(c) ? a : b) : 0);
}
