/* See numbers.h. */
#include "base/numbers.h"
#include "base/base.h"
#include <stdlib.h>

uint32_t omen_numbers_index(struct omen_numbers *s, uint32_t number) {
  uint64_t *index = omen_table_at(&s->indices, number);
  if (!*index) {
    OMEN_GROW(s->number, s->n, s->cap);
    s->number[s->n++] = number;
    *index = s->n;
  }
  return (uint32_t)*index - 1;
}

bool omen_numbers_has(const struct omen_numbers *s, uint32_t number) {
  return omen_table_has(&s->indices, number);
}

void omen_numbers_release(struct omen_numbers *s) {
  free(s->number);
  omen_table_release(&s->indices);
  *s = (struct omen_numbers){0};
}
