/* symbolic/memory.h: which byte of the program's memory has which expression: byte number i of expression e.
 * What has another value than the expression says was overwritten by code that is not followed; it is found
 * when it is looked at, and forgotten. */
#ifndef OMEN_SYMBOLIC_MEMORY_H
#define OMEN_SYMBOLIC_MEMORY_H
#include <stdbool.h>
#include <stdint.h>

enum { OMEN_SHADE_WIDEST = 64 }; /* bytes of one expression */

void omen_shade_init(void);
extern uint32_t omen_shade_stale;  /* bytes that were overwritten unseen */
extern uint32_t omen_shade_missed; /* no room for so many pages */

bool omen_shade_any(const void *addr, uint64_t n); /* may be: cheap */
/* The expression of n bytes (n <= 64), little-endian; 0: all of them are concrete. */
uint32_t omen_shade_get(const void *addr, uint64_t n);
uint32_t omen_shade_byte(const void *addr); /* the same of one byte */
/* The n bytes there, which are there already, have this expression (n <= 64); 0: none. */
void omen_shade_put(const void *addr, uint64_t n, uint32_t e);
void omen_shade_clear(const void *addr, uint64_t n);
/* Before the bytes themselves are copied. The two may overlap. */
void omen_shade_copy(const void *to, const void *from, uint64_t n);
#endif
