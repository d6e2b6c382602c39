/* What the symbolic variant's code calls: see abi_symbolic.h. An expression that is constant is none (0). */
#include "runtime/abi_symbolic.h"
#include "runtime/rt.h"
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/store.h"
#include "runtime/symbolic/symbolic.h"
#include "runtime/symbolic/trace.h"

bool omrt_sym_on;
OMEN_API struct omen_sym_hot __omen_sym_hot;

static uint32_t result(uint32_t e) { return omrt_expr_depends(e) ? e : 0; }

/* An operand; where its expression does not say what it is, its value. */
static uint32_t operand(uint32_t e, uint32_t bits, uint64_t v) {
  if (e && omrt_expr_width(e) == bits) {
    if (bits > 64 || omrt_expr_value(e) == (v & omrt_bits_mask(bits))) return e;
    omrt_shade_stale++;
  }
  return omrt_expr_const(bits, v);
}

uint32_t __omen_sym_load(const void *addr, uint64_t size) {
  return omrt_sym_on ? omrt_shade_get(addr, size) : 0;
}

void __omen_sym_store(void *addr, uint64_t size, uint32_t e) {
  if (omrt_sym_on) omrt_shade_put(addr, size, e);
}

uint32_t __omen_sym_binary(uint32_t op, uint32_t bits, uint32_t a, uint64_t av, uint32_t b, uint64_t bv) {
  if (!omrt_sym_on) return 0;
  a = operand(a, bits, av);
  return result(omrt_expr_binary(op, a, operand(b, bits, bv)));
}

enum { EQ = 32, NE, UGT, UGE, ULT, ULE, SGT, SGE, SLT, SLE };

uint32_t __omen_sym_compare(uint32_t predicate, uint32_t bits, uint32_t a, uint64_t av, uint32_t b,
                            uint64_t bv) {
  static const uint8_t ops[] = {[EQ - EQ] = OMEN_SYM_EQ,   [NE - EQ] = OMEN_SYM_EQ,
                                [UGT - EQ] = OMEN_SYM_ULT, [UGE - EQ] = OMEN_SYM_ULE,
                                [ULT - EQ] = OMEN_SYM_ULT, [ULE - EQ] = OMEN_SYM_ULE,
                                [SGT - EQ] = OMEN_SYM_SLT, [SGE - EQ] = OMEN_SYM_SLE,
                                [SLT - EQ] = OMEN_SYM_SLT, [SLE - EQ] = OMEN_SYM_SLE};
  if (!omrt_sym_on || predicate < EQ || predicate > SLE) return 0;
  bool swap = predicate == UGT || predicate == UGE || predicate == SGT || predicate == SGE;
  uint32_t x = operand(a, bits, av), y = operand(b, bits, bv);
  uint32_t e = omrt_expr_compare(ops[predicate - EQ], swap ? y : x, swap ? x : y);
  return result(predicate == NE ? omrt_expr_not(e) : e);
}

uint32_t __omen_sym_cast(uint32_t op, uint32_t to_bits, uint32_t a) {
  if (!omrt_sym_on || !a || to_bits > OMRT_EXPR_WIDEST) return 0;
  uint32_t was = omrt_expr_width(a);
  if (to_bits <= was) return result(omrt_expr_extract(a, 0, to_bits));
  return result(op == OMEN_SYM_SEXT ? omrt_expr_sext(a, to_bits) : omrt_expr_zext(a, to_bits));
}

uint32_t __omen_sym_select(uint32_t c, uint32_t cv, uint32_t bits, uint32_t a, uint64_t av, uint32_t b,
                           uint64_t bv) {
  if (!omrt_sym_on) return 0;
  uint32_t which = operand(c, 1, cv);
  if (omrt_expr_constant(which)) return cv & 1 ? a : b;
  if (bits > 64 && (!a || !b)) { /* the other one's value is not known */
    omrt_trace_pin(c, UINT32_MAX, "a choice of a wide value");
    return cv & 1 ? a : b;
  }
  a = operand(a, bits, av);
  return result(omrt_expr_ite(which, a, operand(b, bits, bv)));
}

uint32_t __omen_sym_extract(uint32_t a, uint32_t from_bit, uint32_t bits) {
  if (!omrt_sym_on || !a || !bits || from_bit + bits > omrt_expr_width(a)) return 0;
  return result(omrt_expr_extract(a, from_bit, bits));
}

uint32_t __omen_sym_byteswap(uint32_t a, uint32_t bits) {
  if (!omrt_sym_on || !a || omrt_expr_width(a) != bits || bits % 8) return 0;
  uint32_t e = omrt_expr_extract(a, 0, 8);
  for (uint32_t at = 8; at < bits; at += 8) e = omrt_expr_concat(e, omrt_expr_extract(a, at, 8));
  return result(e);
}

uint32_t __omen_sym_gep(uint32_t base, uint64_t base_value, uint32_t i, uint64_t index, uint32_t index_bits,
                        uint64_t scale) {
  if (!omrt_sym_on || index_bits > 64) return 0;
  uint32_t at = omrt_expr_sext(operand(i, index_bits, index), 64);
  at = omrt_expr_binary(OMEN_SYM_MUL, at, omrt_expr_const(64, scale));
  return result(omrt_expr_add(operand(base, 64, base_value), at));
}

/* ---- decisions ---- */

void __omen_sym_branch(uint32_t c, uint32_t taken, uint32_t site) {
  if (omrt_sym_on) omrt_trace_branch(c, taken & 1, site);
}

/* Which cases it is not first: each of them can be asked for, given those before. */
void __omen_sym_switch(uint32_t e, uint32_t bits, uint64_t value, uint32_t n, const uint64_t *cases,
                       uint32_t site) {
  if (!omrt_sym_on || !(e = result(operand(e, bits, value)))) return;
  struct omrt_choice c = {.on = e, .site = site};
  for (uint32_t i = 0; i < n; i++)
    if (cases[i] == value) c.chosen = i + 1;
  for (uint32_t i = 0; i < n; i++)
    if (i + 1 != c.chosen) omrt_trace_choice(&c, omrt_expr_is_const(e, cases[i]), i + 1);
  if (c.chosen) omrt_trace_choice(&c, omrt_expr_is_const(e, value), c.chosen);
}

void __omen_sym_divisor(uint32_t b, uint32_t bits, uint64_t bv, uint32_t site) {
  if (!omrt_sym_on || !(b = result(operand(b, bits, bv)))) return;
  omrt_trace_fault(omrt_expr_is_const(b, 0), site, "division by zero");
}

void __omen_sym_pin(uint32_t e, uint32_t bits, uint64_t value, uint32_t site) {
  if (omrt_sym_on) omrt_trace_pin(result(operand(e, bits, value)), site, "a value was made concrete");
}

void __omen_sym_lost(uint32_t e, uint32_t site) {
  if (omrt_sym_on) omrt_trace_lost(e, site, "goes where it is not followed");
}

/* ---- memory ---- */

void __omen_sym_copy(void *to, const void *from, uint64_t n) {
  if (omrt_sym_on) omrt_shade_copy(to, from, n);
}

void __omen_sym_fill(void *to, uint64_t n, uint32_t byte) {
  if (!omrt_sym_on) return;
  if (!byte) {
    omrt_shade_clear(to, n);
    return;
  }
  byte = omrt_expr_extract(byte, 0, 8);
  for (uint64_t i = 0; i < n; i++) omrt_shade_put((char *)to + i, 1, byte);
}

void omrt_sym_overwritten(const void *addr, uint64_t len) {
  if (omrt_sym_on) omrt_shade_clear(addr, len);
}

void omrt_sym_copied(const void *to, const void *from, uint64_t len) {
  if (omrt_sym_on) omrt_shade_copy(to, from, len);
}
