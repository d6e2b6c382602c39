/* What all models stand on: see model.h. */
#include "runtime/symbolic/model.h"
#include "runtime/rt.h"
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/outward.h"
#include "runtime/symbolic/store.h"
#include "runtime/symbolic/trace.h"
#include <string.h>

void omrt_model_begin(struct omrt_model *m, const void *self, uint32_t site) {
  m->self = self;
  m->site = site;
  m->used = 1;
  m->begun = true;
  omrt_outward_modelled(site);
  m->wanted = __omen_sym_hot.wanted;
  __omen_sym_hot.wanted = 0;
  if (__omen_sym_hot.callee == self)
    memcpy(m->arg, __omen_sym_hot.arg, sizeof m->arg);
  else
    memset(m->arg, 0, sizeof m->arg);
  __omen_sym_hot.callee = NULL;
}

static void use(const struct omrt_model *m, int arg) { ((struct omrt_model *)m)->used |= 1u << arg; }

uint32_t omrt_model_arg(const struct omrt_model *m, int arg) {
  use(m, arg);
  return m->arg[arg];
}

void omrt_model_end(struct omrt_model *m) {
  for (uint32_t i = 0; m->begun && omrt_sym_on && i < OMEN_SYM_ARGS; i++)
    if (!(m->used >> i & 1)) omrt_trace_lost(m->arg[i], m->site, "an argument is not followed");
}

void omrt_model_unknown(const struct omrt_model *m, const char *why) { omrt_outward_say(m->site, why); }

void omrt_model_return(const struct omrt_model *m, uint32_t e, uint64_t value) {
  if (!omrt_expr_depends(e)) return;
  if (omrt_expr_width(e) <= 64 && omrt_expr_value(e) != (value & omrt_bits_mask(omrt_expr_width(e)))) {
    omrt_shade_stale++;
    return;
  }
  __omen_sym_hot.ret = e;
  __omen_sym_hot.ret_from = m->self;
}

void omrt_model_pin(const struct omrt_model *m, int arg, uint64_t value) {
  uint32_t e = omrt_model_arg(m, arg);
  if (!e || omrt_expr_value(e) != (value & omrt_bits_mask(omrt_expr_width(e)))) return;
  omrt_trace_pin(e, m->site, "an argument of a library function was made concrete");
}

uint32_t omrt_model_byte(const void *p) {
  uint32_t e = omrt_shade_byte(p);
  return e ? e : omrt_expr_const(8, *(const uint8_t *)p);
}

uint32_t omrt_model_char(const struct omrt_model *m, int arg, int c) {
  uint32_t e = omrt_model_arg(m, arg) ? omrt_expr_extract(m->arg[arg], 0, 8) : 0;
  return e && omrt_expr_value(e) == (uint8_t)c ? e : omrt_expr_const(8, (uint8_t)c);
}

uint32_t omrt_model_between(uint32_t x, uint8_t low, uint8_t high) {
  uint32_t from = omrt_expr_sub(x, omrt_expr_const(8, low));
  return omrt_expr_compare(OMEN_SYM_ULE, from, omrt_expr_const(8, (uint8_t)(high - low)));
}

uint32_t omrt_model_space(uint32_t x) {
  return omrt_expr_or(omrt_expr_is_const(x, ' '), omrt_model_between(x, '\t', '\r'));
}

void omrt_model_branch(const struct omrt_model *m, uint32_t c) {
  if (omrt_expr_depends(c)) omrt_trace_branch(c, omrt_expr_value(c), m->site);
}

void omrt_model_string(const struct omrt_model *m, const char *s, uint64_t n, bool ends) {
  if (!omrt_shade_any(s, n + ends)) return;
  for (uint64_t i = 0; i < n + ends; i++) omrt_model_branch(m, omrt_expr_is_const(omrt_model_byte(s + i), 0));
}
