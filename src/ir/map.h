/* A map from pointers to 64-bit values: what every analysis here hangs its notes on (LLVM-C values, blocks
 * and metadata are opaque pointers). Keys are never dereferenced; a NULL key is not allowed. Nothing is
 * removed. */
#ifndef OMEN_IR_MAP_H
#define OMEN_IR_MAP_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct omen_map_slot {
  const void *key;
  uint64_t value;
};
/* A zeroed struct is an empty map. */
struct omen_map {
  struct omen_map_slot *slots;
  size_t n, cap;
};
void omen_map_release(struct omen_map *m);
void omen_map_clear(struct omen_map *m);
bool omen_map_get(const struct omen_map *m, const void *key, uint64_t *value); /* value may be NULL */
/* Overwrites. Returns true when the key was new. */
bool omen_map_put(struct omen_map *m, const void *key, uint64_t value);
#endif
