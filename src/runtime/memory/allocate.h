/* memory/allocate.h: what heap.c needs of allocate.c, besides heap.h. */
#ifndef OMRT_MEMORY_ALLOCATE_H
#define OMRT_MEMORY_ALLOCATE_H
#include "runtime/memory/heap.h"

size_t omrt_heap_usable(const void *p); /* as glibc sees it */
bool omrt_heap_mapped(const void *p);   /* it has a mapping of its own */
size_t omrt_heap_gap(size_t n);         /* bytes that are asked for beyond n */
void omrt_heap_early(void *p);          /* a block from before start-up */
/* A small block of n bytes, filled; NULL: it is not that small, or there is no room for more. */
void *omrt_heap_small(size_t n, int fill, enum omrt_block_how how, const void *frame);
/* glibc made p, with the gap: it is a block of n bytes. Returns p. */
void *omrt_block_made(void *p, size_t n, enum omrt_block_how how, const void *frame);
/* What nobody has written yet has a pattern; of long ranges the beginning. */
void omrt_heap_fill(void *p, size_t from, size_t to);
/* The block p, which is about to be freed or moved: written to, and checked. NULL: it must not be, and that
 * was noted; if `foreign`, it is a block of glibc's of which nothing is known. `inner`: a frame whose caller
 * is the function that the program called: the stack of the write begins with its name. */
struct omrt_block *omrt_heap_ask(void *p, bool *foreign, enum omrt_block_how how, const void *frame,
                                 const void *inner);
/* Freed: bad, and kept back. */
void omrt_heap_retire(struct omrt_block *b, const void *frame);
#endif
