/* See sym_range.h. One function a family of operations; what is not named here may be anything of its width.
 */
#include "symbolic/sym_range.h"
#include <stdbool.h>

enum { DEPTH = 10 };
typedef struct omen_sym_range range;

static uint64_t mask(unsigned width) { return width >= 64 ? UINT64_MAX : (1ull << width) - 1; }
static range all(unsigned width) { return (range){0, mask(width)}; }
static bool single(range r) { return r.least == r.most; }
/* All bits up to the highest that is set. */
static uint64_t fill(uint64_t v) { return v ? UINT64_MAX >> __builtin_clzll(v) : 0; }

static range sum(range a, range b, unsigned width) {
  uint64_t m = mask(width), least, most;
  bool over[2] = {__builtin_add_overflow(a.least, b.least, &least) || least > m,
                  __builtin_add_overflow(a.most, b.most, &most) || most > m};
  return over[0] == over[1] ? (range){least & m, most & m} : all(width);
}
static range difference(range a, range b, unsigned width) {
  bool under[2] = {a.least < b.most, a.most < b.least};
  uint64_t m = mask(width);
  return under[0] == under[1] ? (range){(a.least - b.most) & m, (a.most - b.least) & m} : all(width);
}
static range product(range a, range b, unsigned width) {
  uint64_t most;
  if (__builtin_mul_overflow(a.most, b.most, &most) || most > mask(width)) return all(width);
  return (range){a.least * b.least, most};
}
static range shifted(enum omen_sym_op op, range a, range b, unsigned width) {
  if (!single(b) || b.least >= width) return all(width);
  if (op == OMEN_SYM_LSHR) return (range){a.least >> b.least, a.most >> b.least};
  if (op == OMEN_SYM_SHL && a.most <= mask(width) >> b.least)
    return (range){a.least << b.least, a.most << b.least};
  return all(width);
}
static range divided(enum omen_sym_op op, range a, range b, unsigned width) {
  if (!b.least) return all(width); /* by zero it is something else */
  if (op == OMEN_SYM_UDIV) return (range){a.least / b.most, a.most / b.least};
  if (a.most < b.least) return a;
  return (range){0, a.most < b.most - 1 ? a.most : b.most - 1};
}
static range bits(enum omen_sym_op op, range a, range b) {
  if (op == OMEN_SYM_AND) return (range){0, a.most < b.most ? a.most : b.most};
  uint64_t least = a.least > b.least ? a.least : b.least;
  return (range){op == OMEN_SYM_OR ? least : 0, fill(a.most | b.most)};
}
static range compared(enum omen_sym_op op, range a, range b) {
  const range yes = {1, 1}, no = {0, 0}, maybe = {0, 1};
  if (op == OMEN_SYM_EQ) {
    if (single(a) && single(b) && a.least == b.least) return yes;
    return a.most < b.least || b.most < a.least ? no : maybe;
  }
  bool equal = op == OMEN_SYM_ULE;
  if (a.most < b.least || (equal && a.most == b.least)) return yes;
  return a.least > b.most || (!equal && a.least == b.most) ? no : maybe;
}

static range of(const struct omen_sym_trace *t, uint32_t node, int depth);

static range of_two(const struct omen_sym_trace *t, const struct omen_sym_node *n, int depth) {
  if (t->nodes[n->a].width > 64 || t->nodes[n->b].width > 64) return all(n->width);
  range a = of(t, n->a, depth), b = of(t, n->b, depth);
  switch ((enum omen_sym_op)n->op) {
  case OMEN_SYM_ADD: return sum(a, b, n->width);
  case OMEN_SYM_SUB: return difference(a, b, n->width);
  case OMEN_SYM_MUL: return product(a, b, n->width);
  case OMEN_SYM_SHL:
  case OMEN_SYM_LSHR: return shifted(n->op, a, b, n->width);
  case OMEN_SYM_UDIV:
  case OMEN_SYM_UREM: return divided(n->op, a, b, n->width);
  case OMEN_SYM_AND:
  case OMEN_SYM_OR:
  case OMEN_SYM_XOR: return bits(n->op, a, b);
  case OMEN_SYM_EQ:
  case OMEN_SYM_ULT:
  case OMEN_SYM_ULE: return compared(n->op, a, b);
  case OMEN_SYM_CONCAT: {
    unsigned low = t->nodes[n->b].width;
    return (range){a.least << low | b.least, a.most << low | b.most};
  }
  default: return all(n->width);
  }
}

static range of(const struct omen_sym_trace *t, uint32_t node, int depth) {
  const struct omen_sym_node *n = &t->nodes[node];
  if (n->width > 64 || !depth--) return all(n->width);
  switch ((enum omen_sym_op)n->op) {
  case OMEN_SYM_CONST: return (range){n->imm & mask(n->width), n->imm & mask(n->width)};
  case OMEN_SYM_ZEXT: return of(t, n->a, depth);
  case OMEN_SYM_NOT: {
    range a = of(t, n->a, depth);
    return (range){~a.most & mask(n->width), ~a.least & mask(n->width)};
  }
  case OMEN_SYM_EXTRACT: {
    range a = t->nodes[n->a].width > 64 ? all(64) : of(t, n->a, depth);
    return !n->imm && a.most <= mask(n->width) ? a : all(n->width);
  }
  case OMEN_SYM_ITE: {
    range b = of(t, n->b, depth), c = of(t, n->c, depth);
    return (range){b.least < c.least ? b.least : c.least, b.most > c.most ? b.most : c.most};
  }
  case OMEN_SYM_NONE:
  case OMEN_SYM_INPUT:
  case OMEN_SYM_SEXT:
  case OMEN_SYM_LOOKUP:
  case OMEN_SYM_FORMATTED: return all(n->width);
  default: return of_two(t, n, depth);
  }
}

range omen_sym_range(const struct omen_sym_trace *t, uint32_t node) { return of(t, node, DEPTH); }
