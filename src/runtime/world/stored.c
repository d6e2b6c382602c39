/* What an exploration leaves in files by stores to memory that shows them. It is no output that is compared,
 * since files that are mapped hold much that nobody reads back (who waited, in which slot). Whether it was
 * the same is told: `stored`, a number that stands for it all, and `stored_uncounted`, bytes that are not in
 * it. */
#include "runtime/mode.h"
#include "runtime/outcome_write.h"
#include "runtime/syscall/mapped.h"
#include "runtime/world/world.h"
#include <string.h>

enum { BYTES = 16 << 20, STEP = 4096 };

static uint64_t mix(uint64_t h, const uint8_t *p, size_t n) {
  for (; n >= 8; p += 8, n -= 8) {
    uint64_t word;
    memcpy(&word, p, 8);
    h = (h ^ word) * 0x9e3779b97f4a7c15ull;
    h ^= h >> 29;
  }
  for (size_t i = 0; i < n; i++) h = (h ^ p[i]) * 0x100000001b3ull;
  return h;
}

void omrt_stored_report(void) {
  static uint8_t page[STEP];
  struct omrt_node *node;
  uint64_t hash = 1, left = BYTES, uncounted = 0;
  bool any = false;
  if (!omrt_mode.live) return;
  for (int i = 0; (node = omrt_mapped_stored(i)); i++) {
    uint64_t size = (uint64_t)node->st.st_size, most = size < left ? size : left;
    if (!node->st.st_nlink) continue; /* nobody will see it */
    for (uint64_t at = 0; at < most; at += STEP) {
      int64_t n = omrt_node_read(node, at, page, most - at < STEP ? most - at : STEP);
      if (n > 0) hash = mix(hash, page, (size_t)n);
    }
    any = true;
    left -= most;
    uncounted += size - most + (i + 1 == OMRT_STORED_MOST);
  }
  if (any) omrt_line_counter("stored", hash | 1);
  if (uncounted) omrt_line_counter("stored_uncounted", uncounted);
}
