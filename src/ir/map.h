/* A map from pointers to 64-bit values: what every analysis here hangs its notes on (LLVM-C values, blocks
 * and metadata are opaque pointers). Keys are never dereferenced. Nothing is removed. A zeroed struct is an
 * empty map. */
#ifndef OMEN_IR_MAP_H
#define OMEN_IR_MAP_H
#include "base/table.h"

struct omen_map {
  struct omen_table table;
};
static inline void omen_map_release(struct omen_map *m) { omen_table_release(&m->table); }
static inline void omen_map_clear(struct omen_map *m) { omen_table_clear(&m->table); }
/* True: it is there. `value` may be NULL. */
static inline bool omen_map_get(const struct omen_map *m, const void *key, uint64_t *value) {
  const uint64_t *found = omen_table_find(&m->table, (uintptr_t)key);
  if (found && value) *value = *found;
  return found;
}
/* Overwrites. True: the key is new. */
static inline bool omen_map_put(struct omen_map *m, const void *key, uint64_t value) {
  return omen_table_put(&m->table, (uintptr_t)key, value);
}
#endif
