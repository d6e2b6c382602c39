/* Open addressing with linear probing, at most half full: see map.h. */
#include "ir/map.h"
#include "base/base.h"
#include <stdlib.h>
#include <string.h>

static size_t hash(const void *key) {
  uint64_t h = (uint64_t)(uintptr_t)key * 0x9e3779b97f4a7c15ull;
  return (size_t)(h ^ (h >> 29));
}

void omen_map_release(struct omen_map *m) {
  free(m->slots);
  *m = (struct omen_map){0};
}

void omen_map_clear(struct omen_map *m) {
  if (m->slots) memset(m->slots, 0, m->cap * sizeof *m->slots);
  m->n = 0;
}

static struct omen_map_slot *find(const struct omen_map *m, const void *key) {
  size_t i = hash(key) & (m->cap - 1);
  while (m->slots[i].key && m->slots[i].key != key) i = (i + 1) & (m->cap - 1);
  return &m->slots[i];
}

bool omen_map_get(const struct omen_map *m, const void *key, uint64_t *value) {
  if (!m->n) return false;
  const struct omen_map_slot *s = find(m, key);
  if (!s->key) return false;
  if (value) *value = s->value;
  return true;
}

static void grow(struct omen_map *m) {
  struct omen_map bigger = {.cap = m->cap ? m->cap * 2 : 32, .n = m->n};
  bigger.slots = omen_xcalloc(bigger.cap, sizeof *bigger.slots);
  for (size_t i = 0; i < m->cap; i++)
    if (m->slots[i].key) *find(&bigger, m->slots[i].key) = m->slots[i];
  free(m->slots);
  *m = bigger;
}

bool omen_map_put(struct omen_map *m, const void *key, uint64_t value) {
  if ((m->n + 1) * 2 > m->cap) grow(m);
  struct omen_map_slot *s = find(m, key);
  bool fresh = !s->key;
  *s = (struct omen_map_slot){key, value};
  m->n += fresh;
  return fresh;
}
