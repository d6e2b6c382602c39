/* Cold halves of the inlined checks: one access of 1 to 16 bytes. The common ends (nothing known yet; a
 * transition that the memo has) are here and call nothing, so that registers need not be saved; all else is
 * out of line. */
#include "runtime/shadow/shadow.h"
#include <stddef.h>

/* called_checks.S has them as numbers. */
_Static_assert(!offsetof(struct omen_hot, w2) && offsetof(struct omen_hot, r2) == 8 &&
                   offsetof(struct omen_hot, own_read) == 56 && offsetof(struct omen_hot, now_read) == 64 &&
                   offsetof(struct omen_hot, own_any) == 72 && OMEN_OWN_READ == 0x1fe &&
                   OMEN_OWN_ANY == 0x1ff && OMEN_SHADOW_XOR == 0x500000000000 &&
                   OMEN_SHADOW_SHIFT == 0x200000,
               "called_checks.S knows the layout");

#define INLINE static inline __attribute__((always_inline))

#define TWICE 0x100000001ull

/* Everything that is not quick: pending work, other modes, odd alignment, races. */
static void slowly(uint64_t addr, uint32_t size, uint32_t kind, uint32_t site, const void *frame) {
  omrt_access(addr, size, kind, site, frame);
}

/* The history that follows `id`; what only the table can tell, the memo has from now on. False: a race, or
 * bad memory. */
static bool follow(uint32_t id, uint32_t mask, enum omrt_access k, uint32_t *next) {
  if (omrt_now_has(id, mask, k)) {
    *next = omrt_now_same(id);
    return true;
  }
  if (mask == 15 && (*next = omrt_now_plainly(id, k))) return true;
  if ((*next = omrt_now_alone(id, k))) return true;
  unsigned what = mask << 2 | k;
  struct omrt_memo *m = omrt_memo_at(id, what);
  if (m->id == id && m->gen == omrt_now.gen && m->what == what) {
    *next = m->next;
    return true;
  }
  if (id == OMRT_ID_GUARD) return false;
  *next = omrt_history_step(id, mask, k);
  if (omrt_step.raced | omrt_step.bad) return false;
  if (mask == 2 && *next != id) omrt_history_foresee(*next, k);
  *m = (struct omrt_memo){.id = id, .gen = omrt_now.gen, .next = *next, .what = what};
  return true;
}

static bool change(uint32_t *cell, uint32_t mask, enum omrt_access k) {
  uint32_t id = *cell, next;
  if (!follow(id, mask, k, &next)) return false;
  if (next != id) {
    if (omrt_id_indirect(next)) omrt_chunk_note(cell);
    *cell = next;
  }
  if (k == OMRT_R && mask == 15 && next != omrt_now.w && next != OMRT_ID_RACY) __omen_hot.r2 = next * TWICE;
  return true;
}

/* Histories may be touched. The first access after a release begins a segment here, and goes on as any. */
INLINE bool ready(void) { return OMRT_LIKELY(!omrt_now.pending) ? omrt_on : omrt_shadow_ready(); }

/* What needs the table, or more than one cell's history. */
OMRT_COLD static void general(uint64_t addr, uint32_t size, uint32_t kind, uint32_t site, const void *frame) {
  enum omrt_access k = kind;
  bool done = ready();
  uint32_t *cell = omrt_cell(addr), at = addr & 3;
  if (size <= 4)
    done = done && at + size <= 4 && change(cell, ((1u << size) - 1) << at, k);
  else
    for (uint32_t i = 0; done && i < size / 4; i++) done = at == 0 && change(cell + i, 15, k);
  if (!done) slowly(addr, size, k, site, frame);
}

/* The same for any alignment. What the cells before the one that is not quick became is found again. */
OMRT_COLD static void span(uint64_t addr, uint32_t size, uint32_t kind, uint32_t site, const void *frame) {
  bool done = ready();
  uint32_t *cell = omrt_cell(addr), bytes = ((1u << size) - 1) << (addr & 3);
  for (; done && bytes; bytes >>= 4, cell++) done = change(cell, bytes & 15, kind);
  if (!done) slowly(addr, size, kind, site, frame);
}

/* Nothing new in one or two bytes of a cell that others of its bytes keep from being this segment's as a
 * whole: fields beside fields of another past, or beside padding. Looks at nothing but the ids. */
INLINE bool kept(uint64_t addr, uint32_t size, enum omrt_access k) {
  if (omrt_now.pending || !omrt_on || addr & (size - 1)) return false;
  uint32_t id = *omrt_cell(addr);
  if (!omrt_id_split(id)) {
    if (k != OMRT_R || !omrt_now_has_whole(id, OMRT_R) || id < OMRT_ID_INDIRECT) return false;
    __omen_hot.r2 = id * TWICE;
    return true;
  }
  const uint32_t *sub = omrt_table.word + (id & OMRT_ID_INDEX) + 1 + (addr & 3);
  return omrt_now_has_whole(sub[0], k) && (size == 1 || sub[1] == sub[0]);
}

/* The history that follows, plainly or as the memo has it; 0: neither (or the collector must be told of the
 * cell). */
INLINE uint32_t remembered(const void *cell, uint32_t id, uint32_t mask, enum omrt_access k) {
  unsigned what = mask << 2 | k;
  const struct omrt_memo *m = omrt_memo_at(id, what);
  uint32_t next = mask == 15 ? omrt_now_plainly(id, k) : 0;
  if (!next) {
    if (m->id != id || m->gen != omrt_now.gen || m->what != what) return 0;
    next = m->next;
  }
  uint64_t chunk = (uint64_t)cell >> 16;
  if (omrt_id_indirect(next) && !(omrt_chunk_bits[chunk >> 6] >> (chunk & 63) & 1)) return 0;
  return next;
}

/* The record of a split cell in a place of its own, unless it is there; NULL: there is no room, or the cell
 * was split by the current segment just now, as cells of text are while it is read. Those are many and alike,
 * and better left to the memo. */
INLINE uint32_t *own_split(uint32_t *cell) {
  uint32_t *from = omrt_table.word + (*cell & OMRT_ID_INDEX);
  if (from[0] & OMRT_SPLIT_OWN) return from;
  for (int i = 1; i <= 4; i++)
    if (omrt_now_has_whole(from[i], OMRT_R)) return NULL;
  if (omrt_table.used + 5 > omrt_table.collect_at) return NULL;
  uint32_t *to = omrt_table.word + omrt_table.used;
  to[0] = OMRT_SPLIT_COUNT | OMRT_SPLIT_OWN;
  for (int i = 1; i <= 4; i++) to[i] = from[i];
  *cell = OMRT_ID_SPLIT | omrt_table.used;
  omrt_table.used += 5;
  return to;
}

/* Some bytes of a split cell of which each becomes something plain. */
INLINE bool quick_parts(uint32_t *cell, uint32_t mask, enum omrt_access k) {
  const uint32_t *from = omrt_table.word + (*cell & OMRT_ID_INDEX) + 1;
  uint32_t was = 0, next = 0, became[4];
  for (uint32_t m = mask; m; m &= m - 1) {
    int i = __builtin_ctz(m);
    if (!next || from[i] != was) next = omrt_now_plainly(was = from[i], k);
    if (!next) return false;
    became[i] = next;
  }
  uint32_t *to = own_split(cell);
  if (!to) return false;
  for (uint32_t m = mask; m; m &= m - 1) to[1 + __builtin_ctz(m)] = became[__builtin_ctz(m)];
  if (to[1] == to[2] && to[2] == to[3] && to[3] == to[4]) *cell = to[1];
  return true;
}

/* Part of a cell, or the whole: something plain, or the memo. */
INLINE bool quick(uint32_t *cell, uint32_t mask, enum omrt_access k) {
  uint32_t id = *cell, next = 0;
  if (id == omrt_now.w) return true;
  if (omrt_now_has_whole(id, k))
    next = omrt_now_same(id);
  else if (omrt_now_has_parts(id, mask, k))
    next = id;
  else if (!(next = remembered(cell, id, mask, k)))
    return mask != 15 && omrt_id_split(id) && quick_parts(cell, mask, k);
  if (next != id) *cell = next;
  if (k == OMRT_R && mask == 15 && next != omrt_now.w) __omen_hot.r2 = next * TWICE;
  return true;
}

/* Two cells, which mostly have the same past. */
INLINE bool quick_two(uint64_t *cell, enum omrt_access k) {
  uint64_t two = *cell, next;
  uint32_t id = (uint32_t)two;
  if (two == __omen_hot.w2) return true;
  if (two != id * TWICE) return quick((uint32_t *)cell, 15, k) && quick((uint32_t *)cell + 1, 15, k);
  if (omrt_now_has_whole(id, k))
    next = omrt_now_same(id) * TWICE;
  else if (!(next = remembered(cell, id, 15, k) * TWICE))
    return false;
  if (next != two) *cell = next;
  if (k == OMRT_R && next != __omen_hot.w2) __omen_hot.r2 = next;
  return true;
}

/* The memo, or whatever it takes. Apart from what follows, so that a call that only replaces an entry need
 * not save the registers which this one wants: every call is made by code that expects none to change. */
INLINE void consult(uint64_t addr, uint32_t size, enum omrt_access k, uint32_t site, const void *frame) {
  if (OMRT_LIKELY(!omrt_now.pending && omrt_on && !(addr & (size < 8 ? size - 1 : 7)))) {
    uint32_t *cell = omrt_cell(addr);
    if (size < 8 ? quick(cell, ((1u << size) - 1) << (addr & 3), k)
                 : quick_two((uint64_t *)cell, k) && (size == 8 || quick_two((uint64_t *)cell + 1, k)))
      return;
  }
  general(addr, size, k, site, frame);
}

/* Any alignment: up to five cells, the first and the last of them in part. What is read twice in a row here
 * overlaps by all but a byte or two (hashes and comparisons of text), so most cells have nothing new. */
INLINE bool quick_span(uint64_t addr, uint32_t size, enum omrt_access k) {
  uint32_t *cell = omrt_cell(addr), own = omrt_now.w, bytes = ((1u << size) - 1) << (addr & 3);
  for (; bytes; bytes >>= 4, cell++)
    if (*cell != own && !quick(cell, bytes & 15, k)) return false;
  return true;
}

INLINE void consult_span(uint64_t addr, uint32_t size, enum omrt_access k, uint32_t site, const void *frame) {
  if (OMRT_LIKELY(!omrt_now.pending && omrt_on) && quick_span(addr, size, k)) return;
  span(addr, size, k, site, frame);
}

/* Whole cells of something plain: what the first access of every segment comes to. */
INLINE bool renew_one(uint32_t *cell, enum omrt_access k) {
  uint32_t id = *cell, next = omrt_now_replaces(id, k) ? omrt_now.w - (k == OMRT_R)
                              : k == OMRT_R            ? omrt_now_again(id)
                                                       : 0;
  if (!next) return false;
  *cell = next;
  if (k == OMRT_R) __omen_hot.r2 = next * TWICE;
  return true;
}

INLINE bool renew_two(uint64_t *cell, enum omrt_access k) {
  uint64_t two = *cell;
  uint32_t id = (uint32_t)two;
  if (id != (uint32_t)(two >> 32)) return false;
  uint64_t next = (omrt_now_replaces(id, k) ? omrt_now.w - (k == OMRT_R)
                   : k == OMRT_R            ? omrt_now_again(id)
                                            : 0) *
                  TWICE;
  if (!next) return false;
  *cell = next;
  if (k == OMRT_R) __omen_hot.r2 = next;
  return true;
}

INLINE bool renew(uint64_t addr, uint32_t size, enum omrt_access k) {
  if (omrt_now.pending || !omrt_on || addr & (size - 1)) return false;
  void *cell = (void *)OMEN_SHADOW(addr);
  return size == 4 ? renew_one(cell, k) : renew_two(cell, k);
}

#define CHECK(n, read, write)                                                                                \
  OMRT_COLD static void consult_read##n(uint64_t addr, uint32_t site, const void *frame) {                   \
    consult(addr, n, OMRT_R, site, frame);                                                                   \
  }                                                                                                          \
  OMRT_COLD static void consult_write##n(uint64_t addr, uint32_t site, const void *frame) {                  \
    consult(addr, n, OMRT_W, site, frame);                                                                   \
  }                                                                                                          \
  OMEN_SLOW void __omen_read##n(const void *addr, uint32_t site) {                                           \
    __builtin_prefetch(addr); /* the program wants it next, and this takes a while */                        \
    if (!(read)) consult_read##n((uint64_t)addr, site, __builtin_frame_address(0));                          \
  }                                                                                                          \
  OMEN_SLOW void __omen_write##n(void *addr, uint32_t site) {                                                \
    __builtin_prefetch(addr);                                                                                \
    if (!(write)) consult_write##n((uint64_t)addr, site, __builtin_frame_address(0));                        \
  }
CHECK(1, kept((uint64_t)addr, 1, OMRT_R), kept((uint64_t)addr, 1, OMRT_W))
CHECK(2, kept((uint64_t)addr, 2, OMRT_R), kept((uint64_t)addr, 2, OMRT_W))
CHECK(4, renew((uint64_t)addr, 4, OMRT_R), renew((uint64_t)addr, 4, OMRT_W))
CHECK(8, renew((uint64_t)addr, 8, OMRT_R), renew((uint64_t)addr, 8, OMRT_W))
CHECK(16, false, false)

#define SPAN(n)                                                                                              \
  OMEN_SLOW void __omen_read##n##u(const void *addr, uint32_t site) {                                        \
    consult_span((uint64_t)addr, n, OMRT_R, site, __builtin_frame_address(0));                               \
  }                                                                                                          \
  OMEN_SLOW void __omen_write##n##u(void *addr, uint32_t site) {                                             \
    consult_span((uint64_t)addr, n, OMRT_W, site, __builtin_frame_address(0));                               \
  }
SPAN(2)
SPAN(4)
SPAN(8)
SPAN(16)
