/* The hash table of the command: open addressing with linear probing, at most half full.
 *
 * omen_table maps 64-bit keys to 64-bit values: a map, a set (the values do not matter) or a bag (the values
 * are counts). Keys may be any numbers, pointers and hashes among them.
 *
 * omen_index is for keys of any other shape, such as bytes or a struct of several numbers: the caller keeps
 * its records, keys included, in an array, and the index finds the number of a record by the hash of its key.
 * The index does not see keys; a function of the caller's compares them. It is inlined with that function, so
 * there is no call through a pointer on the way.
 *
 * Both: all zero is empty; the caller owns the struct and releases it; nothing is removed one by one. Growing
 * beyond the maximum, or beyond the memory there is, ends the command with a message (as all allocation in
 * the command does). The runtime has tables of its own: it has no C library to allocate with. */
#ifndef OMEN_BASE_TABLE_H
#define OMEN_BASE_TABLE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Entries of one table. The next doubling would take 32 GB: whatever asks for it is stuck in a loop, or reads
 * numbers from a damaged file. */
#define OMEN_TABLE_MAX (UINT64_C(1) << 30)

struct omen_table_entry {
  uint64_t key; /* 0: free */
  uint64_t value;
};
struct omen_table {
  struct omen_table_entry *entries; /* 2^bits */
  size_t n;                         /* keys, 0 included */
  unsigned bits;
  bool has_zero;
  uint64_t zero; /* the value of key 0, which has no entry */
};
void omen_table_release(struct omen_table *t);
void omen_table_clear(struct omen_table *t); /* keeps the memory */
void omen_table_grow(struct omen_table *t);

/* Fibonacci hashing: the multiplier is 2^64 divided by the golden ratio, and the upper bits of the product
 * are the best mixed. The upper half of the key is folded in first, for keys that are two numbers side by
 * side. */
static inline size_t omen_table_home(uint64_t key, unsigned bits) {
  return (size_t)((key ^ key >> 32) * UINT64_C(0x9e3779b97f4a7c15) >> (64 - bits));
}
static inline struct omen_table_entry *omen_table_entry_of(const struct omen_table *t, uint64_t key) {
  size_t mask = ((size_t)1 << t->bits) - 1, i = omen_table_home(key, t->bits);
  while (t->entries[i].key && t->entries[i].key != key) i = (i + 1) & mask;
  return &t->entries[i];
}
/* The value of a key; NULL: it is not there. Valid until a key is added. */
static inline uint64_t *omen_table_find(const struct omen_table *t, uint64_t key) {
  if (!key) return t->has_zero ? (uint64_t *)&t->zero : NULL;
  if (!t->entries) return NULL;
  struct omen_table_entry *e = omen_table_entry_of(t, key);
  return e->key ? &e->value : NULL;
}
/* The same; a key that is not there is added, with value 0. */
static inline uint64_t *omen_table_at(struct omen_table *t, uint64_t key) {
  if (!key) {
    t->n += !t->has_zero;
    t->has_zero = true;
    return &t->zero;
  }
  if (!t->bits || t->n >= (size_t)1 << (t->bits - 1)) omen_table_grow(t);
  struct omen_table_entry *e = omen_table_entry_of(t, key);
  t->n += !e->key;
  e->key = key;
  return &e->value;
}
static inline bool omen_table_has(const struct omen_table *t, uint64_t key) {
  return omen_table_find(t, key);
}
/* The value; 0 where there is none. */
static inline uint64_t omen_table_get(const struct omen_table *t, uint64_t key) {
  const uint64_t *value = omen_table_find(t, key);
  return value ? *value : 0;
}
/* Adds the key, or overwrites its value. True: the key is new. */
static inline bool omen_table_put(struct omen_table *t, uint64_t key, uint64_t value) {
  size_t before = t->n;
  *omen_table_at(t, key) = value;
  return t->n > before;
}
/* A bag: how often the key was added, this time included. */
static inline uint64_t omen_table_count(struct omen_table *t, uint64_t key) {
  return ++*omen_table_at(t, key);
}

struct omen_index {
  uint64_t *slots; /* hash << 32 | number + 1; 0: free */
  size_t n;
  unsigned bits;
};
void omen_index_release(struct omen_index *x);
void omen_index_grow(struct omen_index *x);
uint32_t omen_index_hash(const void *bytes, size_t n);
/* Of two 64-bit numbers: for keys that are small structs. */
static inline uint32_t omen_index_mix(uint64_t a, uint64_t b) {
  uint64_t h = a * UINT64_C(0x9e3779b97f4a7c15) ^ b * UINT64_C(0xbf58476d1ce4e5b9);
  return (uint32_t)(h ^ h >> 32);
}
/* Is `key` the key of the record of that number? */
typedef bool omen_index_same(const void *records, uint32_t number, const void *key);
#define OMEN_INDEX_NONE UINT32_MAX
/* Where the key is or would be: in the second case 0. There must be room (omen_index_room). */
static inline __attribute__((always_inline)) uint64_t *omen_index_slot(const struct omen_index *x,
                                                                       uint32_t hash, omen_index_same *same,
                                                                       const void *records, const void *key) {
  size_t mask = ((size_t)1 << x->bits) - 1, i = hash & mask;
  for (; x->slots[i]; i = (i + 1) & mask)
    if ((uint32_t)(x->slots[i] >> 32) == hash && same(records, (uint32_t)x->slots[i] - 1, key)) break;
  return &x->slots[i];
}
/* The number of the record with that key; OMEN_INDEX_NONE: there is none. */
static inline __attribute__((always_inline)) uint32_t omen_index_find(const struct omen_index *x,
                                                                      uint32_t hash, omen_index_same *same,
                                                                      const void *records, const void *key) {
  if (!x->slots) return OMEN_INDEX_NONE;
  return (uint32_t)*omen_index_slot(x, hash, same, records, key) - 1;
}
/* Before a key is added. */
static inline void omen_index_room(struct omen_index *x) {
  if (!x->bits || x->n >= (size_t)1 << (x->bits - 1)) omen_index_grow(x);
}
/* The key becomes that of record `number`: at a free slot of omen_index_slot. */
static inline void omen_index_fill(struct omen_index *x, uint64_t *slot, uint32_t hash, uint32_t number) {
  *slot = (uint64_t)hash << 32 | (number + 1);
  x->n++;
}
#endif
