/* memory/heap.h: the program's heap, as the runtime sees it. The functions of the malloc family are defined
 * here and take the place of libc's for the program and its libraries; glibc still does the work, but for
 * small blocks with memory checks (slab.h). A block that is handed out is fresh memory; a block that is given
 * back is written to, all of it, by who gives it back: so an access that is not ordered with the free is a
 * race with it. The runtime itself never calls any of them.
 *
 * With memory checks there is more behind a block than the program asked for: the gap is bad memory
 * (poison.h), as is all of the heap that no block holds; a freed block is bad, too, and kept back (block.h).
 * What is freed twice, or is no block, is a defect, and glibc never hears of it. Pointers of larger blocks
 * are glibc's own, so that blocks from before start-up are like any others; a child that left control gets
 * nothing else any more. The heap is laid out alike in every mode, so that a replay has the recorded
 * addresses. */
#ifndef OMRT_MEMORY_HEAP_H
#define OMRT_MEMORY_HEAP_H
#include "runtime/memory/block.h"
#include <stddef.h>
void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t n);
void *__libc_memalign(size_t align, size_t n);
void __libc_free(void *p);

/* While this is not 0, a free is no access: what orders it cannot be seen (exception.c). */
extern int omrt_heap_quiet;

/* Start-up is over: what there is of the heap is looked at. */
void omrt_heap_begin(void);

/* For operator new and delete (cxx.c), with memory checks: `frame` is of the function that the program
 * called; omrt_heap_give is called by that function itself. */
void *omrt_heap_allocate(size_t n, size_t align, enum omrt_block_how how, const void *frame);
void omrt_heap_give(void *p, enum omrt_block_how how, const void *frame);
/* Before it is given: is p, which the program says has n bytes, a block of another size? */
void omrt_heap_sized(void *p, size_t n, enum omrt_block_how how, const void *frame);
/* Is operator new ours, and delete? If the program has its own of one only, nothing can be said of pairs. */
bool omrt_cxx_ours(void);

/* A system call that glibc made for the heap gave it [lo, hi): no block yet. False: it was not for the heap.
 */
bool omrt_heap_grew(uint64_t lo, uint64_t hi);
extern uint64_t omrt_heap_brk; /* where the program's break is */

/* The program died of an address that is none; these are its registers. */
void omrt_heap_fault(const long long *registers, int n);
/* The shadow was emptied (shadow/map.c): what lies between the blocks of the heap is bad again. */
void omrt_heap_spoil_again(void);
#endif
