/* A set of hashes, with how often each was added. */
#ifndef OMEN_SYMBOLIC_HASHSET_H
#define OMEN_SYMBOLIC_HASHSET_H
#include <stdint.h>

struct omen_hashset {
  struct omen_hashset_entry {
    uint64_t hash, count;
  } *entries;
  uint64_t n, cap;
};
uint64_t omen_hashset_add(struct omen_hashset *s, uint64_t hash); /* how often it now is there */
uint64_t omen_hashset_count(const struct omen_hashset *s, uint64_t hash);
void omen_hashset_release(struct omen_hashset *s);
#endif
