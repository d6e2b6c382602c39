/* Bad memory in the cells of the shadow: see poison.h. Where histories are kept (DETECT), bad bytes of a cell
 * that is not bad as a whole are part of a split cell. Where there are none (WATCH), the cell is a mark that
 * has a bit for each bad byte. */
#include "runtime/shadow/poison.h"
#include "runtime/present.h"
#include "runtime/shadow/guard.h"
#include "runtime/shadow/shadow.h"
#include <emmintrin.h>
#include <string.h>
#include <sys/syscall.h>
#include <wchar.h>

#define MUCH (1ull << 30)     /* from here on the kernel is asked which exist, all at once */
#define IN_ORDER (1ull << 44) /* pieces of so many bytes have their shadow in the same order */
#define SCAN_FROM (64u << 10) /* forgiving: from here on only pages of shadow that exist */

static bool idle(void) { return !omrt_on || omrt_shadow_mode == OMRT_SHADOW_OFF || !omrt_marks_memory(); }

/* --- one cell
 * ------------------------------------------------------------------------------------------------- */

static uint32_t marked(uint32_t id, unsigned mask, uint32_t what) {
  uint32_t bits = omrt_id_bad(id) ? id - OMRT_ID_MARK : id == OMRT_ID_WATCH ? OMRT_MARK_WATCH : 0;
  return OMRT_ID_MARK | (bits | mask | ((what - OMRT_ID_MARK) & OMRT_MARK_FREED));
}

static uint32_t cleared(uint32_t id, unsigned mask) {
  if (!omrt_id_bad(id)) return id;
  uint32_t bits = (id - OMRT_ID_MARK) & ~mask;
  if (bits & 15) return OMRT_ID_MARK | bits;
  return bits & OMRT_MARK_WATCH ? OMRT_ID_WATCH : 0;
}

static void spoil_cell(uint32_t *cell, unsigned mask, uint32_t what) {
  uint32_t id = *cell;
  if (omrt_shadow_mode == OMRT_SHADOW_WATCH)
    *cell = marked(id, mask, what);
  else {
    *cell = id = omrt_history_poison(id, mask, what);
    if (omrt_id_indirect(id)) omrt_chunk_note(cell);
  }
}

static void clear_cell(uint32_t *cell, unsigned mask) {
  uint32_t id = *cell;
  if (omrt_shadow_mode == OMRT_SHADOW_WATCH)
    *cell = cleared(id, mask);
  else if (omrt_id_bad(id) || omrt_id_split(id)) {
    *cell = id = omrt_history_unpoison(id, mask);
    if (omrt_id_indirect(id)) omrt_chunk_note(cell);
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
  if (omrt_shadow_mode == OMRT_SHADOW_WATCH)
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
  if (idle() || !(len = omrt_shadow_clip(addr, len))) return;
  uint64_t at = addr, end = addr + len;
  omrt_guard_lift(addr, len);
  if (at & 3) {
    uint64_t stop = (at | 3) + 1 < end ? (at | 3) + 1 : end;
    spoil_cell(omrt_cell(at), byte_mask(at & 3, (unsigned)(stop - (at & ~3ull))), what);
    at = stop;
  }
  uint64_t whole = end & ~3ull;
  if (whole > at) spoil_cells(omrt_cell(at), omrt_cell(whole), what);
  if (end > whole && end > at) spoil_cell(omrt_cell(whole), byte_mask(0, end & 3), what);
  omrt_guard_lay(addr, len);
  if (omrt_shadow_mode != OMRT_SHADOW_DETECT) return;
  omrt_reset_count++;
  omrt_range_forget(addr, len);
}

void omrt_poison(uint64_t addr, uint64_t len) { spoil(addr, len, OMRT_ID_BAD); }
void omrt_poison_freed(uint64_t addr, uint64_t len) { spoil(addr, len, OMRT_ID_FREED); }

/* Is all that the cells of these bytes hold from before, for whoever comes after this thread? */
static bool settled(uint64_t addr, uint64_t len) {
  uint32_t last = 0; /* neighbours mostly have the same past */
  for (uint64_t at = addr, end = addr + len, next; at < end; at = next) {
    uint32_t id = *omrt_cell(at);
    next = (at | 3) + 1 < end ? (at | 3) + 1 : end;
    if (id == last) {
      if (!(at & 3))
        next += 4 * (uint64_t)(while_equal(omrt_cell(next), omrt_cell(end & ~3ull), last) - omrt_cell(next));
      continue;
    }
    if (!omrt_history_overwrites(id, byte_mask(at & 3, (unsigned)(next - (at & ~3ull))))) return false;
    last = omrt_id_split(id) ? 0 : id;
  }
  return true;
}

void omrt_poison_settled(uint64_t addr, uint64_t len) {
  if (idle() || !(len = omrt_shadow_clip(addr, len))) return;
  uint64_t step = 0;
  omrt_guard_lift(addr, len);
  if (omrt_shadow_mode != OMRT_SHADOW_DETECT || settled(addr, len)) step = len;
  omrt_guard_lay(addr, len);
  for (uint64_t at = addr, end = addr + len; at < end; at += step) {
    if (step != len) step = (at | 3) + 1 < end ? (at | 3) + 1 - at : end - at;
    omrt_guard_lift(at, step);
    bool fine = step == len || settled(at, step);
    omrt_guard_lay(at, step);
    if (fine) omrt_poison(at, step);
  }
}

/* 16 cells at once: nothing special, or all of them bad in one way. */
static bool clear_line(uint32_t *c) {
  __m128i *v = (__m128i *)(void *)c, a[4];
  for (int i = 0; i < 4; i++) a[i] = _mm_loadu_si128(v + i);
  __m128i any = _mm_or_si128(_mm_or_si128(a[0], a[1]), _mm_or_si128(a[2], a[3]));
  if (!_mm_movemask_ps((__m128)any)) return true;
  if (*c != OMRT_ID_BAD && *c != OMRT_ID_FREED) return false;
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
  if (id == OMRT_ID_BAD || id == OMRT_ID_FREED)
    *c = 0;
  else if (id >= OMRT_ID_INDIRECT)
    clear_cell(c, 15);
}

static void clear_range(uint64_t at, uint64_t end) {
  uint64_t from = at;
  omrt_guard_lift(from, end - from);
  if (at & 3) {
    uint64_t stop = (at | 3) + 1 < end ? (at | 3) + 1 : end;
    clear_cell(omrt_cell(at), byte_mask(at & 3, (unsigned)(stop - (at & ~3ull))));
    at = stop;
  }
  uint64_t whole = end & ~3ull;
  while (at < whole) {
    uint32_t *c = omrt_cell(at), is = *c;
    if (whole - at >= CELLS * sizeof *c && (!is || is == OMRT_ID_BAD || is == OMRT_ID_FREED) &&
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
    for (; at < stop; at += 4) clear_whole(omrt_cell(at));
  }
  if (end > at) clear_cell(omrt_cell(whole), byte_mask(0, end & 3));
  omrt_guard_lay(from, end - from);
}

struct clearing {
  uint64_t lo, hi;
};

/* Pages of shadow that exist; what lies at the edges is not all of the range. */
static bool clear_present(void *context, uint64_t shadow, uint64_t shadow_end) {
  const struct clearing *c = context;
  uint64_t lo = OMEN_SHADOW_BACK(shadow), hi = OMEN_SHADOW_BACK(shadow_end - 1) + 1;
  if (lo < c->lo) lo = c->lo;
  if (hi > c->hi) hi = c->hi;
  if (lo < hi) clear_range(lo, hi);
  return true;
}

/* Much that was reserved and hardly touched. False: the kernel cannot tell what is there. */
static bool clear_much(uint64_t addr, uint64_t end) {
  long fd = omrt_present_open();
  enum omrt_present said = OMRT_PRESENT_ALL;
  for (uint64_t at = addr & ~4095ull, stop; at < end && said == OMRT_PRESENT_ALL; at = stop) {
    stop = (at | (IN_ORDER - 1)) + 1 < end ? (at | (IN_ORDER - 1)) + 1 : end;
    uint64_t last = OMEN_SHADOW(stop - 1) | 4095;
    said = omrt_present_each(fd, OMEN_SHADOW(at), last + 1, clear_present, &(struct clearing){addr, end});
  }
  if (fd >= 0) OMRT_SYS1(SYS_close, fd);
  return said == OMRT_PRESENT_ALL;
}

void omrt_unpoison(uint64_t addr, uint64_t len) {
  enum { PAGES = 512 };
  if (idle() || !(len = omrt_shadow_clip(addr, len))) return;
  uint64_t end = addr + len;
  if (len >= MUCH && clear_much(addr, end)) return;
  if (len < SCAN_FROM) {
    clear_range(addr, end);
    return;
  }
  while (addr < end) { /* pages of shadow that do not exist hold nothing */
    unsigned char in[PAGES];
    uint64_t page = addr & ~4095ull, n = (end - page + 4095) / 4096;
    if (n > PAGES) n = PAGES;
    bool asked = OMRT_SYS3(SYS_mincore, OMEN_SHADOW(page), n * 4096, in) == 0;
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
  return omrt_shadow_mode == OMRT_SHADOW_DETECT ? omrt_history_bad(id)
         : omrt_id_bad(id)                      ? (id - OMRT_ID_MARK) & 15
                                                : 0;
}

static uint64_t poisoned(uint64_t addr, uint64_t len) {
  uint64_t end = addr + len;
  for (uint64_t at = addr & ~3ull; at < end; at += 4) {
    const uint32_t *c = omrt_cell(at);
    if (*c < OMRT_ID_INDIRECT) { /* most: whole lines of nothing special */
      const __m128i *v = (const __m128i *)(const void *)c;
      while (end - at >= 64 && !_mm_movemask_ps((__m128)_mm_or_si128(
                                   _mm_or_si128(_mm_loadu_si128(v), _mm_loadu_si128(v + 1)),
                                   _mm_or_si128(_mm_loadu_si128(v + 2), _mm_loadu_si128(v + 3)))))
        at += 64, v += 4;
      c = omrt_cell(at);
      if (at >= end) break;
    }
    unsigned bad = bad_bytes(*c);
    for (unsigned i = 0; bad && i < 4; i++)
      if (bad >> i & 1 && at + i >= addr && at + i < end) return at + i;
  }
  return 0;
}

uint64_t omrt_poisoned(uint64_t addr, uint64_t len) {
  if (idle() || !(len = omrt_shadow_clip(addr, len))) return 0;
  omrt_guard_lift(addr, len);
  uint64_t bad = poisoned(addr, len);
  omrt_guard_lay(addr, len);
  return bad;
}

bool omrt_poisoned_freed(uint64_t addr) {
  if (!omrt_poisoned(addr, 1)) return false;
  omrt_guard_lift(addr, 1);
  uint32_t id = *omrt_cell(addr);
  omrt_guard_lay(addr, 1);
  if (omrt_shadow_mode == OMRT_SHADOW_DETECT) id = omrt_history_part(id, addr & 3);
  return (id - OMRT_ID_MARK) & OMRT_MARK_FREED;
}
