/* Cells of small blocks: see small_blocks.h. Blocks begin at multiples of 16, places end there, and none has
 * 1 KiB that is not interrupted by a gap: so no long range that covers one was ever remembered
 * (shadow/range.c). */
#include "runtime/memory/small_blocks.h"
#include "runtime/memory/heap.h"
#include "runtime/memory/slab.h"
#include "runtime/shadow/annotate.h"
#include "runtime/shadow/guard.h"
#include "runtime/shadow/shadow.h"
#include <emmintrin.h>

_Static_assert(OMRT_SLAB_MOST <= 1024, "a block of cells that shadow/range.c remembers has 1 KiB");

static bool simple(uint64_t addr) {
  return omrt_slab_has(addr) && omrt_shadow_mode == OMRT_SHADOW_DETECT && omrt_on && !omrt_guards;
}

/* The four cells in which a block ends whose size is n modulo 16. */
static __m128i ending(unsigned n) {
  static uint32_t cells[16][4] __attribute__((aligned(16)));
  if (!cells[0][0])
    for (unsigned i = 0; i < 64; i++) {
      unsigned last = i / 4, at = i % 4 * 4;
      cells[last][i % 4] = last >= at + 4 ? 0 : last <= at ? OMRT_ID_BAD : omrt_history_tail(last - at);
    }
  return _mm_load_si128((const __m128i *)(const void *)cells[n]);
}

bool omrt_quick_begin(const struct omrt_block *b) {
  if (!simple(b->base)) return false;
  __m128i *cell = (__m128i *)OMEN_SHADOW(b->base), *last = cell + b->size / 16;
  __m128i *end = cell + (b->size + b->tail) / 16;
  while (cell < last) _mm_store_si128(cell++, _mm_setzero_si128());
  _mm_store_si128(cell++, ending(b->size & 15));
  while (cell < end) _mm_store_si128(cell++, _mm_set1_epi32((int)OMRT_ID_BAD));
  omrt_reset_count++;
  omrt_atomic_forget(b->base, b->size + 1);
  omrt_annotate_forget(b->base, b->size + 1);
  return true;
}

bool omrt_quick_unraced(uint64_t addr, uint64_t n) {
  if (!simple(addr) || (omrt_now.pending && !omrt_shadow_prepare())) return false;
  const uint32_t *cell = omrt_cell(addr), *end = cell + n / 4;
  uint32_t fine = omrt_now.w;
  for (; cell < end; cell++) {
    uint32_t id = *cell;
    if (id == fine || !id) continue;
    if (!omrt_history_overwrites(id, 15)) return false;
    fine = id;
  }
  return !(n & 3) || omrt_history_overwrites(*cell, 15u >> (4 - (n & 3)));
}

bool omrt_quick_end(const struct omrt_block *b) {
  if (!simple(b->base)) return false;
  uint32_t *cell = omrt_cell(b->base), *end = cell + (b->size + 3) / 4;
  for (; end - cell >= 4; cell += 4)
    _mm_store_si128((__m128i *)(void *)cell, _mm_set1_epi32((int)OMRT_ID_FREED));
  while (cell < end) *cell++ = OMRT_ID_FREED;
  omrt_reset_count++;
  return true;
}
