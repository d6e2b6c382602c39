/* Comparisons: the result as a chain of choices, byte by byte, without a branch. */
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/model.h"
#include "runtime/symbolic/store.h"
#include "runtime/symbolic/trace.h"
#include <string.h>

enum { CHAIN = 512 }; /* bytes; what lies behind is decided by branches */

struct comparison {
  const struct omrt_model *m;
  const uint8_t *a, *b;
  enum omrt_compare how;
  bool by_sign; /* the result is -1, 0 or 1, and not a difference */
};

static uint32_t lower(uint32_t x) {
  uint32_t capital = omrt_model_between(x, 'A', 'Z');
  return omrt_expr_ite(capital, omrt_expr_add(x, omrt_expr_const(8, 'a' - 'A')), x);
}

static uint32_t at(const struct comparison *c, const uint8_t *p) {
  uint32_t e = omrt_model_byte(p);
  return c->how == OMRT_COMPARE_FOLDED ? lower(e) : e;
}

/* A string that ends here in this run: does it have room, where it would go on if it were longer? */
static bool could_go_on(const uint8_t *p) { return *p || (omrt_shade_byte(p) && omrt_shade_byte(p + 1)); }

static bool surely_zero(const uint8_t *p) { return !*p && !omrt_shade_byte(p); }

/* How many bytes can matter, whatever the inputs are. */
static uint64_t reach(const struct comparison *c, uint64_t most) {
  if (c->how == OMRT_COMPARE_MEMORY) return most;
  for (uint64_t i = 0; i < most; i++) {
    if (surely_zero(c->a + i) || surely_zero(c->b + i)) return i + 1;
    if (could_go_on(c->a + i) && could_go_on(c->b + i)) continue;
    /* longer, it would be elsewhere: it stays as long as it is */
    if (!could_go_on(c->a + i)) omrt_model_branch(c->m, omrt_expr_is_const(omrt_model_byte(c->a + i), 0));
    if (!could_go_on(c->b + i)) omrt_model_branch(c->m, omrt_expr_is_const(omrt_model_byte(c->b + i), 0));
    return i + 1;
  }
  return most;
}

static uint32_t difference(const struct comparison *c, uint32_t x, uint32_t y) {
  if (c->by_sign)
    return omrt_expr_ite(omrt_expr_compare(OMEN_SYM_ULT, x, y), omrt_expr_const(32, ~0ull),
                         omrt_expr_const(32, 1));
  return omrt_expr_sub(omrt_expr_zext(x, 32), omrt_expr_zext(y, 32));
}

static uint32_t chain(const struct comparison *c, uint64_t n) {
  uint32_t zero = omrt_expr_const(32, 0), e = zero;
  while (n--) {
    uint32_t x = at(c, c->a + n), y = at(c, c->b + n), next = e;
    /* where they are the same, either says whether they end */
    uint32_t ends = omrt_expr_is_const(omrt_expr_constant(y) ? y : x, 0);
    if (c->how != OMRT_COMPARE_MEMORY) next = omrt_expr_ite(ends, zero, e);
    e = omrt_expr_ite(omrt_expr_compare(OMEN_SYM_EQ, x, y), next, difference(c, x, y));
  }
  return e;
}

/* Behind the chain: only that it is as it is. */
static void rest(const struct comparison *c, uint64_t from, uint64_t n) {
  for (uint64_t i = from; i < n; i++) {
    uint32_t x = at(c, c->a + i), y = at(c, c->b + i);
    uint32_t same = omrt_expr_compare(OMEN_SYM_EQ, x, y);
    omrt_model_branch(c->m, same);
    if (!omrt_expr_value(same) || (c->how != OMRT_COMPARE_MEMORY && !c->a[i])) return;
  }
}

/* A text of its own that the input was compared with: who searches may put it there (symbolic/wishes.h).
 * Compilers compare whole strings as memory, with the zero at the end. */
static void note(const struct comparison *c, const uint8_t *text, const uint8_t *with, uint64_t most) {
  char copy[64];
  bool memory = c->how == OMRT_COMPARE_MEMORY && most && (most >= sizeof copy || with[most - 1]);
  uint64_t n = memory ? most : strnlen((const char *)with, most < sizeof copy ? most : sizeof copy);
  if (!n || n >= sizeof copy || memchr(with, 0, n) || omrt_shade_any(with, n)) return;
  memcpy(copy, with, n);
  copy[n] = 0;
  uint64_t len =
      memory ? most : strnlen((const char *)text, c->how == OMRT_COMPARE_MEMORY ? sizeof copy : most);
  omrt_trace_compared(omrt_shade_byte(text), len, copy, c->m->site);
}

void omrt_model_compare(const struct omrt_model *m, const void *a, const void *b, uint64_t most,
                        enum omrt_compare how, int result) {
  struct comparison c = {m, a, b, how, false};
  omrt_model_pin(m, 1, (uint64_t)a);
  omrt_model_pin(m, 2, (uint64_t)b);
  uint64_t n = reach(&c, most);
  if (!omrt_shade_any(a, n) && !omrt_shade_any(b, n)) return;
  if (result) note(&c, a, b, most), note(&c, b, a, most);
  if (n > CHAIN) {
    rest(&c, 0, n);
    return;
  }
  uint32_t e = chain(&c, n);
  if (e && (uint32_t)omrt_expr_value(e) != (uint32_t)result) {
    c.by_sign = true;
    e = chain(&c, n);
  }
  omrt_model_return(m, e, (uint32_t)result);
}

void omrt_model_compare_sized(const struct omrt_model *m, const void *a, uint64_t na, const void *b,
                              uint64_t nb, int result) {
  struct comparison c = {m, a, b, OMRT_COMPARE_MEMORY, false};
  uint64_t n = na < nb ? na : nb;
  if (!n || (!omrt_shade_any(a, n) && !omrt_shade_any(b, n))) return;
  if (n > CHAIN) {
    rest(&c, 0, n);
    return;
  }
  int64_t more = (int64_t)na - (int64_t)nb;
  uint32_t longer = omrt_expr_const(32, (uint64_t)(more > INT32_MAX   ? INT32_MAX
                                                   : more < INT32_MIN ? INT32_MIN
                                                                      : more));
  for (int k = 0; k < 2; k++) { /* libc says a difference, or a sign */
    c.by_sign = k;
    uint32_t e = chain(&c, n);
    e = omrt_expr_ite(omrt_expr_is_const(e, 0), longer, e);
    if (e && (uint32_t)omrt_expr_value(e) != (uint32_t)result) continue;
    omrt_model_return(m, e, (uint32_t)result);
    return;
  }
}
