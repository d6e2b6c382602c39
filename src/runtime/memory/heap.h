/* memory/heap.h: the program's heap, as the runtime sees it. The functions of the malloc family are defined
 * here and take the place of libc's for the program and its libraries; the work is still done by glibc. A
 * block that is handed out is fresh memory; a block that is given back is written to, all of it, by who gives
 * it back: so an access that is not ordered with the free is a race with it. The runtime itself never calls
 * any of them. */
#ifndef OMEN_MEMORY_HEAP_H
#define OMEN_MEMORY_HEAP_H
#include <stddef.h>
void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t n);
void *__libc_memalign(size_t align, size_t n);
void __libc_free(void *p);
/* While this is not 0, a free is no access: what orders it cannot be seen (exception.c). */
extern int omen_heap_quiet;
#endif
