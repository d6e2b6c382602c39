/* Decimal numbers from strings where nobody asks at which character they end: the value is an expression of
 * all bytes that may belong to it, whatever kinds of characters they are. So no branch says that the tested
 * input's number has two digits, and a solver that looks for 1000000 finds it in the first run. */
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/model.h"
#include "runtime/symbolic/store.h"
#include "runtime/symbolic/trace.h"

/* 18 digits fit into 64 bits; blanks and signs take some of the bytes. Of a string that could be longer than
 * MOST the first USUAL ones count, and that the number ends there holds on the path: more of them cost a
 * solver more than they are worth. */
enum { NARROW = 9, USUAL = 12, MOST = 18 };

/* Where it is after some bytes: before the number (blanks), in it (sign or digits), or behind it. */
struct decimal {
  uint32_t before, in, minus, value;
};

static uint32_t one(uint32_t x, char c) { return omrt_expr_is_const(x, (uint8_t)c); }

static void take(struct decimal *d, uint32_t x, uint32_t width) {
  uint32_t digit = omrt_model_between(x, '0', '9'), blank = omrt_model_space(x), minus = one(x, '-');
  uint32_t sign = omrt_expr_or(minus, one(x, '+')),
           begins = omrt_expr_and(d->before, omrt_expr_or(sign, digit));
  uint32_t counts = omrt_expr_and(omrt_expr_or(d->before, d->in), digit);
  uint32_t ten = omrt_expr_binary(OMEN_SYM_MUL, d->value, omrt_expr_const(width, 10));
  uint32_t low = omrt_expr_sub(omrt_expr_zext(x, width), omrt_expr_const(width, '0'));
  d->value = omrt_expr_ite(counts, omrt_expr_add(ten, low), d->value);
  d->minus = omrt_expr_or(d->minus, omrt_expr_and(d->before, minus));
  d->in = omrt_expr_or(begins, omrt_expr_and(d->in, digit));
  d->before = omrt_expr_and(d->before, blank);
}

/* How many bytes may matter: up to one that is always a zero. */
static uint64_t reach(const char *s) {
  uint64_t n = 0;
  while (n <= MOST && (s[n] || omrt_shade_byte(s + n))) n++;
  return n;
}

uint32_t omrt_model_decimal(const struct omrt_model *m, const char *s, uint32_t bits) {
  uint64_t n = reach(s);
  bool cut = n > MOST;
  if (cut) n = USUAL;
  if (!omrt_shade_any(s, n + 1)) return 0;
  uint32_t width = n <= NARROW ? 32 : 64, no = omrt_expr_const(1, 0);
  struct decimal d = {omrt_expr_const(1, 1), no, no, omrt_expr_const(width, 0)};
  for (uint64_t i = 0; i < n; i++) take(&d, omrt_model_byte(s + i), width);
  uint32_t ended = omrt_expr_not(omrt_expr_or(d.before, d.in));
  if (cut && !omrt_expr_value(ended)) return 0;
  if (cut)
    omrt_trace_fault(ended, m->site,
                     "a number of more than 12 characters"); /* of the path, and never turned round */
  uint32_t negated = omrt_expr_sub(omrt_expr_const(width, 0), d.value);
  uint32_t whole = omrt_expr_sext(omrt_expr_ite(d.minus, negated, d.value), 64);
  return omrt_expr_extract(whole, 0, bits);
}
