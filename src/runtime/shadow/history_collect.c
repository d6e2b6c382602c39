/* The collector of histories: moves the lists and split cells that cells still name to a new space and
 * rewrites the cells, in one pass over the chunks that may hold any. Entries that every live thread comes
 * after are dropped on the way: nothing can race with them any more. */
#include "runtime/shadow/clock.h"
#include "runtime/shadow/guard.h"
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

/* Words of the other space that keep their pages: the next collection fills them. */
#define KEEP (512u << 10)

static bool dead(uint32_t seg) { return omrt_now_settled(seg); }

static bool visit(uint32_t *cells, uint32_t n) {
  bool some = false;
  for (uint32_t i = 0; i < n; i += 8) {
    uint32_t any = cells[i] | cells[i + 1] | cells[i + 2] | cells[i + 3] | cells[i + 4] | cells[i + 5] |
                   cells[i + 6] | cells[i + 7];
    if (!(any & OMRT_ID_INDIRECT)) continue;
    for (uint32_t j = i; j < i + 8; j++) {
      if (!omrt_id_indirect(cells[j])) continue;
      cells[j] = omrt_history_move(cells[j], dead);
      some |= omrt_id_indirect(cells[j]);
    }
  }
  return some;
}

void omrt_shadow_collect(void) {
  omrt_now.pending &= ~(uint32_t)OMRT_PENDING_COLLECT;
  if (!omrt_live) return;
  uint32_t used = omrt_table.used;
  uint64_t cells = omrt_chunk_count() * (64u << 10) / 4;
  omrt_guard_lift(0, UINT64_MAX);
  omrt_low_find();
  omrt_history_flip();
  omrt_chunk_visit(visit);
  if (!omrt_history_flop(cells)) {
    omrt_table.dropped++;
    omrt_shadow_drop_all();
    omrt_history_clear();
  }
  omrt_guard_lay(0, UINT64_MAX);
  if (used > KEEP)
    OMRT_SYS3(SYS_madvise, omrt_table.spare + KEEP, (((uint64_t)used - KEEP) * 4 + 4095) & ~4095ull,
              MADV_DONTNEED);
  for (struct omrt_hb *hb = omrt_live; hb; hb = hb->next) hb->r = hb->stale ? OMRT_ID_NEVER : hb->seg << 1;
  omrt_now_load();
}
