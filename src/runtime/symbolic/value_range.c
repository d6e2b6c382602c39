/* What values an expression can have, whatever the inputs are: from the outside in, a few steps deep. Enough
 * to see that an index made of a byte stays inside of a table of 256. */
#include "runtime/symbolic/store.h"

#define NODE(e) omrt_expr_nodes[e]
enum { DEPTH = 8 };

static struct omrt_range whole(uint32_t width) {
  return (struct omrt_range){omrt_bits_signed(1ull << (width - 1), width),
                             (int64_t)(omrt_bits_mask(width) >> 1)};
}

static bool within(struct omrt_range r, uint32_t width) {
  struct omrt_range all = whole(width);
  return r.low >= all.low && r.high <= all.high;
}

static struct omrt_range range(uint32_t e, int depth);

/* The operand as an unsigned number. */
static struct omrt_range unsigned_range(uint32_t e, int depth) {
  struct omrt_range r = range(e, depth);
  uint32_t width = omrt_expr_width(e);
  return r.low >= 0 || width >= 64 ? r : (struct omrt_range){0, (int64_t)omrt_bits_mask(width)};
}

static struct omrt_range sum(uint32_t e, int depth) {
  struct omrt_range a = range(NODE(e).a, depth), b = range(NODE(e).b, depth), r;
  bool minus = omrt_expr_is(e, OMEN_SYM_SUB);
  if (minus ? __builtin_sub_overflow(a.low, b.high, &r.low) || __builtin_sub_overflow(a.high, b.low, &r.high)
            : __builtin_add_overflow(a.low, b.low, &r.low) || __builtin_add_overflow(a.high, b.high, &r.high))
    return whole(omrt_expr_width(e));
  return within(r, omrt_expr_width(e)) ? r : whole(omrt_expr_width(e));
}

static struct omrt_range joined(uint32_t e, int depth) {
  struct omrt_range h = range(NODE(e).a, depth);
  uint32_t low = omrt_expr_width(NODE(e).b);
  int64_t least = omrt_expr_constant(NODE(e).b) ? (int64_t)NODE(NODE(e).b).imm : 0;
  int64_t most = omrt_expr_constant(NODE(e).b) ? least : (int64_t)omrt_bits_mask(low);
  return (struct omrt_range){(int64_t)((uint64_t)h.low << low) + least,
                             (int64_t)((uint64_t)h.high << low) + most};
}

static struct omrt_range range(uint32_t e, int depth) {
  const struct omen_sym_node *n = &NODE(e);
  struct omrt_range all = whole(n->width < 64 ? n->width : 64), a, b;
  if (n->width > 64 || depth == DEPTH) return all;
  switch (n->op) {
  case OMEN_SYM_CONST: a.low = a.high = omrt_bits_signed(n->imm, n->width); return a;
  case OMEN_SYM_ZEXT: return unsigned_range(n->a, depth + 1);
  case OMEN_SYM_SEXT: return range(n->a, depth + 1);
  case OMEN_SYM_ADD:
  case OMEN_SYM_SUB: return sum(e, depth + 1);
  case OMEN_SYM_CONCAT: return joined(e, depth + 1);
  case OMEN_SYM_AND: b = range(n->b, depth + 1); return b.low >= 0 ? (struct omrt_range){0, b.high} : all;
  case OMEN_SYM_UREM:
    if (!omrt_expr_constant(n->b) || range(n->b, depth + 1).low <= 0) return all;
    return (struct omrt_range){0, (int64_t)NODE(n->b).imm - 1};
  case OMEN_SYM_EXTRACT:
    a = n->imm || omrt_expr_width(n->a) > 64 ? all : range(n->a, depth + 1);
    return within(a, n->width) ? a : all;
  case OMEN_SYM_ITE:
    a = range(n->b, depth + 1);
    b = range(n->c, depth + 1);
    return (struct omrt_range){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
  }
  return all;
}

struct omrt_range omrt_expr_range(uint32_t e) { return range(e, 0); }

int omrt_expr_decide(uint32_t op, uint32_t a, uint32_t b) {
  struct omrt_range x = omrt_expr_range(a), y = omrt_expr_range(b);
  if (op == OMEN_SYM_EQ) return x.high < y.low || y.high < x.low ? 0 : -1;
  if ((op == OMEN_SYM_ULT || op == OMEN_SYM_ULE) && (x.low < 0 || y.low < 0)) return -1;
  bool strict = op == OMEN_SYM_ULT || op == OMEN_SYM_SLT;
  if (strict ? x.high < y.low : x.high <= y.low) return 1;
  if (strict ? x.low >= y.high : x.low > y.high) return 0;
  return -1;
}
