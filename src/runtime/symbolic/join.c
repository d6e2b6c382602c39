/* Parts made one expression: see parts.c; and sums of 128 bits. */
#include "runtime/abi_symbolic.h"
#include "runtime/symbolic/store.h"
#include "runtime/symbolic/symbolic.h"

static uint32_t part(const struct omen_sym_part *p) {
  bool right = p->e && omrt_expr_width(p->e) == p->bits;
  return right ? p->e : omrt_expr_const(p->bits, p->v);
}

uint32_t omen_sym_join(const struct omen_sym_part *p, uint32_t n) {
  uint32_t e = part(&p[0]);
  for (uint32_t i = 1; i < n; i++) e = omrt_expr_concat(part(&p[i]), e);
  return omrt_expr_depends(e) ? e : 0;
}

static uint32_t whole(uint32_t e, uint64_t low, uint64_t high) {
  if (e && omrt_expr_width(e) == 128) return e;
  return omrt_expr_concat(omrt_expr_const(64, high), omrt_expr_const(64, low));
}

uint32_t __omen_sym_wide(uint32_t op, uint32_t a, uint64_t a_low, uint64_t a_high, uint32_t b, uint64_t b_low,
                         uint64_t b_high) {
  if (!omrt_sym_on) return 0;
  uint32_t x = whole(a, a_low, a_high), e = omrt_expr_binary(op, x, whole(b, b_low, b_high));
  return omrt_expr_depends(e) ? e : 0;
}
