/* qsort, done here so that expressions move with the elements: merging, as glibc's, which makes the same
 * comparisons in the same order. The comparison function is the program's, and its branches
 * are its own. */
#include "runtime/rt.h"
#include "runtime/symbolic/model.h"
#include <string.h>

struct sort {
  uint64_t size;
  int (*compare)(const void *, const void *);
  char *room; /* for all elements */
};

static void move(char *to, const char *from, uint64_t n) {
  omen_sym_copied(to, from, n);
  memcpy(to, from, n);
}

static void sort(const struct sort *s, char *base, uint64_t n) {
  if (n < 2) return;
  uint64_t left = n / 2, right = n - left;
  char *a = base, *b = base + left * s->size, *to = s->room;
  sort(s, a, left);
  sort(s, b, right);
  while (left && right) {
    bool first = s->compare(a, b) <= 0;
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

void omen_model_sort(void *base, uint64_t n, uint64_t size, int (*compare)(const void *, const void *)) {
  uint64_t bytes;
  if (n < 2 || __builtin_mul_overflow(n, size, &bytes)) return;
  struct sort s = {size, compare, omen_alloc(bytes)};
  sort(&s, base, n);
  omen_sym_overwritten(s.room, bytes);
  omen_free(s.room, bytes);
}
