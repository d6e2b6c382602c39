/* Values of several parts, vectors and small structs: taken apart, worked on part by part with the calls of
 * abi_symbolic.h, and joined again. */
#include "record/symbolic.h"
#include "runtime/abi_symbolic.h"
#include <stdbool.h>
#include <string.h>

#define PARTS_MAX 64u
enum { FIRST, SECOND, THIRD, RESULT };

static uint64_t mask(uint32_t bits) { return bits >= 64 ? ~0ull : (1ull << bits) - 1; }

static uint64_t value_at(const struct omen_sym_parts *how, const void *values, uint32_t operand, uint32_t i,
                         uint32_t bits) {
  uint64_t v = 0;
  uint32_t step = how->step[operand];
  if (step <= 8) memcpy(&v, (const char *)values + OMEN_SYM_OPERAND * operand + (uint64_t)i * step, step);
  return v & mask(bits);
}

/* Part i of an operand whose expression is e. */
static struct omen_sym_part take(const struct omen_sym_parts *how, const void *values, uint32_t operand,
                                 uint32_t e, uint32_t i, uint32_t bits) {
  if (!how->step[operand]) return (struct omen_sym_part){0, bits, 0};
  return (struct omen_sym_part){e ? __omen_sym_extract(e, i * bits, bits) : 0, bits,
                                value_at(how, values, operand, i, bits)};
}

static uint32_t one(uint32_t kind, uint32_t op, uint32_t out_bits, struct omen_sym_part a,
                    struct omen_sym_part b, struct omen_sym_part c) {
  if (!(a.e | b.e | c.e)) return 0;
  switch (kind) {
  case OMEN_SYM_BY_BINARY: return __omen_sym_binary(op, a.bits, a.e, a.v, b.e, b.v);
  case OMEN_SYM_BY_COMPARE: return __omen_sym_compare(op, a.bits, a.e, a.v, b.e, b.v);
  case OMEN_SYM_BY_CAST:
    return out_bits < a.bits ? __omen_sym_extract(a.e, 0, out_bits) : __omen_sym_cast(op, out_bits, a.e);
  case OMEN_SYM_BY_SELECT:
    if (!c.e) return c.v ? a.e : b.e;
    return __omen_sym_select(c.e, (uint32_t)c.v, a.bits, a.e, a.v, b.e, b.v);
  case OMEN_SYM_BY_BYTESWAP: return __omen_sym_byteswap(a.e, a.bits);
  default: return __omen_sym_derive(op, a.bits, a.e, a.v, b.e, b.v, c.e, c.v);
  }
}

/* The expression of part i of the result. */
static uint32_t part_of(const struct omen_sym_parts *how, uint32_t a, uint32_t b, uint32_t c,
                        const void *values, uint32_t i) {
  uint32_t bits = how->bits;
  switch (how->kind) {
  case OMEN_SYM_BY_SHUFFLE: {
    bool second = how->list[i] >= (int32_t)how->parts;
    uint32_t e = second ? b : a, at = (uint32_t)how->list[i] - (second ? how->parts : 0);
    return how->list[i] >= 0 && e ? __omen_sym_extract(e, at * bits, bits) : 0;
  }
  case OMEN_SYM_BY_INSERT:
    if (i == value_at(how, values, THIRD, 0, 64)) return b;
    return a ? __omen_sym_extract(a, i * bits, bits) : 0;
  default:
    return one(how->kind, how->op, how->out_bits, take(how, values, FIRST, a, i, bits),
               take(how, values, SECOND, b, i, bits),
               take(how, values, THIRD, c, i, how->kind == OMEN_SYM_BY_SELECT ? 1 : bits));
  }
}

static uint32_t part_by_part(const struct omen_sym_parts *how, uint32_t a, uint32_t b, uint32_t c,
                             const void *values) {
  struct omen_sym_part out[PARTS_MAX];
  uint32_t any = 0;
  for (uint32_t i = 0; i < how->out_parts; i++) {
    uint32_t bits = how->out_bits;
    out[i] = (struct omen_sym_part){part_of(how, a, b, c, values, i), bits,
                                    value_at(how, values, RESULT, i, bits)};
    any |= out[i].e;
  }
  return any ? omen_sym_join(out, how->out_parts) : 0;
}

static uint32_t place(const struct omen_sym_parts *how, uint32_t a, uint32_t b, const void *values) {
  struct omen_sym_part out[PARTS_MAX];
  uint32_t any = 0, from = 0;
  for (uint32_t i = 0; i < how->out_parts; i++) {
    uint32_t bits = (uint32_t)how->list[i], e = a ? __omen_sym_extract(a, from, bits) : 0;
    out[i] = (struct omen_sym_part){i == how->op ? b : e, bits, value_at(how, values, RESULT, i, bits)};
    any |= out[i].e;
    from += bits;
  }
  return any ? omen_sym_join(out, how->out_parts) : 0;
}

static int64_t sign_of(uint64_t v, uint32_t bits) { return (int64_t)(v << (64 - bits)) >> (64 - bits); }

static uint64_t both(const struct omen_sym_parts *how, uint64_t a, uint64_t b) {
  int64_t x = sign_of(a, how->bits), y = sign_of(b, how->bits);
  if (how->kind == OMEN_SYM_BY_REDUCE_DERIVE) switch (how->op) {
    case OMEN_SYM_UMIN: return a < b ? a : b;
    case OMEN_SYM_UMAX: return a > b ? a : b;
    case OMEN_SYM_SMIN: return x < y ? a : b;
    default: return x > y ? a : b;
    }
  switch (how->op) {
  case OMEN_SYM_ADD: return (a + b) & mask(how->bits);
  case OMEN_SYM_MUL: return (a * b) & mask(how->bits);
  case OMEN_SYM_AND: return a & b;
  case OMEN_SYM_OR: return a | b;
  default: return a ^ b;
  }
}

static uint32_t reduce(const struct omen_sym_parts *how, uint32_t a, const void *values) {
  struct omen_sym_part r = take(how, values, FIRST, a, 0, how->bits), none = {0, how->bits, 0};
  uint32_t kind = how->kind == OMEN_SYM_BY_REDUCE ? OMEN_SYM_BY_BINARY : OMEN_SYM_BY_DERIVE;
  for (uint32_t i = 1; i < how->parts; i++) {
    struct omen_sym_part x = take(how, values, FIRST, a, i, how->bits);
    r = (struct omen_sym_part){one(kind, how->op, how->bits, r, x, none), how->bits, both(how, r.v, x.v)};
  }
  return r.e;
}

uint32_t __omen_sym_by_parts(const struct omen_sym_parts *how, uint32_t a, uint32_t b, uint32_t c,
                             const void *values) {
  if (how->parts > PARTS_MAX || how->out_parts > PARTS_MAX) return 0;
  switch (how->kind) {
  case OMEN_SYM_BY_PLACE: return place(how, a, b, values);
  case OMEN_SYM_BY_REDUCE:
  case OMEN_SYM_BY_REDUCE_DERIVE: return reduce(how, a, values);
  default: return part_by_part(how, a, b, c, values);
  }
}
