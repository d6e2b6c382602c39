/* Contexts of pairs: a table that is appended to until the collector moves what is alive to the other space.
 */
#include "runtime/shadow/pair.h"
#include "runtime/shadow/shadow.h"
#include <string.h>

struct omen_pairs omen_pairs;

#define CONTEXT_MOVED                                                                                        \
  1u /* in `first`, whose low bits are clear: `base` is the new context's number, or NO_CONTEXT */
#define NO_CONTEXT UINT32_MAX

uint32_t omen_known_context[1u << OMEN_KNOWN_CONTEXTS];

void omen_pairs_init(void) {
  omen_pairs.context = omen_reserve(OMEN_CONTEXTS * sizeof *omen_pairs.context);
  omen_pairs.spare = omen_reserve(OMEN_CONTEXTS * sizeof *omen_pairs.context);
  omen_pairs.limit = OMEN_CONTEXTS;
}

void omen_pairs_clear(void) {
  omen_pairs.used = omen_pairs.kept = 0;
  memset(omen_known_context, 0, sizeof omen_known_context);
}

uint32_t omen_pair_of(uint32_t base, uint32_t seg) {
  uint32_t known = omen_pair_known(base, seg), first = seg & ~OMEN_PAIR_SEGMENT;
  if (known || omen_pairs.used >= omen_pairs.limit) return known;
  omen_pairs.context[omen_pairs.used++] = (struct omen_pair_context){base, first};
  *omen_known_at(base, first) = omen_pairs.used;
  return omen_pair_known(base, seg);
}

void omen_pairs_flip(void) {
  struct omen_pair_context *context = omen_pairs.context;
  omen_pairs.context = omen_pairs.spare;
  omen_pairs.spare = context;
  omen_pairs_clear();
}

/* What the base becomes is the same for all pairs of a context. */
static void move_context(struct omen_pair_context *old, bool (*dead)(uint32_t)) {
  uint32_t base = omen_history_move(old->base, dead);
  if (base < OMEN_ID_INDIRECT && dead(base >> 1)) base = 0;
  old->base = base ? (omen_pair_of(base, old->first) - OMEN_ID_PAIR) / OMEN_SEG_BLOCK : NO_CONTEXT;
  old->first |= CONTEXT_MOVED;
}

uint32_t omen_pair_move(uint32_t id, bool (*dead)(uint32_t)) {
  struct omen_pair_context *old = &omen_pairs.spare[(id - OMEN_ID_PAIR) / OMEN_SEG_BLOCK];
  if (!(old->first & CONTEXT_MOVED)) move_context(old, dead);
  uint32_t seg = (old->first & ~OMEN_PAIR_SEGMENT) | (id & OMEN_PAIR_SEGMENT);
  if (dead(seg)) return old->base == NO_CONTEXT ? 0 : omen_pairs.context[old->base].base;
  if (old->base == NO_CONTEXT) return seg << 1;
  return (OMEN_ID_PAIR + old->base * OMEN_SEG_BLOCK) | (seg & OMEN_PAIR_SEGMENT);
}
