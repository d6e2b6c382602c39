/* Huge pages for checkpoints: see huge_pages.h. */
#include "runtime/explore/huge_pages.h"
#include "runtime/explore/touched_pages.h"
#include "runtime/rt.h"
#include <sys/syscall.h>

#define HUGE (2ull << 20)
/* Collapsing copies: less is not worth it, nor is it again before twice as much was touched. Forks know what
 * was collapsed before them, and share it. */
#define LEAST (16ull << 20)
enum { COLLAPSE = 25 }; /* MADV_COLLAPSE, of Linux 6.1; without it all stays as it is */

static uint64_t dense, at_last;

static bool measure(uint64_t lo, uint64_t hi) {
  lo = (lo + HUGE - 1) & ~(HUGE - 1);
  hi &= ~(HUGE - 1);
  if (lo < hi) dense += hi - lo;
  return true;
}

static bool collapse(uint64_t lo, uint64_t hi) {
  lo = (lo + HUGE - 1) & ~(HUGE - 1);
  hi &= ~(HUGE - 1);
  return lo >= hi || OMRT_SYS3(SYS_madvise, lo, hi - lo, COLLAPSE) == 0; /* no memory: no more of it */
}

void omrt_huge_pages(void) {
  dense = 0;
  if (omrt_touched_read()) return;
  omrt_touched_each(NULL, 0, measure);
  if (dense < LEAST || dense < 2 * at_last) return;
  at_last = dense;
  omrt_touched_each(NULL, 0, collapse);
}
