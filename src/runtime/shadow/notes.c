/* The table of notes: see notes.h. */
#include "runtime/shadow/notes.h"
#include "runtime/rt.h"

enum { BUCKETS = 4096 };
static struct omrt_note **bucket;
static uint32_t notes;

/* By lines of 64 bytes, so that a range is forgotten line by line. */
static uint32_t hash(uint64_t line) { return (uint32_t)(line * 0x9e3779b97f4a7c15ull >> 52); }

struct omrt_note *omrt_note_find(uint64_t addr, enum omrt_note_kind kind) {
  if (!notes) return NULL;
  for (struct omrt_note *n = bucket[hash(addr >> 6)]; n; n = n->next)
    if (n->addr == addr && n->kind == kind) return n;
  return NULL;
}

struct omrt_note *omrt_note_at(uint64_t addr, enum omrt_note_kind kind) {
  struct omrt_note *n = omrt_note_find(addr, kind);
  if (n) return n;
  if (!bucket) bucket = omrt_alloc(BUCKETS * sizeof *bucket);
  struct omrt_note **b = &bucket[hash(addr >> 6)];
  n = omrt_alloc(sizeof *n);
  n->addr = addr;
  n->kind = kind;
  n->next = *b;
  notes++;
  return *b = n;
}

static void forget_bucket(uint32_t i, uint64_t addr, uint64_t len) {
  for (struct omrt_note **p = &bucket[i], *n; (n = *p);) {
    if (n->addr - addr >= len) {
      p = &n->next;
      continue;
    }
    *p = n->next;
    omrt_clk_reset(&n->clock);
    omrt_clk_reset(&n->other);
    omrt_free(n, sizeof *n);
    notes--;
  }
}

void omrt_notes_forget(uint64_t addr, uint64_t len) {
  if (!notes) return;
  uint64_t lines = (len >> 6) + 2;
  for (uint64_t i = 0; i < (lines < BUCKETS ? lines : BUCKETS); i++)
    forget_bucket(lines < BUCKETS ? hash((addr >> 6) + i) : (uint32_t)i, addr, len);
}
