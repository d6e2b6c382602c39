/* The depot of stacks: see stacks.h. Never emptied: programs allocate and free at few places. */
#include "runtime/memory/stacks.h"
#include "runtime/rt.h"
#include "runtime/sched/sched.h"
#include <string.h>

#define DEPTH 12
#define STACKS (1u << 22)
#define BUCKETS (1u << 23)
#define WORDS (1ull << 26)
static uint64_t *word, words; /* hash, count, pcs */
static uint32_t *start;       /* of stack i + 1, in words */
static uint32_t *bucket, stacks;

static void make(void) {
  word = omen_reserve(WORDS * 8);
  start = omen_reserve((uint64_t)STACKS * 4);
  bucket = omen_reserve((uint64_t)BUCKETS * 4);
}

/* A function that calls itself is shown once for each place where it does: else a recursion would have as
 * many stacks as it has paths. */
static inline int put(uint64_t *pcs, int n, uint64_t pc) { /* two zeros are in front of pcs */
  pcs[n] = pc;
  return n + ((pcs[n - 1] != pc) & (pcs[n - 2] != pc));
}

/* omen_backtrace, for who is asked at every malloc: on a stack that is known, in code of the program's own.
 */
static int walk(const void *frame, uint64_t *pcs) {
  extern const char __executable_start[] __attribute__((visibility("hidden")));
  extern const char _end[] __attribute__((visibility("hidden")));
  const struct omen_fiber *f = omen_cur;
  uintptr_t lo = (uintptr_t)frame, hi = f->stack_hi, exe = (uintptr_t)__executable_start;
  const uintptr_t *fp = frame;
  int n = 0;
  if (lo >= hi || lo < f->stack_lo) return omen_backtrace(frame, pcs, DEPTH);
  for (int i = 0; i < DEPTH && n < DEPTH; i++) {
    if ((uintptr_t)fp < lo || (uintptr_t)fp + 16 > hi || (uintptr_t)fp & 7 || fp[1] < 4096) break;
    uintptr_t pc = fp[1];
    n = put(pcs, n, pc);
    if (pc - exe >= (uintptr_t)_end - exe && n < DEPTH && (pcs[n] = omen_hidden_caller(fp, pc, hi))) n++;
    lo = (uintptr_t)fp + 16;
    fp = (const uintptr_t *)fp[0];
  }
  return n;
}

static uint64_t hash(const uint64_t *pcs, int n) {
  uint64_t h = (uint64_t)n;
  for (int i = 0; i < n; i++) {
    h = (h ^ pcs[i]) * 0x9e3779b97f4a7c15ull;
    h ^= h >> 32;
  }
  return h;
}

static uint32_t add(const uint64_t *pcs, int n, uint64_t h) {
  if (stacks == STACKS - 1 || words + (uint64_t)n + 2 > WORDS) return 0;
  word[words] = h;
  word[words + 1] = (uint64_t)n;
  memcpy(word + words + 2, pcs, (size_t)n * 8);
  start[stacks] = (uint32_t)words;
  words += (uint64_t)n + 2;
  return ++stacks;
}

/* Two stacks of one hash are taken for the same: there are 2^64 of them. */
uint32_t omen_stack_keep(const void *frame) {
  static struct {
    uint64_t hash;
    uint32_t number;
  } recent[256];
  uint64_t room[DEPTH + 2], *pcs = room + 2;
  room[0] = room[1] = 0;
  int n = walk(frame, pcs);
  if (n <= 0) return 0;
  uint64_t h = hash(pcs, n), i = h & (BUCKETS - 1);
  if (recent[h & 255].hash == h) return recent[h & 255].number;
  if (!word) make();
  while (bucket[i] && word[start[bucket[i] - 1]] != h) i = (i + 1) & (BUCKETS - 1);
  if (!bucket[i]) bucket[i] = add(pcs, n, h);
  recent[h & 255].hash = h;
  return recent[h & 255].number = bucket[i];
}

struct omen_by omen_stack_of(uint32_t number, uint32_t thread) {
  if (!number || number > stacks) return (struct omen_by){0};
  const uint64_t *at = word + start[number - 1];
  return (struct omen_by){.thread = (int)thread, .n = (int)at[1], .pcs = at + 2};
}
