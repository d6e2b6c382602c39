/* symbolic/memory.h: which byte of the program's memory has which expression: byte number i of expression e.
 * What has another value than the expression says was overwritten by code that is not followed; it is found
 * when it is looked at, and forgotten. */
#ifndef OMRT_SYMBOLIC_MEMORY_H
#define OMRT_SYMBOLIC_MEMORY_H
#include <stdbool.h>
#include <stdint.h>

enum { OMRT_SHADE_WIDEST = 64 }; /* bytes of one expression */

void omrt_shade_init(void);
extern uint32_t omrt_shade_stale;  /* bytes that were overwritten unseen */
extern uint32_t omrt_shade_missed; /* no room for so many pages */

bool omrt_shade_any(const void *addr, uint64_t n); /* may be: cheap */
/* The expression of n bytes (n <= 64), little-endian; 0: all of them are concrete. */
uint32_t omrt_shade_get(const void *addr, uint64_t n);
uint32_t omrt_shade_byte(const void *addr);          /* the same of one byte */
bool omrt_shade_holds(const void *addr, uint64_t n); /* is any of them not concrete? */
/* Is any byte at all, outside of [low, high)? */
bool omrt_shade_some(uint64_t low, uint64_t high);
/* The n bytes there, which are there already, have this expression (n <= 64); 0: none. */
void omrt_shade_put(const void *addr, uint64_t n, uint32_t e);
/* The zero behind all room of a string: concrete; but whoever reads it depends on how long the string may
 * become, and omrt_shade_ended counts that. */
void omrt_shade_end(const void *addr);
extern uint32_t omrt_shade_ended;
void omrt_shade_clear(const void *addr, uint64_t n);
/* Before the bytes themselves are copied. The two may overlap. */
void omrt_shade_copy(const void *to, const void *from, uint64_t n);
#endif
