/* Stacks of the watch log, each kept and written once. */
#include "runtime/shadow/shadow.h"
#include <string.h>

#define STACKS (1u << 22)
#define TABLE (1u << 23)
#define WORDS (1ull << 29)    /* PCs kept for comparing: 4 GiB of address space */
static uint64_t *word, words; /* count, pcs */
static uint64_t *start;       /* of stack i, in words */
static uint32_t *bucket, stacks;
/* By their hash: the table is larger than the caches, and its pages are more than the processor knows. */
enum { RECENT = 1024 };
static uint32_t recent[RECENT];
static struct omrt_out out;

void omrt_depot_init(void) {
  word = omrt_reserve(WORDS * 8);
  start = omrt_reserve((uint64_t)STACKS * 8);
  bucket = omrt_reserve((uint64_t)TABLE * 4);
  omrt_out_open(&out, "stacks.raw");
}

static uint64_t hash(const uint64_t *pcs, int n) {
  uint64_t h = (uint64_t)n, by = 0x9e3779b97f4a7c15ull; /* no product waits for another */
  for (int i = 0; i < n; i++, by += 0x5851f42d4c957f2eull) h += pcs[i] * by;
  h = (h ^ h >> 32) * 0x9e3779b97f4a7c15ull;
  return h ^ h >> 32;
}

static bool is(uint32_t number, const uint64_t *pcs, int n) {
  const uint64_t *at = word + start[number - 1];
  return at[0] == (uint64_t)n && !memcmp(at + 1, pcs, (size_t)n * 8);
}

/* The stack's number; 0 for an empty one, or when there is no more room. */
uint32_t omrt_depot_put(const uint64_t *pcs, int n) {
  if (n <= 0) return 0;
  uint64_t h = hash(pcs, n), i = h & (TABLE - 1);
  uint32_t *known = &recent[h >> 32 & (RECENT - 1)];
  if (*known && is(*known, pcs, n)) return *known;
  for (; bucket[i]; i = (i + 1) & (TABLE - 1))
    if (is(bucket[i], pcs, n)) return *known = bucket[i];
  if (stacks == STACKS || words + (uint64_t)n + 1 > WORDS) return 0;
  uint64_t *at = word + words;
  at[0] = (uint64_t)n;
  memcpy(at + 1, pcs, (size_t)n * 8);
  omrt_out_write(&out, at, ((size_t)n + 1) * 8);
  start[stacks] = words;
  words += (uint64_t)n + 1;
  return *known = bucket[i] = ++stacks;
}

void omrt_depot_silence(void) { out = (struct omrt_out){.fd = -1}; }
void omrt_depot_flush(void) { omrt_out_flush(&out); }
