/* qsort and bsearch, done here so that expressions move with the elements, and the comparison's result is a
 * decision. Sorting is merging, as glibc's, which makes the same comparisons in the same order. The
 * comparison function is the program's, and its branches are its own. */
#include "runtime/rt.h"
#include "runtime/symbolic/model.h"
#include "runtime/symbolic/store.h"
#include <string.h>

struct sort {
  const struct omrt_model *m; /* NULL: not followed */
  uint64_t size;
  omrt_comparison *compare;
  char *room; /* for all elements */
};

static void move(char *to, const char *from, uint64_t n) {
  omrt_sym_copied(to, from, n);
  memcpy(to, from, n);
}

/* Its expression, if it said one. */
static int compare(const struct sort *s, const void *a, const void *b, uint32_t *e) {
  __omen_sym_hot.ret_from = NULL;
  int r = s->compare(a, b);
  bool said = s->m && __omen_sym_hot.ret_from == (const void *)s->compare;
  *e = said ? __omen_sym_hot.ret : 0;
  if (*e && (omrt_expr_width(*e) != 32 || (uint32_t)omrt_expr_value(*e) != (uint32_t)r)) *e = 0;
  return r;
}

static bool not_more(const struct sort *s, const void *a, const void *b) {
  uint32_t e;
  int r = compare(s, a, b, &e);
  if (e) omrt_model_branch(s->m, omrt_expr_compare(OMEN_SYM_SLE, e, omrt_expr_const(32, 0)));
  return r <= 0;
}

static void sort(const struct sort *s, char *base, uint64_t n) {
  if (n < 2) return;
  uint64_t left = n / 2, right = n - left;
  char *a = base, *b = base + left * s->size, *to = s->room;
  sort(s, a, left);
  sort(s, b, right);
  while (left && right) {
    bool first = not_more(s, a, b);
    char **from = first ? &a : &b;
    move(to, *from, s->size);
    *from += s->size;
    to += s->size;
    if (first)
      left--;
    else
      right--;
  }
  move(to, a, left * s->size); /* what is left of the second half is where it belongs */
  move(base, s->room, (n - right) * s->size);
}

void omrt_model_sort(const struct omrt_model *m, void *base, uint64_t n, uint64_t size, omrt_comparison *by) {
  uint64_t bytes;
  if (n < 2 || __builtin_mul_overflow(n, size, &bytes)) return;
  struct sort s = {m, size, by, omrt_alloc(bytes)};
  sort(&s, base, n);
  omrt_sym_overwritten(s.room, bytes);
  omrt_free(s.room, bytes);
}

void *omrt_model_bsearch(const struct omrt_model *m, const void *key, const void *base, uint64_t n,
                         uint64_t size, omrt_comparison *by) {
  struct sort s = {.m = m, .size = size, .compare = by};
  for (uint64_t low = 0, high = n; low < high;) {
    uint64_t mid = low + (high - low) / 2;
    const char *p = (const char *)base + mid * size;
    uint32_t e, zero = m ? omrt_expr_const(32, 0) : 0;
    int r = compare(&s, key, p, &e);
    if (e) omrt_model_branch(m, omrt_expr_compare(OMEN_SYM_SLT, e, zero));
    if (e && r >= 0) omrt_model_branch(m, omrt_expr_compare(OMEN_SYM_EQ, e, zero));
    if (!r) return (void *)p;
    if (r < 0)
      high = mid;
    else
      low = mid + 1;
  }
  return NULL;
}
