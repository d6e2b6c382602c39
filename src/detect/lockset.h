/* Sets of locks as numbers. A set is a node in a tree: the set without its newest lock, and that lock; number
 * 0 is the empty set. The same locks taken in another order make another number: that costs nothing but some
 * memory. */
#ifndef OMEN_DETECT_LOCKSET_H
#define OMEN_DETECT_LOCKSET_H
#include "base/base.h"
#include "base/table.h"

struct omen_lockset_node {
  uint32_t parent, lock;
};
struct omen_locksets {
  struct omen_lockset_node *node; /* node[0] is the empty set */
  uint32_t n, cap;
  struct omen_table number; /* of the node: by parent << 32 | lock */
  uint64_t *memo;           /* answers of disjoint and intersect, direct-mapped: see lockset.c */
  uint64_t *memo_key;
};
void omen_locksets_init(struct omen_locksets *s);
void omen_locksets_release(struct omen_locksets *s);
uint32_t omen_locksets_with(struct omen_locksets *s, uint32_t set, uint32_t lock);
uint32_t omen_locksets_without(struct omen_locksets *s, uint32_t set, uint32_t lock);
bool omen_locksets_has(const struct omen_locksets *s, uint32_t set, uint32_t lock);
uint32_t omen_locksets_intersect(struct omen_locksets *s, uint32_t a, uint32_t b); /* in the order of a */
bool omen_locksets_disjoint(struct omen_locksets *s, uint32_t a, uint32_t b);
#endif
