/* Strings kept once: see pool.h. */
#include "report/pool.h"
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static char **find(char **slots, size_t cap, const char *s) {
  size_t i = XXH3_64bits(s, strlen(s)) & (cap - 1);
  while (slots[i] && strcmp(slots[i], s)) i = (i + 1) & (cap - 1);
  return &slots[i];
}

static void grow(struct omen_pool *p) {
  size_t cap = p->cap ? p->cap * 2 : 64;
  char **slots = omen_xcalloc(cap, sizeof *slots);
  for (size_t i = 0; i < p->cap; i++)
    if (p->slots[i]) *find(slots, cap, p->slots[i]) = p->slots[i];
  free(p->slots);
  p->slots = slots;
  p->cap = cap;
}

const char *omen_pool_str(struct omen_pool *p, const char *s) {
  if (!s) return NULL;
  if (p->n * 2 >= p->cap) grow(p);
  char **slot = find(p->slots, p->cap, s);
  if (!*slot) *slot = omen_xstrdup(s), p->n++;
  return *slot;
}

const char *omen_pool_fmt(struct omen_pool *p, const char *fmt, ...) {
  char *s = NULL;
  va_list ap;
  va_start(ap, fmt);
  int n = vasprintf(&s, fmt, ap);
  va_end(ap);
  if (n < 0) omen_die(OMEN_EXIT_FAILED, "out of memory");
  const char *kept = omen_pool_str(p, s);
  free(s);
  return kept;
}

void omen_pool_release(struct omen_pool *p) {
  for (size_t i = 0; i < p->cap; i++) free(p->slots[i]);
  free(p->slots);
  *p = (struct omen_pool){0};
}
