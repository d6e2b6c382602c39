/* Memory that other processes see: see shared_memory.h. */
#include "runtime/syscall/shared_memory.h"

enum { MOST = 64 };
static struct {
  uint64_t lo, hi;
} all[MOST];
static int count;
static bool too_many; /* then any memory may be such */

void omrt_shared_add(uint64_t lo, uint64_t len) {
  too_many |= count == MOST;
  if (count == MOST) return;
  all[count].lo = lo;
  all[count++].hi = lo + ((len + 4095) & ~4095ull);
}

/* What goes in part is taken to be there still. */
void omrt_shared_gone(uint64_t lo, uint64_t len) {
  uint64_t hi = lo + ((len + 4095) & ~4095ull);
  for (int i = count; i--;)
    if (all[i].lo >= lo && all[i].hi <= hi) all[i] = all[--count];
}

bool omrt_shared_at(uint64_t addr) {
  for (int i = 0; i < count; i++)
    if (all[i].lo <= addr && addr < all[i].hi) return true;
  return too_many;
}

bool omrt_shared_any(void) { return count; }
