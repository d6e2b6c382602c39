/* memory/quarantine.h: freed blocks that are kept back: one queue for each kind of memory, oldest first. A
 * block is old enough to be used again when more than the limit (struct omen_config, keep_freed) was freed
 * since, itself included, whatever kinds that was of. So all queues together are as one, and nobody has to
 * look at a block between its free and its next use: by then it is in no cache.
 *
 * An entry is a number that its owner knows the block by (31 bits, not 0) and how much had been freed before
 * it, in units of 16 bytes, modulo 2^33. What lies there while 128 GiB are freed is young again. */
#ifndef OMRT_MEMORY_QUARANTINE_H
#define OMRT_MEMORY_QUARANTINE_H
#include <stdint.h>

#define OMRT_QUARANTINE_MOST (1u << 26) /* of one queue: then the oldest is old enough */
#define OMRT_QUARANTINE_NUMBER 31

struct omrt_quarantine {
  uint64_t
      *entry; /* room for OMRT_QUARANTINE_MOST, given by the owner: pages exist where there are entries */
  uint32_t first, count, size;
};

void omrt_quarantine_add(struct omrt_quarantine *k, uint32_t number, uint64_t weight);
/* The oldest, which is in the queue no more, if it is old enough; else 0. */
uint32_t omrt_quarantine_take(struct omrt_quarantine *k, uint64_t limit);
/* The one that will be the oldest when i others were taken; 0: there are not so many. */
static inline uint32_t omrt_quarantine_ahead(const struct omrt_quarantine *k, uint32_t i) {
  if (i >= k->count) return 0;
  return (uint32_t)k->entry[(k->first + i) & (k->size - 1)] & ((1u << OMRT_QUARANTINE_NUMBER) - 1);
}
#endif
