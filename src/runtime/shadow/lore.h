/* shadow/lore.h: which watched accesses somebody knows of, for the watch log's filter (quiet.c). Inside
 * shadow/ only.
 *
 * A vector of counts, shared by all who know the same: it is never changed, only replaced, and goes when
 * nobody refers to it. NULL knows nothing. */
#ifndef OMEN_SHADOW_LORE_H
#define OMEN_SHADOW_LORE_H
#include <stdbool.h>
#include <stdint.h>

struct omen_lore {
  uint32_t refs, n;
  uint32_t v[];
};

/* All of a is in b. */
bool omen_lore_within(const struct omen_lore *a, const struct omen_lore *b);
void omen_lore_set(struct omen_lore **to, struct omen_lore *from);
/* *to := *to | from; true: that was more. */
bool omen_lore_join(struct omen_lore **to, struct omen_lore *from);
/* *to := what both have. */
void omen_lore_meet(struct omen_lore **to, struct omen_lore *with);
void omen_lore_raise(struct omen_lore **to, uint32_t i, uint32_t value);
static inline uint32_t omen_lore_get(const struct omen_lore *l, uint32_t i) {
  return l && i < l->n ? l->v[i] : 0;
}
#endif
