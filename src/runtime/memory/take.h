/* memory/take.h: what heap.c needs of take.c, besides heap.h. */
#ifndef OMEN_MEMORY_TAKE_H
#define OMEN_MEMORY_TAKE_H
#include "runtime/memory/heap.h"

size_t omen_heap_usable(const void *p); /* as glibc sees it */
bool omen_heap_mapped(const void *p);   /* it has a mapping of its own */
size_t omen_heap_gap(size_t n);         /* bytes that are asked for beyond n */
void omen_heap_early(void *p);          /* a block from before start-up */
/* A small block of n bytes, filled; NULL: it is not that small, or there is no room for more. */
void *omen_heap_small(size_t n, int fill, enum omen_block_how how, const void *frame);
/* glibc made p, with the gap: it is a block of n bytes. Returns p. */
void *omen_block_made(void *p, size_t n, enum omen_block_how how, const void *frame);
/* What nobody has written yet has a pattern; of long ranges the beginning. */
void omen_heap_fill(void *p, size_t from, size_t to);
/* The block p, which is about to be freed or moved: written to, and checked. NULL: it must not be, and that
 * was noted; if `foreign`, it is a block of glibc's of which nothing is known. `inner`: a frame whose caller
 * is the function that the program called: the stack of the write begins with its name. */
struct omen_block *omen_heap_ask(void *p, bool *foreign, enum omen_block_how how, const void *frame,
                                 const void *inner);
/* Freed: bad, and kept back. */
void omen_heap_retire(struct omen_block *b, const void *frame);
#endif
