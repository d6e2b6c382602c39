/* Which pages of memory exist: that were touched, and are in memory or swapped out. Programs reserve far more
 * than they touch, a terabyte now and then. Since Linux 6.7 the kernel walks its own tables for us
 * (PAGEMAP_SCAN), and what was never touched costs nothing. No vector register is used: see
 * explore/snapshot.c. */
#ifndef OMRT_PRESENT_H
#define OMRT_PRESENT_H
#include <stdbool.h>
#include <stdint.h>

enum omrt_present { OMRT_PRESENT_ALL, OMRT_PRESENT_STOPPED, OMRT_PRESENT_UNKNOWN };
typedef bool omrt_present_fn(void *context, uint64_t lo, uint64_t hi); /* false: no more */

long omrt_present_open(void); /* a descriptor for the calls, to be closed; < 0: there is none */
/* Visits every run of pages in [lo, hi) that exist. UNKNOWN: this kernel cannot tell. */
enum omrt_present omrt_present_each(long fd, uint64_t lo, uint64_t hi, omrt_present_fn *visit, void *context);
#endif
