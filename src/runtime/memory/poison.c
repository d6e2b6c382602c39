/* Bad memory in the cells of the shadow: see poison.h. Where histories are kept (DETECT), bad bytes of a cell
 * that is not bad as a whole are part of a split cell. Where there are none (WATCH), the cell is a mark that
 * has a bit for each bad byte. */
#include "runtime/memory/poison.h"
#include "runtime/shadow/guard.h"
#include "runtime/shadow/shadow.h"
#include <emmintrin.h>
#include <string.h>
#include <sys/syscall.h>
#include <wchar.h>

#define SCAN_FROM (64u << 10) /* forgiving: from here on only pages of shadow that exist */

static bool idle(void) { return !omen_on || omen_shadow_mode == OMEN_SHADOW_OFF || !omen_marks_memory(); }

/* --- one cell
 * ------------------------------------------------------------------------------------------------- */

static uint32_t marked(uint32_t id, unsigned mask, uint32_t what) {
  uint32_t bits = omen_id_bad(id) ? id - OMEN_ID_MARK : id == OMEN_ID_WATCH ? OMEN_MARK_WATCH : 0;
  return OMEN_ID_MARK | (bits | mask | ((what - OMEN_ID_MARK) & OMEN_MARK_FREED));
}

static uint32_t cleared(uint32_t id, unsigned mask) {
  if (!omen_id_bad(id)) return id;
  uint32_t bits = (id - OMEN_ID_MARK) & ~mask;
  if (bits & 15) return OMEN_ID_MARK | bits;
  return bits & OMEN_MARK_WATCH ? OMEN_ID_WATCH : 0;
}

static void spoil_cell(uint32_t *cell, unsigned mask, uint32_t what) {
  uint32_t id = *cell;
  if (omen_shadow_mode == OMEN_SHADOW_WATCH)
    *cell = marked(id, mask, what);
  else {
    *cell = id = omen_history_poison(id, mask, what);
    if (omen_id_indirect(id)) omen_chunk_note(cell);
  }
}

static void clear_cell(uint32_t *cell, unsigned mask) {
  uint32_t id = *cell;
  if (omen_shadow_mode == OMEN_SHADOW_WATCH)
    *cell = cleared(id, mask);
  else if (omen_id_bad(id) || omen_id_split(id)) {
    *cell = id = omen_history_unpoison(id, mask);
    if (omen_id_indirect(id)) omen_chunk_note(cell);
  }
}

/* --- ranges
 * --------------------------------------------------------------------------------------------------- */

/* Arrays of a frame may be large: their cells are looked at by blocks, with libc's widest vectors. */
enum { CELLS = 128 };
static bool block_is(const uint32_t *c, uint32_t is) {
  return *c == is && !memcmp(c, c + 1, (CELLS - 1) * sizeof *c);
}
_Static_assert(sizeof(wchar_t) == sizeof(uint32_t), "wmemset fills cells");
static void fill(uint32_t *c, const uint32_t *end, uint32_t what) {
  if (end - c >= CELLS)
    wmemset((wchar_t *)(void *)c, (wchar_t)what, (size_t)(end - c));
  else
    for (; c < end; c++) *c = what;
}

/* The cells from c on, four at a time, that hold `is` as far as they do. */
static uint32_t *while_equal(uint32_t *c, const uint32_t *end, uint32_t is) {
  while (end - c >= CELLS && block_is(c, is)) c += CELLS;
  __m128i all = _mm_set1_epi32((int)is);
  while (end - c >= 4 &&
         _mm_movemask_epi8(_mm_cmpeq_epi32(_mm_loadu_si128((const __m128i *)(const void *)c), all)) == 0xffff)
    c += 4;
  return c;
}

static void spoil_cells(uint32_t *c, uint32_t *end, uint32_t what) {
  if (omen_shadow_mode == OMEN_SHADOW_WATCH)
    while (c < end) { /* most: nothing was there */
      uint32_t *from = c;
      c = while_equal(c, end, 0);
      fill(from, c, what);
      c = while_equal(c, end, what);
      for (int i = 0; i < 4 && c < end; i++, c++) *c = marked(*c, 15, what);
    }
  else
    fill(c, end, what);
}

static unsigned byte_mask(unsigned lo, unsigned hi) { return (15u >> (4 - (hi - lo))) << lo; }

static void spoil(uint64_t addr, uint64_t len, uint32_t what) {
  if (idle() || !(len = omen_shadow_clip(addr, len))) return;
  uint64_t at = addr, end = addr + len;
  omen_guard_lift(addr, len);
  if (at & 3) {
    uint64_t stop = (at | 3) + 1 < end ? (at | 3) + 1 : end;
    spoil_cell(omen_cell(at), byte_mask(at & 3, (unsigned)(stop - (at & ~3ull))), what);
    at = stop;
  }
  uint64_t whole = end & ~3ull;
  if (whole > at) spoil_cells(omen_cell(at), omen_cell(whole), what);
  if (end > whole && end > at) spoil_cell(omen_cell(whole), byte_mask(0, end & 3), what);
  omen_guard_lay(addr, len);
  if (omen_shadow_mode != OMEN_SHADOW_DETECT) return;
  omen_reset_count++;
  omen_range_forget(addr, len);
}

void omen_poison(uint64_t addr, uint64_t len) { spoil(addr, len, OMEN_ID_BAD); }
void omen_poison_freed(uint64_t addr, uint64_t len) { spoil(addr, len, OMEN_ID_FREED); }

/* Is all that the cells of these bytes hold from before, for whoever comes after this thread? */
static bool settled(uint64_t addr, uint64_t len) {
  uint32_t last = 0; /* neighbours mostly have the same past */
  for (uint64_t at = addr, end = addr + len, next; at < end; at = next) {
    uint32_t id = *omen_cell(at);
    next = (at | 3) + 1 < end ? (at | 3) + 1 : end;
    if (id == last) {
      if (!(at & 3))
        next += 4 * (uint64_t)(while_equal(omen_cell(next), omen_cell(end & ~3ull), last) - omen_cell(next));
      continue;
    }
    if (!omen_history_overwrites(id, byte_mask(at & 3, (unsigned)(next - (at & ~3ull))))) return false;
    last = omen_id_split(id) ? 0 : id;
  }
  return true;
}

void omen_poison_settled(uint64_t addr, uint64_t len) {
  if (idle() || !(len = omen_shadow_clip(addr, len))) return;
  uint64_t step = 0;
  omen_guard_lift(addr, len);
  if (omen_shadow_mode != OMEN_SHADOW_DETECT || settled(addr, len)) step = len;
  omen_guard_lay(addr, len);
  for (uint64_t at = addr, end = addr + len; at < end; at += step) {
    if (step != len) step = (at | 3) + 1 < end ? (at | 3) + 1 - at : end - at;
    omen_guard_lift(at, step);
    bool fine = step == len || settled(at, step);
    omen_guard_lay(at, step);
    if (fine) omen_poison(at, step);
  }
}

/* 16 cells at once: nothing special, or all of them bad in one way. */
static bool clear_line(uint32_t *c) {
  __m128i *v = (__m128i *)(void *)c, a[4];
  for (int i = 0; i < 4; i++) a[i] = _mm_loadu_si128(v + i);
  __m128i any = _mm_or_si128(_mm_or_si128(a[0], a[1]), _mm_or_si128(a[2], a[3]));
  if (!_mm_movemask_ps((__m128)any)) return true;
  if (*c != OMEN_ID_BAD && *c != OMEN_ID_FREED) return false;
  __m128i bad = _mm_set1_epi32((int)*c);
  __m128i all = _mm_and_si128(_mm_cmpeq_epi32(a[0], bad), _mm_cmpeq_epi32(a[1], bad));
  all = _mm_and_si128(all, _mm_and_si128(_mm_cmpeq_epi32(a[2], bad), _mm_cmpeq_epi32(a[3], bad)));
  if (_mm_movemask_epi8(all) != 0xffff) return false;
  for (int i = 0; i < 4; i++) _mm_storeu_si128(v + i, _mm_setzero_si128());
  return true;
}

/* A whole cell. Most are bad as a whole, or no indirect id, and so not bad at all. */
static inline void clear_whole(uint32_t *c) {
  uint32_t id = *c;
  if (id == OMEN_ID_BAD || id == OMEN_ID_FREED)
    *c = 0;
  else if (id >= OMEN_ID_INDIRECT)
    clear_cell(c, 15);
}

static void clear_range(uint64_t at, uint64_t end) {
  uint64_t from = at;
  omen_guard_lift(from, end - from);
  if (at & 3) {
    uint64_t stop = (at | 3) + 1 < end ? (at | 3) + 1 : end;
    clear_cell(omen_cell(at), byte_mask(at & 3, (unsigned)(stop - (at & ~3ull))));
    at = stop;
  }
  uint64_t whole = end & ~3ull;
  while (at < whole) {
    uint32_t *c = omen_cell(at), is = *c;
    if (whole - at >= CELLS * sizeof *c && (!is || is == OMEN_ID_BAD || is == OMEN_ID_FREED) &&
        block_is(c, is)) {
      if (is) memset(c, 0, CELLS * sizeof *c);
      at += CELLS * sizeof *c;
      continue;
    }
    uint64_t stop = whole - at < 64 ? whole : at + 64;
    if (stop == at + 64 && clear_line(c)) {
      at = stop;
      continue;
    }
    for (; at < stop; at += 4) clear_whole(omen_cell(at));
  }
  if (end > at) clear_cell(omen_cell(whole), byte_mask(0, end & 3));
  omen_guard_lay(from, end - from);
}

void omen_unpoison(uint64_t addr, uint64_t len) {
  enum { PAGES = 512 };
  if (idle() || !(len = omen_shadow_clip(addr, len))) return;
  uint64_t end = addr + len;
  if (len < SCAN_FROM) {
    clear_range(addr, end);
    return;
  }
  while (addr < end) { /* pages of shadow that do not exist hold nothing */
    unsigned char in[PAGES];
    uint64_t page = addr & ~4095ull, n = (end - page + 4095) / 4096;
    if (n > PAGES) n = PAGES;
    bool asked = OMEN_SYS3(SYS_mincore, OMEN_SHADOW(page), n * 4096, in) == 0;
    for (uint64_t i = 0; i < n; i++, page += 4096) {
      uint64_t stop = page + 4096 < end ? page + 4096 : end;
      if (!asked || in[i] & 1) clear_range(addr, stop);
      addr = stop;
    }
  }
}

/* --- asking
 * --------------------------------------------------------------------------------------------------- */

/* The bad bytes of a cell. */
static unsigned bad_bytes(uint32_t id) {
  return omen_shadow_mode == OMEN_SHADOW_DETECT ? omen_history_bad(id)
         : omen_id_bad(id)                      ? (id - OMEN_ID_MARK) & 15
                                                : 0;
}

static uint64_t poisoned(uint64_t addr, uint64_t len) {
  uint64_t end = addr + len;
  for (uint64_t at = addr & ~3ull; at < end; at += 4) {
    const uint32_t *c = omen_cell(at);
    if (*c < OMEN_ID_INDIRECT) { /* most: whole lines of nothing special */
      const __m128i *v = (const __m128i *)(const void *)c;
      while (end - at >= 64 && !_mm_movemask_ps((__m128)_mm_or_si128(
                                   _mm_or_si128(_mm_loadu_si128(v), _mm_loadu_si128(v + 1)),
                                   _mm_or_si128(_mm_loadu_si128(v + 2), _mm_loadu_si128(v + 3)))))
        at += 64, v += 4;
      c = omen_cell(at);
      if (at >= end) break;
    }
    unsigned bad = bad_bytes(*c);
    for (unsigned i = 0; bad && i < 4; i++)
      if (bad >> i & 1 && at + i >= addr && at + i < end) return at + i;
  }
  return 0;
}

uint64_t omen_poisoned(uint64_t addr, uint64_t len) {
  if (idle() || !(len = omen_shadow_clip(addr, len))) return 0;
  omen_guard_lift(addr, len);
  uint64_t bad = poisoned(addr, len);
  omen_guard_lay(addr, len);
  return bad;
}

bool omen_poisoned_freed(uint64_t addr) {
  if (!omen_poisoned(addr, 1)) return false;
  omen_guard_lift(addr, 1);
  uint32_t id = *omen_cell(addr);
  omen_guard_lay(addr, 1);
  if (omen_shadow_mode == OMEN_SHADOW_DETECT) id = omen_history_part(id, addr & 3);
  return (id - OMEN_ID_MARK) & OMEN_MARK_FREED;
}
