/* What is remembered of the accesses to a variable: for each class of access (plain and atomic, read and
 * write) the times of the latest ones, one a thread at most. A slot is one epoch (thread, time) or, when that
 * is not enough, a list of them in an arena.
 *
 * Two ways to add an access to a slot:
 *   full   the vector clock of algorithm 1: each thread's last access, always.
 *   epoch  accesses that are ordered before the new one are dropped, and a list of one is an epoch again. No
 * answer changes: an event that races with a dropped access races with the access that it was dropped for,
 * which conflicts with all that the dropped one conflicts with. (Were it of the same thread as the latter, it
 * would be ordered after the dropped one.) So, unlike FastTrack, every racy event is found, not the first
 * alone. */
#ifndef OMEN_DETECT_HISTORY_H
#define OMEN_DETECT_HISTORY_H
#include "base/base.h"
#include <string.h>

enum omen_access_class { OMEN_ACCESS_R, OMEN_ACCESS_W, OMEN_ACCESS_AR, OMEN_ACCESS_AW, OMEN_ACCESS_CLASSES };
/* By class: the set of classes that it conflicts with. Atomics do not conflict with each other. */
static const uint8_t omen_conflicts[OMEN_ACCESS_CLASSES] = {1 << OMEN_ACCESS_W | 1 << OMEN_ACCESS_AW, 15,
                                                            1 << OMEN_ACCESS_W,
                                                            1 << OMEN_ACCESS_R | 1 << OMEN_ACCESS_W};

#define OMEN_SLOT_LIST 0x80000000u
struct omen_slot {
  uint32_t a; /* thread; or OMEN_SLOT_LIST | log2 of capacity << 16 | length */
  uint32_t b; /* its time, 0: none; or the list's place in the arena */
};
struct omen_arena { /* blocks of 2^k entries (thread << 32 | time), with free lists */
  uint64_t *mem;
  uint32_t n, cap;
  uint32_t free[16]; /* first free block of a size, 0: none; a block's first word names the next */
};
void omen_arena_release(struct omen_arena *m);
void omen_arena_reset(struct omen_arena *m);
/* Out of line: the slot becomes a list with room for one more. */
void omen_slot_grow(struct omen_arena *m, struct omen_slot *s);
void omen_slot_clear(struct omen_arena *m, struct omen_slot *s);
void omen_slot_add_slow(struct omen_arena *m, struct omen_slot *s, uint32_t t, const uint32_t *clock);

/* Is there an access in the slot that is not known to the clock? */
static inline bool omen_slot_unordered(const struct omen_arena *m, const struct omen_slot *s,
                                       const uint32_t *clock) {
  if (!(s->a & OMEN_SLOT_LIST)) return s->b > clock[s->a];
  const uint64_t *v = m->mem + s->b;
  for (uint32_t i = 0, n = s->a & 0xffff; i < n; i++)
    if ((uint32_t)v[i] > clock[v[i] >> 32]) return true;
  return false;
}
/* epoch: thread t at clock[t], and what it supersedes goes. */
static inline void omen_slot_add(struct omen_arena *m, struct omen_slot *s, uint32_t t,
                                 const uint32_t *clock) {
  if (!(s->a & OMEN_SLOT_LIST) && s->b <= clock[s->a])
    *s = (struct omen_slot){t, clock[t]};
  else
    omen_slot_add_slow(m, s, t, clock);
}
/* full: thread t's component is clk. The latest is kept in front. */
static inline void omen_slot_set(struct omen_arena *m, struct omen_slot *s, uint32_t t, uint32_t clk) {
  if (s->a & OMEN_SLOT_LIST) {
    uint64_t *v = m->mem + s->b;
    for (uint32_t i = 0, n = s->a & 0xffff; i < n; i++)
      if (v[i] >> 32 == t) {
        v[i] = v[0];
        v[0] = (uint64_t)t << 32 | clk;
        return;
      }
  }
  omen_slot_grow(m, s);
  m->mem[s->b + (s->a & 0xffff)] = (uint64_t)t << 32 | clk;
  s->a++;
}
#endif
