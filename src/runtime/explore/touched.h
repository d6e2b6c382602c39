/* The program's memory that was ever touched: pages of its writable private mappings, without the runtime's
 * own. Found by /proc/self/maps and /proc/self/pagemap. No vector register is used: see image.c. */
#ifndef OMEN_TOUCHED_H
#define OMEN_TOUCHED_H
#include <stdbool.h>
#include <stdint.h>

struct omen_span {
  uint64_t lo, hi;
};
typedef bool omen_touched_fn(uint64_t lo, uint64_t hi); /* false: no more */

/* Learns the mappings. NULL, or why they are of no use, for people. */
const char *omen_touched_read(void);
/* Every run of touched memory in them, by address, without the holes, which are sorted. False: the visitor
 * said so. */
bool omen_touched_each(const struct omen_span *holes, uint32_t nholes, omen_touched_fn *visit);
#endif
