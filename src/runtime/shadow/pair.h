/* shadow/pair.h: histories that end in a plain read, the most common of all: what a thread wrote once, or
 * another one did, and it reads again in every segment.
 *
 * Such a history is a pair: what came before (the base: one entry, or a list), and the segment of the read.
 * The id names a context, (base, block of segments), and the segment within that block. So when the thread
 * reads again in a later segment of its block, the history after it is a matter of arithmetic: the same
 * context, another number. Nothing in the base can race with the new read that did not race with the old one:
 * the thread knows no less than it did. */
#ifndef OMEN_SHADOW_PAIR_H
#define OMEN_SHADOW_PAIR_H
#include "runtime/shadow/history.h"

struct omen_pair_context {
  uint32_t base;  /* not 0, and no pair */
  uint32_t first; /* segment of the block */
};
#define OMEN_CONTEXTS (1u << 21)
#define OMEN_PAIR_SEGMENT (OMEN_SEG_BLOCK - 1)
_Static_assert(OMEN_ID_PAIR + OMEN_CONTEXTS * (uint64_t)OMEN_SEG_BLOCK == OMEN_ID_SPLIT, "ids of pairs");

struct omen_pairs {
  struct omen_pair_context *context; /* the space in use */
  struct omen_pair_context *spare;   /* the other one, for the collector */
  uint32_t used, limit;
  uint32_t kept; /* by the last collection */
};
extern struct omen_pairs omen_pairs;

static inline const struct omen_pair_context *omen_pair_context(uint32_t id) {
  return &omen_pairs.context[(id - OMEN_ID_PAIR) / OMEN_SEG_BLOCK];
}
static inline uint32_t omen_pair_base(uint32_t id) { return omen_pair_context(id)->base; }
static inline uint32_t omen_pair_seg(uint32_t id) {
  return omen_pair_context(id)->first | (id & OMEN_PAIR_SEGMENT);
}

/* Contexts that were asked for last, by base and block: number + 1. */
#define OMEN_KNOWN_CONTEXTS 12 /* bits */
extern uint32_t omen_known_context[1u << OMEN_KNOWN_CONTEXTS];
static inline uint32_t *omen_known_at(uint32_t base, uint32_t first) {
  uint64_t both = base | (uint64_t)first << 32;
  return &omen_known_context[both * 0x9e3779b97f4a7c15ull >> (64 - OMEN_KNOWN_CONTEXTS)];
}
/* The pair of a base and a read by `seg`, if its context is known; else 0. */
static inline uint32_t omen_pair_known(uint32_t base, uint32_t seg) {
  uint32_t first = seg & ~OMEN_PAIR_SEGMENT, n = *omen_known_at(base, first) - 1;
  if (n >= omen_pairs.used || omen_pairs.context[n].base != base || omen_pairs.context[n].first != first)
    return 0;
  return (OMEN_ID_PAIR + n * OMEN_SEG_BLOCK) | (seg & OMEN_PAIR_SEGMENT);
}

void omen_pairs_init(void);
void omen_pairs_clear(void);
/* The same, known or not; 0: there is no room for another context. */
uint32_t omen_pair_of(uint32_t base, uint32_t seg);
/* Collector: see history.h. */
void omen_pairs_flip(void);
uint32_t omen_pair_move(uint32_t id, bool (*dead)(uint32_t seg));
#endif
