/* Accesses of any length: arrays, memory functions, system call buffers. Cells of equal history next to each
 * other (runs) make one transition; the rest is comparing and filling at the speed of memory. */
#include "runtime/shadow/clock.h"
#include "runtime/shadow/guard.h"
#include "runtime/shadow/poison.h"
#include "runtime/shadow/shadow.h"
#include "runtime/upward.h"
#include <emmintrin.h>
#include <string.h>
#include <sys/syscall.h>

/* The transition of one cell, by the memo if it has it. Races are noted by the caller (omrt_step.raced). */
static uint32_t step(uint32_t id, unsigned mask, enum omrt_access k) {
  omrt_step.raced = omrt_step.bad = 0;
  if (omrt_now_has(id, mask, k)) return omrt_now_same(id);
  uint32_t whole = mask == 15 && k <= OMRT_W ? omrt_now_plainly(id, k) : 0;
  if (whole || (whole = omrt_now_alone(id, k))) return whole;
  unsigned what = mask << 2 | k;
  struct omrt_memo *m = omrt_memo_at(id, what);
  if (m->id == id && m->gen == omrt_now.gen && m->what == what) return m->next;
  uint32_t next = omrt_history_step(id, mask, k);
  if (!(omrt_step.raced | omrt_step.bad))
    *m = (struct omrt_memo){.id = id, .gen = omrt_now.gen, .next = next, .what = what};
  return next;
}

/* The first bad byte that this access touched; 0: none. */
static uint64_t hit;

static void note_bad(uint64_t cell_addr) {
  uint64_t at = cell_addr + (unsigned)__builtin_ctz(omrt_step.bad);
  if (!hit || at < hit) hit = at;
}

static void part(uint64_t addr, unsigned lo, unsigned hi, enum omrt_access k, uint32_t site) {
  uint32_t *cell = omrt_cell(addr), id = *cell;
  unsigned mask = (15u >> (4 - (hi - lo))) << lo;
  if (id == omrt_now.w || id == OMRT_ID_RACY) return;
  uint32_t next = step(id, mask, k);
  if (omrt_step.raced) omrt_race_mask(addr & ~3ull, omrt_step.raced, omrt_step.earlier, k, site);
  if (omrt_step.bad) note_bad(addr & ~3ull);
  if (next == id) return;
  *cell = next;
  if (omrt_id_indirect(next)) omrt_chunk_note(cell);
}

#define LOAD(p) _mm_loadu_si128((const __m128i *)(const void *)(p))

/* The first cell that is neither a nor b. */
static const uint32_t *pass_over(const uint32_t *c, const uint32_t *end, uint32_t a, uint32_t b) {
  const __m128i va = _mm_set1_epi32((int)a), vb = _mm_set1_epi32((int)b);
  while (end - c >= 16) {
    __m128i all = _mm_set1_epi32(-1);
    for (int i = 0; i < 16; i += 4) {
      __m128i v = LOAD(c + i);
      all = _mm_and_si128(all, _mm_or_si128(_mm_cmpeq_epi32(v, va), _mm_cmpeq_epi32(v, vb)));
    }
    if (_mm_movemask_epi8(all) != 0xffff) break;
    c += 16;
  }
  while (c < end && (*c == a || *c == b)) c++;
  return c;
}

/* Turns the run of `id` that begins at c into `next`; returns its end. */
static uint32_t *replace(uint32_t *c, uint32_t *end, uint32_t id, uint32_t next) {
  const __m128i vi = _mm_set1_epi32((int)id), vn = _mm_set1_epi32((int)next);
  while (end - c >= 16) {
    __m128i all = _mm_set1_epi32(-1);
    for (int i = 0; i < 16; i += 4) all = _mm_and_si128(all, _mm_cmpeq_epi32(LOAD(c + i), vi));
    if (_mm_movemask_epi8(all) != 0xffff) break;
    for (int i = 0; i < 16; i += 4) _mm_storeu_si128((__m128i *)(void *)(c + i), vn);
    c += 16;
  }
  while (c < end && *c == id) *c++ = next;
  return c;
}

static void note_chunks(const uint32_t *from, const uint32_t *to) {
  for (uint64_t chunk = (uint64_t)from >> 16; chunk <= (uint64_t)(to - 1) >> 16; chunk++)
    omrt_chunk_note((const uint32_t *)(chunk << 16));
}

static uint64_t addr_of(const uint32_t *cell) { return OMEN_SHADOW_BACK(cell); }

/* One whole cell. */
static inline void one(uint32_t *cell, enum omrt_access k, uint32_t site) {
  uint32_t id = *cell;
  if (id == omrt_now.w || id == OMRT_ID_RACY) return;
  uint32_t next = step(id, 15, k);
  if (OMRT_UNLIKELY(omrt_step.raced))
    omrt_race_mask(addr_of(cell), omrt_step.raced, omrt_step.earlier, k, site);
  if (next != id) {
    *cell = next;
    if (omrt_id_indirect(next)) omrt_chunk_note(cell);
  }
  if (OMRT_UNLIKELY(omrt_step.bad))
    note_bad(addr_of(cell));
  else if (k == OMRT_R && next != omrt_now.w)
    __omen_hot.r2 = next * 0x100000001ull;
}

/* Whole cells. */
static void cells(uint32_t *c, uint32_t *end, enum omrt_access k, uint32_t site) {
  uint32_t own = omrt_now.w, seen = own;
  if (k == OMRT_R) seen = (uint32_t)__omen_hot.r2;
  for (;;) {
    c = (uint32_t *)pass_over(c, end, own, seen);
    if (c >= end) break;
    uint32_t id = *c, next = step(id, 15, k);
    unsigned raced = omrt_step.raced, bad = omrt_step.bad;
    uint32_t *from = c;
    if (next == id)
      c = (uint32_t *)pass_over(c, end, id, own);
    else if (raced && raced != 15)
      *c++ = next;
    else
      c = replace(c, end, id, next);
    if (raced == 15)
      omrt_race_note(addr_of(from), (uint64_t)(c - from) * 4, omrt_step.earlier, k, site);
    else if (raced)
      omrt_race_mask(addr_of(from), raced, omrt_step.earlier, k, site);
    if (next != id && omrt_id_indirect(next)) note_chunks(from, c);
    if (OMRT_UNLIKELY(bad))
      note_bad(addr_of(from));
    else if (k == OMRT_R && next != own)
      seen = next;
  }
  if (k == OMRT_R && seen != OMRT_ID_RACY) __omen_hot.r2 = seen * 0x100000001ull;
}

/* Blocks of 1 KiB of which the current segment has accessed every byte: a loop nest looks at the same rows
 * again and again from different sites. An entry: the block's upper bits, the segment, and whether it was
 * written. */
#define BLOCK 1024u
#define BLOCKS 8192u
static uint64_t done[BLOCKS];

static uint64_t done_mark(uint64_t block, bool write) {
  return block / BLOCKS << 31 | (uint64_t)omrt_now.seg << 1 | write;
}

static bool done_has(const uint32_t *cell, enum omrt_access k) {
  uint64_t block = (uint64_t)cell / BLOCK, mark = done[block % BLOCKS];
  return mark == done_mark(block, true) || (k == OMRT_R && mark == done_mark(block, false));
}

void omrt_range_forget(uint64_t addr, uint64_t len) {
  if (len / BLOCK >= BLOCKS - 2)
    memset(done, 0, sizeof done);
  else
    for (uint64_t b = OMEN_SHADOW(addr) / BLOCK; b <= OMEN_SHADOW(addr + len - 1) / BLOCK; b++)
      done[b % BLOCKS] = 0;
}

/* Whole cells of a long range: stretches of blocks that are not done yet. */
static void long_range(uint32_t *c, uint32_t *end, enum omrt_access k, uint32_t site) {
  while (c < end) {
    uint32_t *from = c, *first = (uint32_t *)(((uint64_t)c + BLOCK - 1) & ~(uint64_t)(BLOCK - 1));
    uint32_t *last = (uint32_t *)((uint64_t)end & ~(uint64_t)(BLOCK - 1)), *stop = first;
    while (stop < last && !done_has(stop, k)) stop += BLOCK / 4;
    c = stop < last ? stop : end;
    if (c > from) cells(from, c, k, site);
    for (uint32_t *b = first; b < stop && !hit; b += BLOCK / 4)
      done[(uint64_t)b / BLOCK % BLOCKS] = done_mark((uint64_t)b / BLOCK, k == OMRT_W);
    while (c < last && done_has(c, k)) c += BLOCK / 4;
  }
}

void omrt_range_access(uint64_t addr, uint64_t len, enum omrt_access k, uint32_t site) {
  uint64_t end = addr + len;
  omrt_race_begin();
  hit = 0;
  if (!(addr & 3) && (len == 4 || len == 8)) {
    one(omrt_cell(addr), k, site);
    if (len == 8) one(omrt_cell(addr) + 1, k, site);
    return;
  }
  if (addr & 3) {
    uint64_t stop = (addr | 3) + 1 < end ? (addr | 3) + 1 : end;
    part(addr, addr & 3, (unsigned)(stop - (addr & ~3ull)), k, site);
    addr = stop;
  }
  uint64_t whole = end & ~3ull;
  uint32_t *first = omrt_cell(addr), *last = first + (whole - addr) / 4;
  if (whole >= addr + 2 * BLOCK && k <= OMRT_W)
    long_range(first, last, k, site);
  else if (whole > addr)
    cells(first, last, k, site);
  if (end > whole && end > addr) part(whole, 0, end & 3, k, site);
}

/* What a site checked last: within the same segment, and while no memory became fresh, any part of it need
 * not be looked at again, because what a segment accessed once it has accessed. */
struct checked {
  uint64_t lo, hi;
  uint32_t seg, resets, site, kind;
};
#define CHECKED 256u
static struct checked checked[CHECKED];
#define WORTH 64              /* shorter ranges are compared faster than looked up */
static uint64_t bad_accesses; /* and guarded ones: what must be seen again the next time */

/* What the program has ignored is no access (annotate.c), but memory errors and invariants are looked for all
 * the same. A check that stands for a read and a write is for the rest of the two. False: nothing is left. */
static bool seen(enum omrt_access *k, uint32_t *site) {
  const uint32_t *ignored = omrt_self->ignored;
  if (OMRT_LIKELY(!(ignored[0] | ignored[1])) || *k > OMRT_W || *site == OMEN_SITE_HEAP) return true;
  bool reads_too = *site & OMEN_SITE_READS;
  if (*k == OMRT_R) return !ignored[0];
  if (ignored[0]) *site &= ~OMEN_SITE_READS;
  if (!ignored[1]) return true;
  *k = OMRT_R;
  *site &= ~OMEN_SITE_READS;
  return reads_too && !ignored[0];
}

static void ignored(uint64_t addr, uint64_t len, enum omrt_access k, uint32_t site, const void *frame) {
  uint64_t bad = omrt_poisoned(addr, len);
  if (bad) omrt_up.bad_access(bad, addr, len, k, site, frame);
  if (omrt_guard_covers(addr, len)) omrt_up.guarded(addr, len, k, site, frame);
}

static void __attribute__((noinline)) look(uint64_t addr, uint64_t len, enum omrt_access k, uint32_t site,
                                           const void *frame) {
  enum omrt_access asked = k;
  if (OMRT_UNLIKELY(!seen(&k, &site))) {
    ignored(addr, len, asked, site, frame);
    return;
  }
  bool guarded = omrt_guard_covers(addr, len);
  if (OMRT_UNLIKELY(omrt_now.pending || !omrt_on) && !omrt_shadow_prepare()) {
    if (omrt_on && omrt_shadow_mode == OMRT_SHADOW_WATCH) omrt_watch_access(addr, len, k, site, frame);
    if (OMRT_UNLIKELY(guarded)) omrt_up.guarded(addr, len, k, site, frame);
    return;
  }
  if (!(len = omrt_shadow_clip(addr, len))) return;
  if (OMRT_UNLIKELY(guarded)) omrt_guard_lift(addr, len);
  omrt_range_access(addr, len, k, site);
  if (OMRT_UNLIKELY(guarded)) {
    omrt_guard_lay(addr, len);
    omrt_range_forget(addr, len);
    bad_accesses++;
    omrt_up.guarded(addr, len, k, site, frame);
  }
  if (OMRT_UNLIKELY(hit)) {
    bad_accesses++;
    omrt_up.bad_access(hit, addr, len, k, site, frame);
  } else if (len >= WORTH && !guarded)
    checked[(site * 2 + k) & (CHECKED - 1)] =
        (struct checked){addr, addr + len, omrt_now.seg, omrt_reset_count, site, k};
}

/* The history that follows `id`. False: a race, bad or guarded memory, which is for others to deal with. */
static inline bool follows(uint32_t id, unsigned mask, enum omrt_access k, uint32_t *next) {
  if (id >= OMRT_ID_MARK) return false;
  if (mask == 15 && (*next = omrt_now_plainly(id, k))) return true;
  *next = step(id, mask, k);
  return !(omrt_step.raced | omrt_step.bad);
}

/* Four cells, each of them one of two ids. */
static inline bool four_are(const uint32_t *c, uint32_t a, uint32_t b) {
  __m128i v = LOAD(c), is_a = _mm_cmpeq_epi32(v, _mm_set1_epi32((int)a));
  return _mm_movemask_epi8(_mm_or_si128(is_a, _mm_cmpeq_epi32(v, _mm_set1_epi32((int)b)))) == 0xffff;
}

/* This segment's plain writes stand for accesses of any kind. */
static bool own_writes(uint64_t addr, uint64_t len) {
  const uint32_t *c = omrt_cell(addr), *last = omrt_cell(addr + len - 1);
  while (c <= last && *c == omrt_now.w) c++;
  return c > last;
}

/* Text and small objects: the same as omrt_range_access where nothing is wrong, in one go. False: not all was
 * done; what was done may be done again. A cell that is this segment's as a whole is so at each of its bytes.
 */
static inline bool short_range(uint64_t addr, uint64_t len, enum omrt_access k) {
  if (!omrt_shadow_clip(addr, len)) return false;
  if (k > OMRT_W) return own_writes(addr, len);
  uint32_t own = omrt_now.w, seen = k == OMRT_R ? (uint32_t)__omen_hot.r2 : own, was = own, next = own;
  uint32_t *c = omrt_cell(addr), *last = omrt_cell(addr + len - 1);
  unsigned mask = 15u << (addr & 3) & 15, end = 15u >> (3 - ((addr + len - 1) & 3));
  for (; c <= last; c++, mask = 15) {
    uint32_t id = *c;
    if (c == last) mask &= end;
    if (id == own || id == seen) {
      while (last - c > 4 && four_are(c + 1, own, seen)) c += 4;
      continue;
    }
    if (mask != 15 || id != was) {
      if (!follows(id, mask, k, &next)) return false;
      was = mask == 15 ? id : own;
    }
    if (mask == 15 && k == OMRT_R) __omen_hot.r2 = (seen = next) * 0x100000001ull;
    if (next == id) continue;
    if (omrt_id_indirect(next)) omrt_chunk_note(c);
    *c = next;
  }
  return true;
}

static inline bool checked_before(uint64_t addr, uint64_t len, enum omrt_access k, uint32_t site) {
  const struct checked *known = &checked[(site * 2 + k) & (CHECKED - 1)];
  return known->seg == omrt_now.seg && known->resets == omrt_reset_count && known->site == site &&
         known->kind == k && addr >= known->lo && addr + len <= known->hi;
}

static inline __attribute__((always_inline)) void
access_range(uint64_t addr, uint64_t len, enum omrt_access k, uint32_t site, const void *frame) {
  if (!len) return;
  if (omrt_shadow_ready()) {
    if (len < WORTH ? short_range(addr, len, k) : checked_before(addr, len, k, site)) return;
  } else if (omrt_watch_misses(addr, len))
    return;
  look(addr, len, k, site, frame);
}

void omrt_access(uint64_t addr, uint64_t len, enum omrt_access k, uint32_t site, const void *frame) {
  access_range(addr, len, k, site, frame);
}

OMEN_API void __omen_readn(const void *addr, uint64_t len, uint32_t site) {
  access_range((uint64_t)addr, len, OMRT_R, site | OMEN_SITE_AHEAD, __builtin_frame_address(0));
}

/* Nothing new: what a search reads was mostly written or read in the same segment. */
static inline bool own_already(uint64_t addr, uint64_t len) {
  if (len > WORTH || !omrt_shadow_clip(addr, len)) return false;
  const uint32_t *c = omrt_cell(addr), *last = omrt_cell(addr + len - 1);
  while (c <= last && (*c == omrt_now.w || *c == (uint32_t)__omen_hot.r2)) c++;
  return c > last;
}

/* Apart, so that the common case saves few registers. */
OMRT_COLD static void run_slowly(uint64_t addr, uint64_t len, uint32_t site, const void *frame) {
  access_range(addr, len, OMRT_R, site, frame);
}

OMEN_SLOW void __omen_read_run(const void *addr, uint64_t len, uint32_t site) {
  if (OMRT_LIKELY(!omrt_now.pending && omrt_on) ? own_already((uint64_t)addr, len)
                                                : len && omrt_watch_misses((uint64_t)addr, len))
    return;
  run_slowly((uint64_t)addr, len, site, __builtin_frame_address(0));
}

/* A search may begin with a read that faults, before it is checked: then it is checked here. Only for a race:
 * what is not mapped is nobody's gap. */
void omrt_shadow_faulted(uint64_t addr) {
  if (omrt_shadow_clip(addr, 1) && omrt_shadow_prepare()) omrt_range_access(addr, 1, OMRT_R, OMEN_SITE_HEAP);
}

OMEN_API void __omen_writen(void *addr, uint64_t len, uint32_t site) {
  access_range((uint64_t)addr, len, OMRT_W, site, __builtin_frame_address(0));
}

void omrt_shadow_access(const void *addr, uint64_t len, bool write, uint32_t site) {
  omrt_access((uint64_t)addr, len, write ? OMRT_W : OMRT_R, site, __builtin_frame_address(0));
}

/* Pages of shadow that do not exist hold no history; filling them would only make them exist. */
void omrt_shadow_give_up(const void *block, uint64_t len, uint32_t site, const void *frame) {
  enum { LARGE = 1 << 20, PAGES = 512 };
  uint64_t addr = (uint64_t)block, end = addr + len;
  if (len < LARGE || omrt_shadow_mode != OMRT_SHADOW_DETECT) {
    omrt_access(addr, len, OMRT_W, site, frame);
    return;
  }
  while (addr < end) {
    unsigned char in[PAGES];
    uint64_t page = addr & ~4095ull, n = (end - page + 4095) / 4096;
    if (n > PAGES) n = PAGES;
    if (OMRT_SYS3(SYS_mincore, OMEN_SHADOW(page), n * 4096, in) < 0) return;
    for (uint64_t i = 0; i < n; i++, page += 4096) {
      uint64_t stop = page + 4096 < end ? page + 4096 : end;
      if (in[i] & 1) omrt_access(addr, stop - addr, OMRT_W, site, frame);
      addr = stop;
    }
  }
}

/* The same for elements that are not next to each other: lo is the first, hi their number. */
struct walked {
  struct checked is;
  uint64_t step_up, size;
};
static struct walked walked[CHECKED];
#define WORTH_WALK 4

static bool walked_before(uint64_t addr, uint64_t step_up, uint64_t count, uint64_t size, enum omrt_access k,
                          uint32_t site) {
  const struct walked *w = &walked[(site * 2 + k) & (CHECKED - 1)];
  return !omrt_now.pending && omrt_on && w->is.seg == omrt_now.seg && w->is.resets == omrt_reset_count &&
         w->is.site == site && w->is.kind == k && w->is.lo == addr && w->is.hi >= count &&
         w->step_up == step_up && w->size >= size;
}

static void strided(uint64_t addr, int64_t stride, uint64_t count, uint64_t size, enum omrt_access k,
                    uint32_t site, const void *frame) {
  if (!count || !size) return;
  uint64_t step_up = stride < 0 ? -(uint64_t)stride : (uint64_t)stride;
  if (stride < 0) addr += (uint64_t)stride * (count - 1);
  if (step_up <= size) {
    omrt_access(addr, step_up * (count - 1) + size, k, site, frame);
    return;
  }
  if (walked_before(addr, step_up, count, size, k, site)) return;
  uint64_t bad = bad_accesses;
  for (uint64_t i = 0; i < count; i++) omrt_access(addr + i * step_up, size, k, site, frame);
  if (count >= WORTH_WALK && !omrt_now.pending && bad == bad_accesses)
    walked[(site * 2 + k) & (CHECKED - 1)] =
        (struct walked){{addr, count, omrt_now.seg, omrt_reset_count, site, k}, step_up, size};
}

OMEN_API void __omen_read_strided(const void *addr, int64_t stride, uint64_t count, uint64_t size,
                                  uint32_t site) {
  strided((uint64_t)addr, stride, count, size, OMRT_R, site, __builtin_frame_address(0));
}

OMEN_API void __omen_write_strided(void *addr, int64_t stride, uint64_t count, uint64_t size, uint32_t site) {
  strided((uint64_t)addr, stride, count, size, OMRT_W, site, __builtin_frame_address(0));
}
