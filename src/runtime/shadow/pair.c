/* Contexts of pairs: a table that is appended to until the collector moves what is alive to the other space.
 */
#include "runtime/shadow/pair.h"
#include "runtime/shadow/shadow.h"
#include <string.h>

struct omrt_pairs omrt_pairs;

#define CONTEXT_MOVED                                                                                        \
  1u /* in `first`, whose low bits are clear: `base` is the new context's number, or NO_CONTEXT */
#define NO_CONTEXT UINT32_MAX

uint32_t omrt_known_context[1u << OMRT_KNOWN_CONTEXTS];

void omrt_pairs_init(void) {
  omrt_pairs.context = omrt_reserve(OMRT_CONTEXTS * sizeof *omrt_pairs.context);
  omrt_pairs.spare = omrt_reserve(OMRT_CONTEXTS * sizeof *omrt_pairs.context);
  omrt_pairs.limit = OMRT_CONTEXTS;
}

void omrt_pairs_clear(void) {
  omrt_pairs.used = omrt_pairs.kept = 0;
  memset(omrt_known_context, 0, sizeof omrt_known_context);
}

uint32_t omrt_pair_of(uint32_t base, uint32_t seg) {
  uint32_t known = omrt_pair_known(base, seg), first = seg & ~OMRT_PAIR_SEGMENT;
  if (known || omrt_pairs.used >= omrt_pairs.limit) return known;
  omrt_pairs.context[omrt_pairs.used++] = (struct omrt_pair_context){base, first};
  *omrt_known_at(base, first) = omrt_pairs.used;
  return omrt_pair_known(base, seg);
}

void omrt_pairs_flip(void) {
  struct omrt_pair_context *context = omrt_pairs.context;
  omrt_pairs.context = omrt_pairs.spare;
  omrt_pairs.spare = context;
  omrt_pairs_clear();
}

/* What the base becomes is the same for all pairs of a context. */
static void move_context(struct omrt_pair_context *old, bool (*dead)(uint32_t)) {
  uint32_t base = omrt_history_move(old->base, dead);
  if (base < OMRT_ID_INDIRECT && dead(base >> 1)) base = 0;
  old->base = base ? (omrt_pair_of(base, old->first) - OMRT_ID_PAIR) / OMRT_SEG_BLOCK : NO_CONTEXT;
  old->first |= CONTEXT_MOVED;
}

uint32_t omrt_pair_move(uint32_t id, bool (*dead)(uint32_t)) {
  struct omrt_pair_context *old = &omrt_pairs.spare[(id - OMRT_ID_PAIR) / OMRT_SEG_BLOCK];
  if (!(old->first & CONTEXT_MOVED)) move_context(old, dead);
  uint32_t seg = (old->first & ~OMRT_PAIR_SEGMENT) | (id & OMRT_PAIR_SEGMENT);
  if (dead(seg)) return old->base == NO_CONTEXT ? 0 : omrt_pairs.context[old->base].base;
  if (old->base == NO_CONTEXT) return seg << 1;
  return (OMRT_ID_PAIR + old->base * OMRT_SEG_BLOCK) | (seg & OMRT_PAIR_SEGMENT);
}
