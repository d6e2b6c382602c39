/* Large tables that are read at random: zeroed memory straight from the system, in huge pages where there are
 * any, because a miss in the page tables costs more than one in the caches. */
#ifndef OMEN_DETECT_BIG_MEMORY_H
#define OMEN_DETECT_BIG_MEMORY_H
#include <stddef.h>

void *omen_big_alloc(size_t bytes);                   /* never NULL */
void *omen_big_grow(void *p, size_t from, size_t to); /* what is new is zero; p may be NULL */
void omen_big_free(void *p, size_t bytes);
#endif
