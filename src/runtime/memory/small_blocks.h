/* memory/small_blocks.h: the shadow of small blocks while races are looked for, by a few vector stores. All
 * return false where it is not that simple (another mode, a large block, guarded memory, a history that needs
 * more than a look); then nothing was done, and the functions for memory of any kind are for it. */
#ifndef OMRT_MEMORY_SMALL_BLOCKS_H
#define OMRT_MEMORY_SMALL_BLOCKS_H
#include "runtime/memory/block.h"

/* The block is fresh memory, and the rest of its place a gap. */
bool omrt_quick_begin(const struct omrt_block *b);
/* No access to [addr, addr+n) can race with a write by the current thread: nobody knows any, or each comes
 * before. */
bool omrt_quick_unraced(uint64_t addr, uint64_t n);
/* The block was freed. */
bool omrt_quick_end(const struct omrt_block *b);
#endif
