/* Numbers as text in memory: how many digits there are is a decision, and each of them an expression. */
#include "runtime/symbolic/model.h"
#include "runtime/symbolic/store.h"

/* The lowest value with so many digits; 0: there is none. */
static uint64_t power(uint32_t base, uint32_t digits, uint32_t width) {
  uint64_t v = 1;
  while (digits--)
    if (__builtin_mul_overflow(v, base, &v)) return 0;
  return v > omrt_bits_mask(width) ? 0 : v;
}

/* The value's digit of that weight, as a character. The first one needs no remainder. */
static uint32_t digit(uint32_t value, uint32_t base, uint64_t weight, bool first, char ten) {
  uint32_t width = omrt_expr_width(value);
  value = omrt_expr_binary(OMEN_SYM_UDIV, value, omrt_expr_const(width, weight));
  if (!first) value = omrt_expr_binary(OMEN_SYM_UREM, value, omrt_expr_const(width, base));
  value = width < 8 ? omrt_expr_zext(value, 8) : omrt_expr_extract(value, 0, 8);
  uint32_t small = omrt_expr_add(value, omrt_expr_const(8, '0'));
  if (base <= 10) return small;
  uint32_t large = omrt_expr_add(value, omrt_expr_const(8, (uint8_t)(ten - 10)));
  return omrt_expr_ite(omrt_expr_compare(OMEN_SYM_ULT, value, omrt_expr_const(8, 10)), small, large);
}

/* Of a number with so few digits no more bits than these can be set: divisions are as narrow as can be. */
static uint32_t narrow(uint32_t e, uint64_t limit) {
  uint32_t bits = limit ? 64 - (uint32_t)__builtin_clzll(limit - 1) : 64;
  return bits < omrt_expr_width(e) ? omrt_expr_extract(e, 0, bits) : e;
}

uint32_t omrt_model_digits(const struct omrt_model *m, uint32_t e, char letter, uint32_t *out,
                           uint32_t most) {
  uint32_t width = omrt_expr_width(e), zero = omrt_expr_const(width, 0), n = 1;
  uint32_t base = letter == 'x' || letter == 'X' ? 16 : letter == 'o' ? 8 : 10;
  if (letter == 'd' || letter == 'i') {
    uint32_t minus = omrt_expr_compare(OMEN_SYM_SLT, e, zero);
    omrt_model_branch(m, minus);
    if (omrt_expr_value(minus)) e = omrt_expr_sub(zero, e);
  }
  uint64_t v = omrt_expr_value(e);
  for (uint64_t rest = v / base; rest; rest /= base) n++;
  if (n > most) return 0;
  for (uint32_t i = 1; i <= n; i++) { /* at most one digit? two? */
    uint64_t limit = power(base, i, width);
    if (limit) omrt_model_branch(m, omrt_expr_compare(OMEN_SYM_ULT, e, omrt_expr_const(width, limit)));
  }
  e = narrow(e, power(base, n, width));
  for (uint32_t i = 0; i < n; i++)
    out[i] = digit(e, base, power(base, n - 1 - i, width), i == 0, letter == 'X' ? 'A' : 'a');
  return n;
}
