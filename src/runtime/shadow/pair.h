/* shadow/pair.h: histories that end in a plain read, the most common of all: what a thread wrote once, or
 * another one did, and it reads again in every segment.
 *
 * Such a history is a pair: what came before (the base: one entry, or a list), and the segment of the read.
 * The id names a context, (base, block of segments), and the segment within that block. So when the thread
 * reads again in a later segment of its block, the history after it is a matter of arithmetic: the same
 * context, another number. Nothing in the base can race with the new read that did not race with the old one:
 * the thread knows no less than it did. */
#ifndef OMRT_SHADOW_PAIR_H
#define OMRT_SHADOW_PAIR_H
#include "runtime/shadow/history.h"

struct omrt_pair_context {
  uint32_t base;  /* not 0, and no pair */
  uint32_t first; /* segment of the block */
};
#define OMRT_CONTEXTS (1u << 21)
#define OMRT_PAIR_SEGMENT (OMRT_SEG_BLOCK - 1)
_Static_assert(OMRT_ID_PAIR + OMRT_CONTEXTS * (uint64_t)OMRT_SEG_BLOCK == OMRT_ID_SPLIT, "ids of pairs");

struct omrt_pairs {
  struct omrt_pair_context *context; /* the space in use */
  struct omrt_pair_context *spare;   /* the other one, for the collector */
  uint32_t used, limit;
  uint32_t kept; /* by the last collection */
};
extern struct omrt_pairs omrt_pairs;

static inline const struct omrt_pair_context *omrt_pair_context(uint32_t id) {
  return &omrt_pairs.context[(id - OMRT_ID_PAIR) / OMRT_SEG_BLOCK];
}
static inline uint32_t omrt_pair_base(uint32_t id) { return omrt_pair_context(id)->base; }
static inline uint32_t omrt_pair_seg(uint32_t id) {
  return omrt_pair_context(id)->first | (id & OMRT_PAIR_SEGMENT);
}

/* Contexts that were asked for last, by base and block: number + 1. */
#define OMRT_KNOWN_CONTEXTS 12 /* bits */
extern uint32_t omrt_known_context[1u << OMRT_KNOWN_CONTEXTS];
static inline uint32_t *omrt_known_at(uint32_t base, uint32_t first) {
  uint64_t both = base | (uint64_t)first << 32;
  return &omrt_known_context[both * 0x9e3779b97f4a7c15ull >> (64 - OMRT_KNOWN_CONTEXTS)];
}
/* The pair of a base and a read by `seg`, if its context is known; else 0. */
static inline uint32_t omrt_pair_known(uint32_t base, uint32_t seg) {
  uint32_t first = seg & ~OMRT_PAIR_SEGMENT, n = *omrt_known_at(base, first) - 1;
  if (n >= omrt_pairs.used || omrt_pairs.context[n].base != base || omrt_pairs.context[n].first != first)
    return 0;
  return (OMRT_ID_PAIR + n * OMRT_SEG_BLOCK) | (seg & OMRT_PAIR_SEGMENT);
}

void omrt_pairs_init(void);
void omrt_pairs_clear(void);
/* The same, known or not; 0: there is no room for another context. */
uint32_t omrt_pair_of(uint32_t base, uint32_t seg);
/* Collector: see history.h. */
void omrt_pairs_flip(void);
uint32_t omrt_pair_move(uint32_t id, bool (*dead)(uint32_t seg));
#endif
