/* Expressions that only move bits: extension, extraction, concatenation. What was taken apart and put
 * together again is what it was. */
#include "runtime/symbolic/store.h"

#define NODE(e) omrt_expr_nodes[e]

static uint32_t move(uint32_t op, uint32_t width, uint32_t a, uint32_t b, uint64_t imm, uint64_t value) {
  return omrt_expr_intern((struct omen_sym_node){(uint16_t)op, (uint16_t)width, a, b, 0, imm}, value);
}

/* Bytes are asked for by every call of a library function: their numbers are known. */
uint32_t omrt_expr_const(uint32_t width, uint64_t value) {
  static uint32_t bytes[256];
  value &= omrt_bits_mask(width);
  if (width == 8) {
    if (!bytes[value]) bytes[value] = move(OMEN_SYM_CONST, width, 0, 0, value, value);
    return bytes[value];
  }
  return move(OMEN_SYM_CONST, width, 0, 0, value, value);
}

uint32_t omrt_expr_zext(uint32_t a, uint32_t width) {
  if (!a || omrt_expr_width(a) >= width) return a;
  if (omrt_expr_constant(a)) return omrt_expr_const(width, NODE(a).imm);
  if (omrt_expr_is(a, OMEN_SYM_ZEXT)) a = NODE(a).a;
  return move(OMEN_SYM_ZEXT, width, a, 0, 0, omrt_expr_value(a));
}

uint32_t omrt_expr_sext(uint32_t a, uint32_t width) {
  if (!a || omrt_expr_width(a) >= width) return a;
  uint32_t was = omrt_expr_width(a);
  if (omrt_expr_constant(a) && width <= 64)
    return omrt_expr_const(width, (uint64_t)omrt_bits_signed(NODE(a).imm, was));
  if (omrt_expr_is(a, OMEN_SYM_ZEXT)) return omrt_expr_zext(a, width); /* its highest bit is 0 */
  if (omrt_expr_is(a, OMEN_SYM_SEXT)) {
    a = NODE(a).a;
    was = omrt_expr_width(a);
  }
  uint64_t value = was < 64 ? (uint64_t)omrt_bits_signed(omrt_expr_value(a), was) : omrt_expr_value(a);
  return move(OMEN_SYM_SEXT, width, a, 0, 0, value);
}

static uint32_t of_concat(uint32_t a, uint32_t from, uint32_t width) {
  uint32_t low = omrt_expr_width(NODE(a).b);
  if (from >= low) return omrt_expr_extract(NODE(a).a, from - low, width);
  if (from + width <= low) return omrt_expr_extract(NODE(a).b, from, width);
  uint32_t high = omrt_expr_extract(NODE(a).a, 0, from + width - low);
  return omrt_expr_concat(high, omrt_expr_extract(NODE(a).b, from, low - from));
}

static uint32_t of_extension(uint32_t a, uint32_t from, uint32_t width) {
  bool sign = omrt_expr_is(a, OMEN_SYM_SEXT);
  uint32_t x = NODE(a).a, was = omrt_expr_width(x);
  if (from + width <= was) return omrt_expr_extract(x, from, width);
  if (from >= was) {
    if (!sign) return omrt_expr_const(width, 0);
    from = was - 1;
  }
  uint32_t rest = omrt_expr_extract(x, from, was - from);
  return sign ? omrt_expr_sext(rest, width) : omrt_expr_zext(rest, width);
}

/* Of (x << k) + c the lowest k bits are c's, and the others x + (c >> k) if those are 0. 0: nothing such. */
static uint32_t of_sum(uint32_t a, uint32_t from, uint32_t width) {
  uint32_t x = NODE(a).a, c = NODE(a).b;
  if (!omrt_expr_constant(c) || !omrt_expr_is(x, OMEN_SYM_CONCAT) || !omrt_expr_constant(NODE(x).b) ||
      NODE(NODE(x).b).imm)
    return 0;
  uint32_t k = omrt_expr_width(NODE(x).b), rest = omrt_expr_width(a) - k;
  if (from + width <= k) return omrt_expr_extract(c, from, width);
  if (from < k) return 0;
  uint32_t high = omrt_expr_add(NODE(x).a, omrt_expr_const(rest, NODE(c).imm >> k));
  return omrt_expr_extract(high, from - k, width);
}

uint32_t omrt_expr_extract(uint32_t a, uint32_t from, uint32_t width) {
  uint32_t e;
  if (!a || (from == 0 && width == omrt_expr_width(a))) return a;
  switch (NODE(a).op) {
  case OMEN_SYM_CONST: return omrt_expr_const(width, from >= 64 ? 0 : NODE(a).imm >> from);
  case OMEN_SYM_EXTRACT: return omrt_expr_extract(NODE(a).a, from + (uint32_t)NODE(a).imm, width);
  case OMEN_SYM_CONCAT: return of_concat(a, from, width);
  case OMEN_SYM_ZEXT:
  case OMEN_SYM_SEXT: return of_extension(a, from, width);
  case OMEN_SYM_ITE: /* a choice of constants stays one */
    if (omrt_expr_constant(NODE(a).b) && omrt_expr_constant(NODE(a).c)) {
      e = omrt_expr_extract(NODE(a).b, from, width);
      return omrt_expr_ite(NODE(a).a, e, omrt_expr_extract(NODE(a).c, from, width));
    }
    break;
  case OMEN_SYM_ADD:
    if (omrt_expr_width(a) <= 64 && (e = of_sum(a, from, width))) return e;
    break;
  }
  return move(OMEN_SYM_EXTRACT, width, a, 0, from, width <= 64 ? omrt_expr_bits(a, from, width) : 0);
}

/* Neighbouring parts of one expression. */
static bool adjacent(uint32_t high, uint32_t low) {
  return omrt_expr_is(high, OMEN_SYM_EXTRACT) && omrt_expr_is(low, OMEN_SYM_EXTRACT) &&
         NODE(high).a == NODE(low).a && NODE(high).imm == NODE(low).imm + omrt_expr_width(low);
}

uint32_t omrt_expr_concat(uint32_t high, uint32_t low) {
  if (!high || !low) return 0;
  uint32_t lw = omrt_expr_width(low), width = omrt_expr_width(high) + lw;
  if (width > OMRT_EXPR_WIDEST) return 0;
  if (omrt_expr_constant(high)) {
    uint64_t v = NODE(high).imm;
    if (!v) return omrt_expr_zext(low, width);
    if (omrt_expr_constant(low) && width <= 64) return omrt_expr_const(width, v << lw | NODE(low).imm);
  }
  if (adjacent(high, low)) return omrt_expr_extract(NODE(low).a, (uint32_t)NODE(low).imm, width);
  if (omrt_expr_is(low, OMEN_SYM_CONCAT)) /* one way to write it: from the left */
    return omrt_expr_concat(omrt_expr_concat(high, NODE(low).a), NODE(low).b);
  if (omrt_expr_is(high, OMEN_SYM_CONCAT) && adjacent(NODE(high).b, low))
    return omrt_expr_concat(NODE(high).a, omrt_expr_concat(NODE(high).b, low));
  if (omrt_expr_is(high, OMEN_SYM_ZEXT)) /* the zeros go outside */
    return omrt_expr_zext(omrt_expr_concat(NODE(high).a, low), width);
  uint64_t value = lw < 64 ? omrt_expr_value(high) << lw | omrt_expr_value(low) : omrt_expr_value(low);
  return move(OMEN_SYM_CONCAT, width, high, low, 0, value);
}
