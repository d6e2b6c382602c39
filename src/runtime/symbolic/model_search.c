/* Looking for characters and strings: branches byte by byte, and the result is concrete, where the text
 * depends on inputs. */
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/model.h"
#include "runtime/symbolic/store.h"
#include "runtime/symbolic/trace.h"
#include "runtime/upward.h"
#include <string.h>

static uint32_t same(const void *p, uint32_t c) {
  return omrt_expr_compare(OMEN_SYM_EQ, omrt_model_byte(p), c);
}

void omrt_model_find(const struct omrt_model *m, const void *s, uint64_t most, bool string, uint32_t c,
                     const void *found) {
  const char *p = s, *end = found ? (const char *)found + 1 : p + most;
  omrt_model_pin(m, 1, (uint64_t)s);
  if (omrt_expr_constant(c) && !omrt_shade_any(s, (uint64_t)(end - p))) return;
  for (; p < end; p++) {
    omrt_model_branch(m, same(p, c));
    if (string && p != found) omrt_model_branch(m, omrt_expr_is_const(omrt_model_byte(p), 0));
  }
}

/* A character in a text that is concrete: one decision, whether it is there, and its place is an element of a
 * table. Alphabets of encodings are read so. 0: not for this one. */
enum { NOWHERE = 255 };
static uint32_t place_of(const uint8_t *s, uint64_t n, uint32_t c) {
  uint8_t place[256];
  if (n >= NOWHERE || !c || omrt_expr_constant(c) || omrt_shade_any(s, n)) return 0;
  memset(place, NOWHERE, sizeof place);
  for (uint64_t i = n; i--;) place[s[i]] = (uint8_t)i;
  int64_t table = omrt_trace_table(place, sizeof place, 8);
  struct omen_sym_node node = {OMEN_SYM_LOOKUP, 8, omrt_expr_zext(c, 32), 0, 0, (uint64_t)table};
  return table < 0 ? 0 : omrt_expr_intern(node, place[(uint8_t)omrt_expr_value(c)]);
}
void omrt_model_find_char(const struct omrt_model *m, const void *s, uint64_t n, bool string, uint32_t c,
                          const void *found) {
  uint64_t base, size;
  bool whole = string || (omrt_up.object((uint64_t)s, &base, &size) && (uint64_t)s - base + n <= size);
  uint32_t place = whole ? place_of(s, n, c) : 0;
  if (!place) return omrt_model_find(m, s, n, string, c, found);
  omrt_model_pin(m, 1, (uint64_t)s);
  omrt_model_branch(m, omrt_expr_is_const(place, NOWHERE));
  uint32_t at = omrt_expr_add(omrt_expr_zext(place, 64), omrt_expr_const(64, (uint64_t)s));
  if (found) omrt_model_return(m, at, (uint64_t)found);
}

void omrt_model_find_last(const struct omrt_model *m, const void *s, uint64_t n, uint32_t c,
                          const void *found) {
  const char *p = (const char *)s + n, *end = found ? found : s;
  omrt_model_pin(m, 1, (uint64_t)s);
  if (omrt_expr_constant(c) && !omrt_shade_any(s, n)) return;
  while (p-- > end) omrt_model_branch(m, same(p, c));
}

uint32_t omrt_model_matches(const char *s, const char *find, uint64_t n) {
  uint32_t e = omrt_expr_const(1, 1);
  for (uint64_t i = 0; i < n && e; i++) e = omrt_expr_and(e, same(s + i, omrt_model_byte(find + i)));
  return e;
}

/* Place by place. Whether the string goes on is decided for as many bytes as a match needs, once each, before
 * the match itself: so what was decided up to a place is the same in all runs that come there. */
void omrt_model_find_string(const struct omrt_model *m, const char *s, const char *find, const char *found) {
  uint64_t n = strlen(find), known = 0;
  omrt_model_pin(m, 1, (uint64_t)s);
  omrt_model_pin(m, 2, (uint64_t)find);
  omrt_model_string(m, find, n, true);
  if (!omrt_shade_any(s, strlen(s) + 1) && !omrt_shade_any(find, n + 1)) return;
  for (const char *p = s;; p++) {
    for (; known < (uint64_t)(p - s) + n; known++) {
      omrt_model_branch(m, omrt_expr_is_const(omrt_model_byte(s + known), 0));
      if (!s[known]) return;
    }
    omrt_model_branch(m, omrt_model_matches(p, find, n));
    if (p == found || !*p) return;
  }
}

static uint32_t one_of(uint32_t x, const char *set) {
  uint32_t e = omrt_expr_const(1, 0);
  for (; *set; set++) e = omrt_expr_or(e, omrt_expr_compare(OMEN_SYM_EQ, x, omrt_model_byte(set)));
  return e;
}

void omrt_model_span(const struct omrt_model *m, const char *s, const char *set, uint64_t n, bool in) {
  omrt_model_pin(m, 1, (uint64_t)s);
  omrt_model_pin(m, 2, (uint64_t)set);
  omrt_model_string(m, set, strlen(set), true);
  if (!omrt_shade_any(s, n + 1) && !omrt_shade_any(set, strlen(set))) return;
  for (uint64_t i = 0; i <= n; i++) {
    uint32_t x = omrt_model_byte(s + i);
    omrt_model_branch(m, one_of(x, set));
    if (!in) omrt_model_branch(m, omrt_expr_is_const(x, 0));
  }
}
