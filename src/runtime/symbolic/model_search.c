/* Looking for characters and strings: branches byte by byte, the result is concrete. */
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/model.h"
#include "runtime/symbolic/store.h"
#include <string.h>

static uint32_t same(const void *p, uint32_t c) {
  return omen_expr_compare(OMEN_SYM_EQ, omen_model_byte(p), c);
}

void omen_model_find(const struct omen_model *m, const void *s, uint64_t most, bool string, uint32_t c,
                     const void *found) {
  const char *p = s, *end = found ? (const char *)found + 1 : p + most;
  omen_model_pin(m, 1, (uint64_t)s);
  if (omen_expr_constant(c) && !omen_shade_any(s, (uint64_t)(end - p))) return;
  for (; p < end; p++) {
    omen_model_branch(m, same(p, c));
    if (string && p != found) omen_model_branch(m, omen_expr_is_const(omen_model_byte(p), 0));
  }
}

void omen_model_find_last(const struct omen_model *m, const void *s, uint64_t n, uint32_t c,
                          const void *found) {
  const char *p = (const char *)s + n, *end = found ? found : s;
  omen_model_pin(m, 1, (uint64_t)s);
  if (omen_expr_constant(c) && !omen_shade_any(s, n)) return;
  while (p-- > end) omen_model_branch(m, same(p, c));
}

uint32_t omen_model_matches(const char *s, const char *find, uint64_t n) {
  uint32_t e = omen_expr_const(1, 1);
  for (uint64_t i = 0; i < n && e; i++) e = omen_expr_and(e, same(s + i, omen_model_byte(find + i)));
  return e;
}

/* Place by place. Whether the string goes on is decided for as many bytes as a match needs, once each, before
 * the match itself: so what was decided up to a place is the same in all runs that come there. */
void omen_model_find_string(const struct omen_model *m, const char *s, const char *find, const char *found) {
  uint64_t n = strlen(find), known = 0;
  omen_model_pin(m, 1, (uint64_t)s);
  omen_model_pin(m, 2, (uint64_t)find);
  omen_model_string(m, find, n, true);
  if (!omen_shade_any(s, strlen(s) + 1) && !omen_shade_any(find, n + 1)) return;
  for (const char *p = s;; p++) {
    for (; known < (uint64_t)(p - s) + n; known++) {
      omen_model_branch(m, omen_expr_is_const(omen_model_byte(s + known), 0));
      if (!s[known]) return;
    }
    omen_model_branch(m, omen_model_matches(p, find, n));
    if (p == found || !*p) return;
  }
}

static uint32_t one_of(uint32_t x, const char *set) {
  uint32_t e = omen_expr_const(1, 0);
  for (; *set; set++) e = omen_expr_or(e, omen_expr_compare(OMEN_SYM_EQ, x, omen_model_byte(set)));
  return e;
}

void omen_model_span(const struct omen_model *m, const char *s, const char *set, uint64_t n, bool in) {
  omen_model_pin(m, 1, (uint64_t)s);
  omen_model_pin(m, 2, (uint64_t)set);
  omen_model_string(m, set, strlen(set), true);
  if (!omen_shade_any(s, n + 1) && !omen_shade_any(set, strlen(set))) return;
  for (uint64_t i = 0; i <= n; i++) {
    uint32_t x = omen_model_byte(s + i);
    omen_model_branch(m, one_of(x, set));
    if (!in) omen_model_branch(m, omen_expr_is_const(x, 0));
  }
}
