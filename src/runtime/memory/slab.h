/* memory/slab.h: memory for small blocks, with memory checks. A slab is 16 KiB of *places* of one size, in a
 * part of the address space that nothing else uses; the record of a block (block.h) is found from its address
 * by arithmetic. Nothing is kept between the blocks, so that all of what a block does not use of its place is
 * gap. Places are all bad memory until a block is made there. Which place a block gets depends on the
 * program's calls alone, in every mode.
 *
 * In a child that left control nothing is made here, and what lies here is never given back: its threads
 * are not ours. */
#ifndef OMRT_MEMORY_SLAB_H
#define OMRT_MEMORY_SLAB_H
#include "runtime/memory/block.h"
#include <stddef.h>

#define OMRT_SLAB_BASE 0x5e0000000000ull /* shadow/map.c: where a program's memory can be */
#define OMRT_SLAB_SPACE (1ull << 36)
#define OMRT_SLAB_BITS 14
#define OMRT_SLAB_SIZE (1u << OMRT_SLAB_BITS)
#define OMRT_SLAB_MOST 1024u /* larger blocks are glibc's */
#define OMRT_PLACE_BITS 9    /* of the number of a place in its slab: the smallest have 32 bytes */

static inline bool omrt_slab_has(uint64_t addr) { return addr - OMRT_SLAB_BASE < OMRT_SLAB_SPACE; }

struct omrt_slab {
  uint32_t stride, inverse; /* 2^32 / stride, rounded up */
};
extern struct omrt_slab *omrt_slab; /* NULL before the first; stride 0: not used yet */
extern struct omrt_block *omrt_slab_record;

/* The record of the place that addr, which must be in the slabs' space, lies in; NULL: there is none yet. */
static inline struct omrt_block *omrt_slab_place(uint64_t addr) {
  uint64_t at = addr - OMRT_SLAB_BASE, slab = at >> OMRT_SLAB_BITS;
  if (!omrt_slab || !omrt_slab[slab].stride) return NULL;
  uint64_t place = (at & (OMRT_SLAB_SIZE - 1)) * omrt_slab[slab].inverse >> 32;
  return &omrt_slab_record[slab << OMRT_PLACE_BITS | place];
}

/* A place for a block of n <= OMRT_SLAB_MOST bytes; base, size and tail are set, all else is 0. NULL: there
 * is no room. */
struct omrt_block *omrt_slab_take(uint64_t n);
/* The program gave it back. It is kept back (quarantine.h), and known, until its place is taken again. */
void omrt_slab_keep(const struct omrt_block *b);
/* The last block that begins at or before addr, looked for down to `from`; NULL: none. */
struct omrt_block *omrt_slab_before(uint64_t addr, uint64_t from);
/* The first block behind addr, before `to`. */
struct omrt_block *omrt_slab_behind(uint64_t addr, uint64_t to);
void omrt_slab_each(void (*visit)(struct omrt_block *b)); /* every block */
void omrt_slab_spoil(void);                               /* all of the slabs is bad, blocks included */
#endif
