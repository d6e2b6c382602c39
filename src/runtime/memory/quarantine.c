/* Queues of freed blocks: see quarantine.h. */
#include "runtime/memory/quarantine.h"
#include <string.h>

#define UNIT 16u
#define STAMP ((1ull << (64 - OMRT_QUARANTINE_NUMBER)) - 1)
#define SMALLEST 1024u

static uint64_t total; /* freed so far, in units */

/* No larger than it must be, so that it stays in the cache. What has gone round goes behind the rest. */
static void grow(struct omrt_quarantine *k) {
  k->first &= k->size - 1;
  memcpy(k->entry + k->size, k->entry, k->first * sizeof *k->entry);
  k->size = k->size ? k->size * 2 : SMALLEST;
}

void omrt_quarantine_add(struct omrt_quarantine *k, uint32_t number, uint64_t weight) {
  if (k->count == k->size) grow(k);
  k->entry[(k->first + k->count++) & (k->size - 1)] = (total & STAMP) << OMRT_QUARANTINE_NUMBER | number;
  total += (weight + UNIT - 1) / UNIT;
}

uint32_t omrt_quarantine_take(struct omrt_quarantine *k, uint64_t limit) {
  uint32_t number = omrt_quarantine_ahead(k, 0);
  if (!number) return 0;
  uint64_t since = (total - (k->entry[k->first & (k->size - 1)] >> OMRT_QUARANTINE_NUMBER)) & STAMP;
  if (since <= limit / UNIT && k->count < OMRT_QUARANTINE_MOST) return 0;
  k->first++;
  k->count--;
  return number;
}
