/* The program's memory that was ever touched: pages of its writable private mappings, without the runtime's
 * own. Found by /proc/self/maps and /proc/self/pagemap. No vector register is used: see snapshot.c. */
#ifndef OMRT_EXPLORE_TOUCHED_PAGES_H
#define OMRT_EXPLORE_TOUCHED_PAGES_H
#include <stdbool.h>
#include <stdint.h>

struct omrt_span {
  uint64_t lo, hi;
};
typedef bool omrt_touched_fn(uint64_t lo, uint64_t hi); /* false: no more */

/* Learns the mappings. NULL, or why they are of no use, for people. */
const char *omrt_touched_read(void);
/* Every run of touched memory in them, by address, without the holes, which are sorted. False: the visitor
 * said so. */
bool omrt_touched_each(const struct omrt_span *holes, uint32_t nholes, omrt_touched_fn *visit);
#endif
