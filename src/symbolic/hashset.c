/* See hashset.h. Open addressing; a count of 0 is a free place. */
#include "symbolic/hashset.h"
#include "base/base.h"
#include <stdlib.h>
#include <string.h>

static struct omen_hashset_entry *place(struct omen_hashset_entry *entries, uint64_t cap, uint64_t hash) {
  uint64_t i = hash & (cap - 1);
  while (entries[i].count && entries[i].hash != hash) i = (i + 1) & (cap - 1);
  return &entries[i];
}
uint64_t omen_hashset_add(struct omen_hashset *s, uint64_t hash) {
  if ((s->n + 1) * 2 > s->cap) {
    uint64_t cap = s->cap ? s->cap * 2 : 64;
    struct omen_hashset_entry *larger = omen_xcalloc(cap, sizeof *larger);
    for (uint64_t i = 0; i < s->cap; i++)
      if (s->entries[i].count) *place(larger, cap, s->entries[i].hash) = s->entries[i];
    free(s->entries);
    s->entries = larger, s->cap = cap;
  }
  struct omen_hashset_entry *e = place(s->entries, s->cap, hash);
  s->n += e->count == 0;
  e->hash = hash;
  return ++e->count;
}
uint64_t omen_hashset_count(const struct omen_hashset *s, uint64_t hash) {
  return s->cap ? place(s->entries, s->cap, hash)->count : 0;
}
void omen_hashset_release(struct omen_hashset *s) {
  free(s->entries);
  memset(s, 0, sizeof *s);
}
