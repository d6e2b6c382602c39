/* Parts made one expression: see parts.c. */
#include "runtime/abi_symbolic.h"
#include "runtime/symbolic/store.h"

static uint32_t part(const struct omen_sym_part *p) {
  bool right = p->e && omen_expr_width(p->e) == p->bits;
  return right ? p->e : omen_expr_const(p->bits, p->v);
}

uint32_t omen_sym_join(const struct omen_sym_part *p, uint32_t n) {
  uint32_t e = part(&p[0]);
  for (uint32_t i = 1; i < n; i++) e = omen_expr_concat(part(&p[i]), e);
  return omen_expr_depends(e) ? e : 0;
}
