/* Guarded memory: see guard.h. Cells are kept sorted by address; there are few. */
#include "runtime/shadow/guard.h"
#include "runtime/shadow/shadow.h"
#include <string.h>

struct guard {
  uint64_t at;   /* the cell's address */
  uint32_t real; /* what the cell holds when lifted */
};
static struct guard *guard;
uint32_t omrt_guards;

static uint64_t cell_of(uint64_t addr) { return addr & ~3ull; }
static uint32_t *guarded_cell(const struct guard *g) { return omrt_cell(g->at); }

/* The first guard at or after this address. */
static uint32_t first_from(uint64_t at) {
  uint32_t lo = 0, hi = omrt_guards;
  while (lo < hi) {
    uint32_t mid = lo + (hi - lo) / 2;
    if (guard[mid].at < at)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

static uint64_t end_of(uint64_t addr, uint64_t len) { return addr + len < addr ? UINT64_MAX : addr + len; }

bool omrt_guard_covers_some(uint64_t addr, uint64_t len) {
  uint32_t i = first_from(cell_of(addr));
  return i < omrt_guards && guard[i].at < end_of(addr, len);
}

void omrt_guard_lift_some(uint64_t addr, uint64_t len) {
  uint64_t end = end_of(addr, len);
  for (uint32_t i = first_from(cell_of(addr)); i < omrt_guards && guard[i].at < end; i++)
    if (*guarded_cell(&guard[i]) == OMRT_ID_GUARD) *guarded_cell(&guard[i]) = guard[i].real;
}

void omrt_guard_lay_some(uint64_t addr, uint64_t len) {
  uint64_t end = end_of(addr, len);
  for (uint32_t i = first_from(cell_of(addr)); i < omrt_guards && guard[i].at < end; i++) {
    if (*guarded_cell(&guard[i]) == OMRT_ID_GUARD) continue;
    guard[i].real = *guarded_cell(&guard[i]);
    *guarded_cell(&guard[i]) = OMRT_ID_GUARD;
  }
}

static void guard_cell(uint64_t at) {
  uint32_t i = first_from(at);
  if (i < omrt_guards && guard[i].at == at) return;
  memmove(&guard[i + 1], &guard[i], (omrt_guards - i) * sizeof *guard);
  guard[i] = (struct guard){at, 0};
  omrt_guards++;
}

static bool guard_range(const struct omen_watch *w) {
  uint64_t len = w->len ? omrt_shadow_clip(w->addr, w->len) : 0;
  for (uint64_t at = cell_of(w->addr); at < w->addr + len; at += 4) {
    if (omrt_guards == OMRT_GUARDS) return false;
    guard_cell(at);
  }
  return len == w->len;
}

bool omrt_guard_set(const struct omen_watch *ranges, uint32_t n) {
  bool all = true;
  if (!guard) guard = omrt_reserve((OMRT_GUARDS + 1) * sizeof *guard);
  omrt_guard_lift(0, UINT64_MAX);
  omrt_guards = 0;
  for (uint32_t i = 0; i < n; i++) all = guard_range(&ranges[i]) && all;
  omrt_guard_lay(0, UINT64_MAX);
  if (omrt_guards) omrt_watch_lines = NULL;
  if (omrt_shadow_mode != OMRT_SHADOW_WATCH) __omen_hot.line = omrt_guards ? 0 : OMEN_LINE;
  /* What is remembered of ranges was learnt without the guards. */
  omrt_reset_count++;
  for (uint32_t i = 0; i < omrt_guards; i++) omrt_range_forget(guard[i].at, 4);
  return all;
}
