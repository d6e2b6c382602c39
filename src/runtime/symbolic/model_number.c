/* Numbers from strings: the value is an expression of the digits; which characters are digits, and where they
 * end, are branches. */
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/model.h"
#include "runtime/symbolic/store.h"
#include "runtime/symbolic/trace.h"
#include <string.h>

struct number {
  const struct omrt_model *m;
  const char *p, *stop; /* where it is, as libc was; no further than this */
};

static uint32_t here(const struct number *n) { return omrt_model_byte(n->p); }

/* The next character decides: so it is in this run. */
static bool is(const struct number *n, uint32_t condition) {
  omrt_model_branch(n->m, condition);
  return condition && omrt_expr_value(condition);
}
static bool is_char(const struct number *n, char c) {
  return n->p < n->stop && is(n, omrt_expr_is_const(here(n), (uint8_t)c));
}
static bool is_x(const struct number *n) {
  uint32_t small = omrt_expr_or(here(n), omrt_expr_const(8, 0x20));
  return n->p < n->stop && is(n, omrt_expr_is_const(small, 'x'));
}

/* The value of a digit of that base. Its kind (0-9, a-z, A-Z) is a branch, so that the value is a difference.
 */
static bool digit(const struct number *n, int base, uint32_t width, uint32_t *value) {
  static const uint8_t first[] = {'0', 'a', 'A'};
  if (n->p >= n->stop) return false;
  for (int k = 0; k < (base > 10 ? 3 : 1); k++) {
    int from = k ? 10 : 0, count = k ? base - 10 : base < 10 ? base : 10;
    uint32_t x = here(n);
    if (!is(n, omrt_model_between(x, first[k], (uint8_t)(first[k] + count - 1)))) continue;
    *value = omrt_expr_sub(omrt_expr_zext(x, width), omrt_expr_const(width, (uint64_t)(first[k] - from)));
    return true;
  }
  return false;
}

/* 0 and 0x say the base, the latter if a digit follows. */
static int prefix(struct number *n, int base) {
  uint32_t d;
  if (base != 0 && base != 16) return base;
  if (!is_char(n, '0')) return base ? base : 10;
  n->p++;
  if (is_x(n)) {
    n->p++;
    if (digit(n, 16, 64, &d)) return 16;
    n->p--;
  }
  n->p--;
  return base ? base : 8;
}

/* As many digits as surely are no more than this. */
static int fitting(int base, uint64_t most) {
  int n = 0;
  for (; most >= (uint64_t)base; most /= (uint64_t)base) n++;
  return n;
}

/* No wider than its digits need: that is what a solver has to think about. */
static uint32_t digits(struct number *n, int base, const char *end, bool minus) {
  uint32_t width = end - n->p <= fitting(base, INT32_MAX) ? 32 : 64, d = 0;
  uint32_t value = omrt_expr_const(width, 0), ten = omrt_expr_const(width, (uint64_t)base);
  const char *first = n->p;
  int most = fitting(base, INT64_MAX);
  for (; digit(n, base, width, &d); n->p++) {
    if (n->p - first == most) { /* what may not fit is as it is */
      for (const char *p = first; p < end; p++)
        omrt_trace_pin(omrt_shade_byte(p), n->m->site, "a digit of a number that may be too large");
      return 0;
    }
    value = omrt_expr_add(omrt_expr_binary(OMEN_SYM_MUL, value, ten), d);
  }
  if (n->p != end) return 0; /* there was none; or libc sees it otherwise */
  value = minus ? omrt_expr_sub(omrt_expr_const(width, 0), value) : value;
  return omrt_expr_sext(value, 64);
}

uint32_t omrt_model_number(const struct omrt_model *m, const char *s, uint64_t n, struct omrt_number how) {
  struct number at = {m, s, how.most > UINT32_MAX ? (const char *)UINTPTR_MAX : s + how.most};
  uint64_t blank = strspn(s, " \t\n\v\f\r"), far = blank > n ? blank : n;
  if (how.base < 0 || how.base == 1 || how.base > 36 || !omrt_shade_any(s, far + 3)) return 0;
  while (at.p < at.stop && is(&at, omrt_model_space(here(&at)))) at.p++;
  bool minus = is_char(&at, '-');
  if (minus || is_char(&at, '+')) at.p++;
  int base = prefix(&at, how.base);
  uint32_t value = digits(&at, base, s + n, minus);
  return value ? omrt_expr_extract(value, 0, how.bits) : 0;
}

void omrt_model_conversion(const struct omrt_model *m, const char *s, const char *stop, char **end,
                           struct omrt_number how, uint64_t value) {
  omrt_model_pin(m, 1, (uint64_t)s);
  uint32_t e = !end && how.base == 10 ? omrt_model_decimal(m, s, how.bits) : 0;
  if (!e) e = omrt_model_number(m, s, (uint64_t)(stop - s), how);
  omrt_model_return(m, e, value);
}

void omrt_model_lose(const struct omrt_model *m, const void *s, uint64_t n, const char *why) {
  if (!omrt_shade_any(s, n)) return;
  for (uint64_t i = 0; i < n; i++) omrt_trace_lost(omrt_shade_byte((const char *)s + i), m->site, why);
}
