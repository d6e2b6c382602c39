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
  word = omrt_reserve(WORDS * 8);
  start = omrt_reserve((uint64_t)STACKS * 4);
  bucket = omrt_reserve((uint64_t)BUCKETS * 4);
}

/* A stack as it is found. A function that calls itself is shown once for each place where it does: else a
 * recursion would have as many stacks as it has paths. This is done at every malloc and free: all of it is in
 * registers, and there are no branches, because a recursion takes any path. */
struct found {
  uint64_t last, before, hash, n;
};
static inline struct found put(struct found s, uint64_t *pcs, uint64_t pc) {
  uint64_t more = (s.hash << 7 | s.hash >> 57) ^ pc * 0x9e3779b97f4a7c15ull;
  uint64_t news = (pc != s.last) & (pc != s.before) & (s.n < DEPTH), mask = -news;
  pcs[s.n] = pc; /* there is room for one more */
  s.n += news;
  s.before ^= (s.before ^ s.last) & mask;
  s.last ^= (s.last ^ pc) & mask;
  s.hash ^= (s.hash ^ more) & mask;
  return s;
}

static struct found walk_slowly(const void *frame, uint64_t *pcs) {
  struct found s = {0};
  uint64_t all[DEPTH];
  int n = omrt_backtrace(frame, all, DEPTH);
  for (int i = 0; i < n; i++) s = put(s, pcs, all[i]);
  return s;
}

/* omrt_backtrace, on a stack that is known, in code of the program's own. */
static inline struct found walk(const void *frame, uint64_t *pcs) {
  extern const char __executable_start[] __attribute__((visibility("hidden")));
  extern const char _end[] __attribute__((visibility("hidden")));
  const struct omrt_fiber *f = omrt_cur;
  uintptr_t lo = (uintptr_t)frame, hi = f->stack_hi, exe = (uintptr_t)__executable_start;
  const uintptr_t *fp = frame;
  struct found s = {0};
  if (lo >= hi || lo < f->stack_lo) return walk_slowly(frame, pcs);
  for (int i = 0; i < DEPTH; i++) {
    if (!omrt_frame_fits((uintptr_t)fp, lo, hi) || fp[1] < 4096) break;
    uintptr_t pc = fp[1], hidden;
    s = put(s, pcs, pc);
    if (pc - exe >= (uintptr_t)_end - exe && (hidden = omrt_hidden_caller(fp, pc, hi)))
      s = put(s, pcs, hidden);
    lo = (uintptr_t)fp + 16;
    fp = (const uintptr_t *)fp[0];
  }
  return s;
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
uint32_t omrt_stack_keep(const void *frame) {
  static struct {
    uint64_t hash;
    uint32_t number;
  } recent[256];
  uint64_t pcs[DEPTH + 1];
  struct found found = walk(frame, pcs);
  if (!found.n) return 0;
  uint64_t h = found.hash ^ found.hash >> 29, i = h & (BUCKETS - 1);
  if (recent[h & 255].hash == h) return recent[h & 255].number;
  if (!word) make();
  while (bucket[i] && word[start[bucket[i] - 1]] != h) i = (i + 1) & (BUCKETS - 1);
  if (!bucket[i]) bucket[i] = add(pcs, (int)found.n, h);
  recent[h & 255].hash = h;
  return recent[h & 255].number = bucket[i];
}

struct omrt_by omrt_stack_of(uint32_t number, uint32_t thread) {
  if (!number || number > stacks) return (struct omrt_by){0};
  const uint64_t *at = word + start[number - 1];
  return (struct omrt_by){.thread = (int)thread, .n = (int)at[1], .pcs = at + 2};
}
