/* Sets of unordered pairs of program locations. */
#ifndef OMEN_DETECT_PAIRSET_H
#define OMEN_DETECT_PAIRSET_H
#include "base/base.h"

/* A table of its own: 8 bytes a pair instead of the 16 of base/table.h. It is asked in the inner loops of the
 * engines. */
struct omen_pairset {
  uint64_t *slot; /* (smaller + 1) << 32 | larger */
  uint32_t mask, n;
  uint32_t *degree; /* by location: number of pairs that it is in */
  uint32_t locs;
};
bool omen_pairset_add(struct omen_pairset *s, uint32_t l1, uint32_t l2); /* true: it was new */
bool omen_pairset_has(const struct omen_pairset *s, uint32_t l1, uint32_t l2);
void omen_pairset_release(struct omen_pairset *s);
#endif
