/* What all models stand on: see model.h. */
#include "runtime/symbolic/model.h"
#include "runtime/rt.h"
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/store.h"
#include "runtime/symbolic/trace.h"
#include <string.h>

void omen_model_begin(struct omen_model *m, const void *self, uint32_t site) {
  m->self = self;
  m->site = site;
  if (__omen_sym_hot.callee == self)
    memcpy(m->arg, __omen_sym_hot.arg, sizeof m->arg);
  else
    memset(m->arg, 0, sizeof m->arg);
  __omen_sym_hot.callee = NULL;
}

void omen_model_return(const struct omen_model *m, uint32_t e, uint64_t value) {
  if (!omen_expr_depends(e)) return;
  if (omen_expr_width(e) <= 64 && omen_expr_value(e) != (value & omen_bits_mask(omen_expr_width(e)))) {
    omen_shade_stale++;
    return;
  }
  __omen_sym_hot.ret = e;
  __omen_sym_hot.ret_from = m->self;
}

void omen_model_pin(const struct omen_model *m, int arg, uint64_t value) {
  uint32_t e = m->arg[arg];
  if (!e || omen_expr_value(e) != (value & omen_bits_mask(omen_expr_width(e)))) return;
  omen_trace_pin(e, m->site, "an argument of a library function was made concrete");
}

uint32_t omen_model_byte(const void *p) {
  uint32_t e = omen_shade_byte(p);
  return e ? e : omen_expr_const(8, *(const uint8_t *)p);
}

uint32_t omen_model_char(const struct omen_model *m, int arg, int c) {
  uint32_t e = m->arg[arg] ? omen_expr_extract(m->arg[arg], 0, 8) : 0;
  return e && omen_expr_value(e) == (uint8_t)c ? e : omen_expr_const(8, (uint8_t)c);
}

uint32_t omen_model_between(uint32_t x, uint8_t low, uint8_t high) {
  uint32_t from = omen_expr_sub(x, omen_expr_const(8, low));
  return omen_expr_compare(OMEN_SYM_ULE, from, omen_expr_const(8, (uint8_t)(high - low)));
}

uint32_t omen_model_space(uint32_t x) {
  return omen_expr_or(omen_expr_is_const(x, ' '), omen_model_between(x, '\t', '\r'));
}

void omen_model_branch(const struct omen_model *m, uint32_t c) {
  if (omen_expr_depends(c)) omen_trace_branch(c, omen_expr_value(c), m->site);
}

void omen_model_string(const struct omen_model *m, const char *s, uint64_t n, bool ends) {
  if (!omen_shade_any(s, n + ends)) return;
  for (uint64_t i = 0; i < n + ends; i++) omen_model_branch(m, omen_expr_is_const(omen_model_byte(s + i), 0));
}
