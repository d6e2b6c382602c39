/* memory/block.h: what is known of every block of the heap, beside the heap itself: an overflow cannot
 * destroy it, and any pointer whatever can be looked up.
 *
 * Small blocks lie in slabs (slab.h), where a record's place follows from the address. Other blocks are
 * glibc's, and found by the address of the first byte (one entry of a table for each 16 bytes of address
 * space, of which pages exist where there are blocks) or by any byte (an entry for each page whose
 * first byte a block covers). A freed block is *kept back*: its memory is not given to glibc until newer
 * ones fill the limit (struct omen_config, keep_freed), so that a late use of it is seen. */
#ifndef OMRT_MEMORY_BLOCK_H
#define OMRT_MEMORY_BLOCK_H
#include "runtime/rt.h"
#include <stdbool.h>
#include <stdint.h>

enum omrt_block_how { OMRT_BY_MALLOC, OMRT_BY_NEW, OMRT_BY_NEW_ARRAY };
struct omrt_block {
  uint64_t base, size; /* as asked for; base 0: no block */
  uint32_t tail : 29;  /* bytes behind it up to where the next block may begin */
  uint32_t how : 2;    /* enum omrt_block_how */
  uint32_t freed : 1;
  uint32_t gone_seg; /* the segment that freed it: 0 if no access can race with that */
  union {
    uint32_t made_stack;
    uint32_t next; /* of records that are not used: in block.c, slab.c */
  };
  uint32_t made_thread, gone_stack, gone_thread;
};
_Static_assert(sizeof(struct omrt_block) == 40, "there are as many as blocks, and they are in no cache");
static inline uint64_t omrt_block_end(const struct omrt_block *b) { return b->base + b->size + b->tail; }

/* One that glibc made. NULL: no room for more. */
struct omrt_block *omrt_block_new(uint64_t base, uint64_t size, uint64_t end);
void omrt_block_drop(struct omrt_block *b);
/* The block that begins at addr, freed or not; NULL: none. */
struct omrt_block *omrt_block_at(uint64_t addr);
/* The block that addr is in, or else the one that it is nearest to among its two neighbours. */
struct omrt_block *omrt_block_near(uint64_t addr);
/* The last block that begins before addr, not too far away; NULL: none. */
struct omrt_block *omrt_block_before(uint64_t addr);
/* The block, one of glibc's, is kept back from here on. */
void omrt_block_keep(const struct omrt_block *b);
/* What keeping it costs: its place, its record, and a word to remember it by. Without the latter two, what is
 * kept of the smallest blocks would take much more memory than was asked for, and making pages of it more
 * time than all checks. */
static inline uint64_t omrt_block_weight(const struct omrt_block *b) {
  return b->size + b->tail + sizeof *b + sizeof b->base;
}
/* The oldest of glibc's that is kept back, if more than `window` was freed after it, or more than `limit`
 * with it, by weight: not kept any more. NULL: none. */
struct omrt_block *omrt_block_unkeep(uint64_t window, uint64_t limit);
/* The weight of the blocks that the program holds. */
extern uint64_t omrt_blocks_held;
/* How much of what was freed is kept back: a quarter of the limit, and more as far as the program itself
 * holds as much. A small program whose blocks come and go would else be spread over more memory than the
 * caches have, and its own blocks with it. */
static inline uint64_t omrt_block_window(void) {
  uint64_t limit = omrt_config->keep_freed, least = limit / 4;
  return omrt_blocks_held < least ? least : omrt_blocks_held < limit ? omrt_blocks_held : limit;
}
/* Every block, freed or not. */
void omrt_block_each(void (*visit)(struct omrt_block *b));
/* Blocks may exist that are not known: they were there before start-up, or there was no room. */
extern uint64_t omrt_blocks_lost;
#endif
