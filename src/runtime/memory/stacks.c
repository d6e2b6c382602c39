/* The depot of stacks: see stacks.h. Never emptied: programs allocate and free at few places. */
#include "runtime/memory/stacks.h"
#include "runtime/rt.h"
#include <string.h>

#define DEPTH 12
#define RECENT 4
#define STACKS (1u << 22)
#define BUCKETS (1u << 23)
#define WORDS (1ull << 26)
static uint64_t *word, words; /* count, pcs */
static uint32_t *start;       /* of stack i + 1, in words */
static uint32_t *bucket, stacks;

static void make(void) {
  word = omen_reserve(WORDS * 8);
  start = omen_reserve((uint64_t)STACKS * 4);
  bucket = omen_reserve((uint64_t)BUCKETS * 4);
}

static uint64_t hash(const uint64_t *pcs, int n) {
  uint64_t h = (uint64_t)n;
  for (int i = 0; i < n; i++) {
    h = (h ^ pcs[i]) * 0x9e3779b97f4a7c15ull;
    h ^= h >> 32;
  }
  return h;
}

static uint32_t add(const uint64_t *pcs, int n) {
  if (stacks == STACKS - 1 || words + (uint64_t)n + 1 > WORDS) return 0;
  word[words] = (uint64_t)n;
  memcpy(word + words + 1, pcs, (size_t)n * 8);
  start[stacks] = (uint32_t)words;
  words += (uint64_t)n + 1;
  return ++stacks;
}

/* A function that calls itself is shown once for each place where it does: else a recursion would have as many
 * stacks as it has paths. */
static int without_recursion(uint64_t *pcs, int n) {
  int kept = 0;
  for (int i = 0; i < n; i++) {
    bool again = false;
    for (int k = kept > RECENT ? kept - RECENT : 0; k < kept; k++) again |= pcs[k] == pcs[i];
    if (!again) pcs[kept++] = pcs[i];
  }
  return kept;
}

uint32_t omen_stack_keep(const void *frame) {
  uint64_t pcs[DEPTH];
  int n = without_recursion(pcs, omen_backtrace(frame, pcs, DEPTH));
  if (n <= 0) return 0;
  if (!word) make();
  uint64_t i = hash(pcs, n) & (BUCKETS - 1);
  for (; bucket[i]; i = (i + 1) & (BUCKETS - 1)) {
    const uint64_t *at = word + start[bucket[i] - 1];
    if (at[0] == (uint64_t)n && !memcmp(at + 1, pcs, (size_t)n * 8)) return bucket[i];
  }
  return bucket[i] = add(pcs, n);
}

struct omen_by omen_stack_of(uint32_t number, uint32_t thread) {
  if (!number || number > stacks) return (struct omen_by){0};
  const uint64_t *at = word + start[number - 1];
  return (struct omen_by){.thread = (int)thread, .n = (int)at[0], .pcs = at + 1};
}
