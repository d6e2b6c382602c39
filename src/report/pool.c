/* Strings kept once: see pool.h. */
#include "report/pool.h"
#include <stdlib.h>
#include <string.h>

static bool is_text(const void *strings, uint32_t number, const void *text) {
  return !strcmp(((char *const *)strings)[number], text);
}

const char *omen_pool_str(struct omen_pool *p, const char *s) {
  if (!s) return NULL;
  uint32_t hash = omen_index_hash(s, strlen(s));
  omen_index_room(&p->index);
  uint64_t *slot = omen_index_slot(&p->index, hash, is_text, p->strings, s);
  if (!*slot) {
    OMEN_GROW(p->strings, p->n, p->cap);
    p->strings[p->n] = omen_xstrdup(s);
    omen_index_fill(&p->index, slot, hash, (uint32_t)p->n++);
  }
  return p->strings[(uint32_t)*slot - 1];
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
  for (size_t i = 0; i < p->n; i++) free(p->strings[i]);
  free(p->strings);
  omen_index_release(&p->index);
  *p = (struct omen_pool){0};
}
