/* Cold halves of the inlined checks: one access of 1 to 16 bytes. The common ends (nothing known yet; a
 * transition that the memo has) are here and call nothing, so that registers need not be saved; all else is
 * out of line. */
#include "runtime/shadow/shadow.h"

#define INLINE static inline __attribute__((always_inline))

/* Everything that is not quick: pending work, other modes, odd alignment, races. */
OMEN_COLD static void slowly(uint64_t addr, uint32_t size, uint32_t kind, uint32_t site, const void *frame) {
  omen_access(addr, size, kind, site, frame);
}

INLINE bool quick(uint32_t *cell, uint32_t mask, enum omen_access k) {
  uint32_t id = *cell, next;
  if (id == 0 && mask == 15) {
    next = k == OMEN_W ? omen_now.w : omen_now.seg << 1;
  } else if (id == omen_now.w || (k == OMEN_R && id == (uint32_t)__omen_hot.r2)) {
    return true;
  } else {
    unsigned what = mask << 2 | k;
    const struct omen_memo *m = omen_memo_at(id, what);
    if (OMEN_UNLIKELY(m->id != id || m->gen != omen_now.gen || m->what != what)) return false;
    next = m->next;
    if (next != id && omen_id_indirect(next)) {
      uint64_t chunk = (uint64_t)cell >> 16;
      if (OMEN_UNLIKELY(!(omen_chunk_bits[chunk >> 6] >> (chunk & 63) & 1))) return false;
    }
  }
  if (next != id) *cell = next;
  if (k == OMEN_R && mask == 15) __omen_hot.r2 = next * 0x100000001ull;
  return true;
}

INLINE void check(uint64_t addr, uint32_t size, enum omen_access k, uint32_t site, const void *frame) {
  bool done = false;
  if (OMEN_LIKELY(!omen_now.pending && omen_on)) {
    uint32_t *cell = omen_cell(addr), at = addr & 3;
    if (size <= 4)
      done = at + size <= 4 && quick(cell, ((1u << size) - 1) << at, k);
    else if (at == 0) {
      done = true;
      for (uint32_t i = 0; i < size / 4; i++) done &= quick(cell + i, 15, k);
    }
  }
  if (OMEN_UNLIKELY(!done)) slowly(addr, size, k, site, frame);
}

#define CHECK(n)                                                                                             \
  OMEN_SLOW void __omen_read##n(const void *addr, uint32_t site) {                                           \
    check((uint64_t)addr, n, OMEN_R, site, __builtin_frame_address(0));                                      \
  }                                                                                                          \
  OMEN_SLOW void __omen_write##n(void *addr, uint32_t site) {                                                \
    check((uint64_t)addr, n, OMEN_W, site, __builtin_frame_address(0));                                      \
  }
CHECK(1)
CHECK(2)
CHECK(4)
CHECK(8)
CHECK(16)
