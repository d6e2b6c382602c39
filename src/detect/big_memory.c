/* Large tables: see big_memory.h. */
#include "detect/big_memory.h"
#include "base/base.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { HUGE_PAGE = 2 << 20 };

static size_t rounded(size_t bytes) { return (bytes + HUGE_PAGE - 1) & ~(size_t)(HUGE_PAGE - 1); }

void *omen_big_alloc(size_t bytes) {
  if (bytes < HUGE_PAGE) return omen_xcalloc(1, bytes);
  size_t n = rounded(bytes) + HUGE_PAGE;
  char *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) omen_die(OMEN_EXIT_FAILED, "out of memory");
  size_t skip = (size_t)(-(uintptr_t)p & (HUGE_PAGE - 1)); /* cut off what is not aligned */
  if (skip) munmap(p, skip);
  munmap(p + skip + rounded(bytes), HUGE_PAGE - skip);
  madvise(p + skip, rounded(bytes), MADV_HUGEPAGE);
  return p + skip;
}

void omen_big_free(void *p, size_t bytes) {
  if (!p) return;
  if (bytes < HUGE_PAGE)
    free(p);
  else
    munmap(p, rounded(bytes));
}

void *omen_big_grow(void *p, size_t from, size_t to) {
  char *now = omen_big_alloc(to);
  if (from) memcpy(now, p, from);
  omen_big_free(p, from);
  return now;
}
