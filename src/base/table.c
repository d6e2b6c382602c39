/* Growth of the tables: see table.h. */
#include "base/table.h"
#include "base/base.h"
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum { FIRST_BITS = 6 }; /* 64 slots: many tables stay small, such as those of one function */

static unsigned bits_after(unsigned bits, size_t n) {
  if (n >= OMEN_TABLE_MAX) omen_die(OMEN_EXIT_FAILED, "a table has %zu entries: it cannot grow any more", n);
  return bits ? bits + 1 : FIRST_BITS;
}

void omen_table_release(struct omen_table *t) {
  free(t->entries);
  *t = (struct omen_table){0};
}

void omen_table_clear(struct omen_table *t) {
  if (t->entries) memset(t->entries, 0, sizeof *t->entries << t->bits);
  t->n = 0;
  t->has_zero = false;
  t->zero = 0;
}

void omen_table_grow(struct omen_table *t) {
  struct omen_table old = *t;
  t->bits = bits_after(old.bits, old.n);
  t->entries = omen_xcalloc((size_t)1 << t->bits, sizeof *t->entries);
  for (size_t i = 0; old.bits && i < (size_t)1 << old.bits; i++)
    if (old.entries[i].key) *omen_table_entry_of(t, old.entries[i].key) = old.entries[i];
  free(old.entries);
}

void omen_index_release(struct omen_index *x) {
  free(x->slots);
  *x = (struct omen_index){0};
}

uint32_t omen_index_hash(const void *bytes, size_t n) { return (uint32_t)XXH3_64bits(bytes, n); }

void omen_index_grow(struct omen_index *x) {
  struct omen_index old = *x;
  x->bits = bits_after(old.bits, old.n);
  x->slots = omen_xcalloc((size_t)1 << x->bits, sizeof *x->slots);
  size_t mask = ((size_t)1 << x->bits) - 1;
  for (size_t i = 0; old.bits && i < (size_t)1 << old.bits; i++) {
    if (!old.slots[i]) continue;
    size_t to = (old.slots[i] >> 32) & mask;
    while (x->slots[to]) to = (to + 1) & mask;
    x->slots[to] = old.slots[i];
  }
  free(old.slots);
}
