/* Cold halves of the inlined checks: one access of 1 to 16 bytes. The common ends (nothing known yet; a
 * transition that the memo has) are here and call nothing, so that registers need not be saved; all else is
 * out of line. */
#include "runtime/shadow/shadow.h"

#define INLINE static inline __attribute__((always_inline))

/* Everything that is not quick: pending work, other modes, odd alignment, races. */
OMEN_COLD static void slowly(uint64_t addr, uint32_t size, uint32_t kind, uint32_t site, const void *frame) {
  omen_access(addr, size, kind, site, frame);
}

/* A transition that only the table can tell; the memo has it from now on. False: a race. */
OMEN_COLD static bool find_out(uint32_t id, unsigned what, uint32_t *next) {
  *next = omen_history_step(id, what >> 2, what & 3);
  if (omen_step.raced) return false;
  *omen_memo_at(id, what) = (struct omen_memo){.id = id, .gen = omen_now.gen, .next = *next, .what = what};
  return true;
}

OMEN_COLD static void note_chunk(const uint32_t *cell) { omen_chunk_note(cell); }

/* The history that follows `id`. */
INLINE bool follow(uint32_t id, uint32_t mask, enum omen_access k, uint32_t *next) {
  uint32_t seg = id >> 1;
  if (id == omen_now.w) {
    *next = id;
    return true;
  }
  if (mask == 15 && id < OMEN_ID_INDIRECT &&
      (k == OMEN_R && id & 1 ? omen_now_settled(seg) : omen_now_after(seg))) {
    *next = k == OMEN_W ? omen_now.w : omen_now.seg << 1;
    return true;
  }
  unsigned what = mask << 2 | k;
  const struct omen_memo *m = omen_memo_at(id, what);
  if (OMEN_UNLIKELY(m->id != id || m->gen != omen_now.gen || m->what != what)) {
    uint32_t found;
    if (!find_out(id, what, &found)) return false;
    *next = found;
  } else
    *next = m->next;
  return true;
}

INLINE void seen(uint32_t next, uint32_t mask, enum omen_access k) {
  if (k == OMEN_R && mask == 15 && next != OMEN_ID_RACY) __omen_hot.r2 = next * 0x100000001ull;
}

INLINE bool quick(uint32_t *cell, uint32_t mask, enum omen_access k) {
  uint32_t id = *cell, next;
  if (k == OMEN_R && id == omen_now.seg << 1) {
    __omen_hot.r2 = id * 0x100000001ull;
    return true;
  }
  if (OMEN_UNLIKELY(!follow(id, mask, k, &next))) return false;
  if (next != id) {
    if (OMEN_UNLIKELY(omen_id_indirect(next))) note_chunk(cell);
    *cell = next;
  }
  seen(next, mask, k);
  return true;
}

/* Two cells, which mostly have the same past. */
INLINE bool quick_two(uint32_t *cell, enum omen_access k) {
  uint32_t id = cell[0], next;
  if (id != cell[1]) {
    bool first = quick(cell, 15, k);
    return quick(cell + 1, 15, k) && first;
  }
  if (OMEN_UNLIKELY(!follow(id, 15, k, &next))) return false;
  if (next != id) {
    if (omen_id_indirect(next)) note_chunk(cell);
    cell[0] = cell[1] = next;
  }
  seen(next, 15, k);
  return true;
}

INLINE void check(uint64_t addr, uint32_t size, enum omen_access k, uint32_t site, const void *frame) {
  bool done = false;
  __builtin_prefetch((const void *)addr); /* the program wants it next, and this takes a while */
  if (OMEN_LIKELY(!omen_now.pending && omen_on)) {
    uint32_t *cell = omen_cell(addr), at = addr & 3;
    if (size <= 4)
      done = at + size <= 4 && quick(cell, ((1u << size) - 1) << at, k);
    else if (!(addr & 7)) {
      done = true;
      for (uint32_t i = 0; i < size / 4; i += 2) done &= quick_two(cell + i, k);
    } else if (at == 0) {
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
