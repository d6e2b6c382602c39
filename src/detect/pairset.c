/* Sets of pairs of locations: see pairset.h. */
#include "detect/pairset.h"
#include <stdlib.h>
#include <string.h>

static uint64_t mix(uint64_t x) {
  x ^= x >> 32;
  x *= 0x9e3779b97f4a7c15u;
  x ^= x >> 29;
  x *= 0xbf58476d1ce4e5b9u;
  return x ^ x >> 32;
}

static uint64_t pair_key(uint32_t a, uint32_t b) {
  return a < b ? ((uint64_t)a + 1) << 32 | b : ((uint64_t)b + 1) << 32 | a;
}

bool omen_pairset_has(const struct omen_pairset *s, uint32_t l1, uint32_t l2) {
  if (!s->mask) return false;
  uint64_t key = pair_key(l1, l2);
  for (uint32_t i = (uint32_t)mix(key) & s->mask; s->slot[i]; i = (i + 1) & s->mask)
    if (s->slot[i] == key) return true;
  return false;
}

static void grow(struct omen_pairset *s) {
  uint32_t size = s->mask ? (s->mask + 1) * 2 : 256;
  uint64_t *slot = omen_xcalloc(size, sizeof *slot);
  for (uint32_t i = 0; s->mask && i <= s->mask; i++) {
    if (!s->slot[i]) continue;
    uint32_t j = (uint32_t)mix(s->slot[i]) & (size - 1);
    while (slot[j]) j = (j + 1) & (size - 1);
    slot[j] = s->slot[i];
  }
  free(s->slot);
  s->slot = slot;
  s->mask = size - 1;
}

static void count(struct omen_pairset *s, uint32_t loc) {
  if (loc >= s->locs) {
    uint32_t n = loc * 2 + 64;
    s->degree = omen_xrealloc(s->degree, n * sizeof *s->degree);
    memset(s->degree + s->locs, 0, (n - s->locs) * sizeof *s->degree);
    s->locs = n;
  }
  s->degree[loc]++;
}

bool omen_pairset_add(struct omen_pairset *s, uint32_t l1, uint32_t l2) {
  if (s->n * 2 >= s->mask) grow(s);
  uint64_t key = pair_key(l1, l2);
  uint32_t i = (uint32_t)mix(key) & s->mask;
  for (; s->slot[i]; i = (i + 1) & s->mask)
    if (s->slot[i] == key) return false;
  s->slot[i] = key;
  s->n++;
  count(s, l1);
  if (l1 != l2) count(s, l2);
  return true;
}

void omen_pairset_release(struct omen_pairset *s) {
  free(s->slot);
  free(s->degree);
  *s = (struct omen_pairset){0};
}
