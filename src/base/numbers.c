/* A hash table of indices: see numbers.h. */
#include "base/numbers.h"
#include "base/base.h"
#include <stdlib.h>

static uint32_t *cell_of(const struct omen_numbers *s, uint32_t number) {
  size_t i = (number * 0x9e3779b97f4a7c15ull >> 32) & (s->cells - 1);
  while (s->cell[i] && s->number[s->cell[i] - 1] != number) i = (i + 1) & (s->cells - 1);
  return &s->cell[i];
}

static void grow(struct omen_numbers *s) {
  s->cells = s->cells ? s->cells * 2 : 64;
  free(s->cell);
  s->cell = omen_xcalloc(s->cells, sizeof *s->cell);
  for (size_t i = 0; i < s->n; i++) *cell_of(s, s->number[i]) = (uint32_t)i + 1;
}

uint32_t omen_numbers_index(struct omen_numbers *s, uint32_t number) {
  if (s->n * 2 >= s->cells) grow(s);
  uint32_t *cell = cell_of(s, number);
  if (!*cell) {
    OMEN_GROW(s->number, s->n, s->cap);
    s->number[s->n++] = number;
    *cell = (uint32_t)s->n;
  }
  return *cell - 1;
}

bool omen_numbers_has(const struct omen_numbers *s, uint32_t number) {
  return s->cells && *cell_of(s, number);
}

void omen_numbers_release(struct omen_numbers *s) {
  free(s->number);
  free(s->cell);
  *s = (struct omen_numbers){0};
}
