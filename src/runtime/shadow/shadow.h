/* shadow/shadow.h: what the files of this folder share. Others use shadow/hb.h.
 *
 * The shadow works in one of three modes. DETECT: cells hold histories. WATCH (the second pass, an exact
 * replay): cells hold WATCH or nothing, __omen_hot holds 0, so that inlined checks of unwatched memory pass,
 * and no clock is kept; everything is logged instead. OFF: nothing at all. */
#ifndef OMEN_SHADOW_SHADOW_H
#define OMEN_SHADOW_SHADOW_H
#include "runtime/abi.h"
#include "runtime/rt.h"
#include "runtime/sched/sched.h"
#include "runtime/shadow/hb.h"
#include "runtime/shadow/history.h"
#include "runtime/shadow/pair.h"
#include "trace/kinds.h"

#define OMEN_LIKELY(x) __builtin_expect(!!(x), 1)
#define OMEN_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define OMEN_COLD __attribute__((noinline, cold, preserve_most))

enum omen_shadow_mode { OMEN_SHADOW_OFF, OMEN_SHADOW_DETECT, OMEN_SHADOW_WATCH };
extern enum omen_shadow_mode omen_shadow_mode;

/* The current thread as the checks need it. `pending` says what must be done before the next access. */
enum { OMEN_PENDING_SEGMENT = 1, OMEN_PENDING_COLLECT = 2, OMEN_PENDING_MODE = 4, OMEN_PENDING_JOIN = 8 };
struct omen_now {
  uint32_t pending;
  bool alone;      /* there is no other thread: all that follows comes after all that this one did */
  uint32_t seg, w; /* the current segment; the id "written by it" */
  uint32_t since;  /* segments from this one to the current one cannot be told apart (hb.c, resume) */
  uint32_t past;   /* those from this one to before the current one cannot be told from each other */
  uint32_t gen;    /* generation of (segment, clock), for the memo */
  uint32_t n;      /* of clock */
  const uint32_t *clock;
  const uint16_t *slot_of; /* slot of a block of segments */
  const uint32_t *low;     /* of a slot: every live thread comes after this segment of it */
};
extern struct omen_now omen_now;
static inline uint32_t omen_slot_of(uint32_t seg) { return omen_now.slot_of[seg / OMEN_SEG_BLOCK]; }
static inline bool omen_now_after(uint32_t seg) {
  uint32_t slot = omen_slot_of(seg);
  return slot < omen_now.n && omen_now.clock[slot] >= seg;
}
/* Every live thread comes after it: nothing can race with it any more. */
static inline bool omen_now_settled(uint32_t seg) { return omen_now.low[omen_slot_of(seg)] >= seg; }
/* The current segment, or one that cannot be told from it. */
static inline bool omen_now_is(uint32_t seg) { return seg - omen_now.since <= omen_now.seg - omen_now.since; }
/* One of the thread's segments before it which nobody can tell from each other. */
static inline bool omen_now_was(uint32_t seg) { return seg - omen_now.past < omen_now.seg - omen_now.past; }
/* The id of one entry of such a segment as if the current one had made it; else the id itself. */
static inline uint32_t omen_now_same(uint32_t id) {
  return omen_now_is(id >> 1) ? (omen_now.w - 1) | (id & 1) : id;
}

/* The id of one entry as a history that goes on has it (history.c, put_past). */
static inline uint32_t omen_now_past(uint32_t id) {
  uint32_t seg = id >> 1;
  return omen_now_was(seg) && !omen_now_is(seg) ? omen_now.past << 1 | (id & 1) : id;
}

/* A plain access of kind k by the current segment to the bytes of `mask` changes nothing, because they have
 * one: told from the id and its context, or from the four of a split cell, and so without the memo, which is
 * left to what does change. May say no when it is so. */
static inline bool omen_now_has_whole(uint32_t id, enum omen_access k) {
  if (omen_now_is(id >> 1)) return k == OMEN_R || id & 1;
  return k == OMEN_R && omen_id_pair(id) && omen_now_is(omen_pair_seg(id));
}
static inline bool omen_now_has_parts(uint32_t id, unsigned mask, enum omen_access k) {
  if (!omen_id_split(id)) return false;
  const uint32_t *sub = omen_table.word + (id & OMEN_ID_INDEX) + 1;
  for (; mask; mask &= mask - 1)
    if (!omen_now_has_whole(sub[__builtin_ctz(mask)], k)) return false;
  return true;
}
static inline bool omen_now_has(uint32_t id, unsigned mask, enum omen_access k) {
  return omen_now_has_whole(id, k) || omen_now_has_parts(id, mask, k);
}
/* A pair whose read was this thread's, in a segment of the current block: the id after another read; else 0.
 */
static inline uint32_t omen_now_again(uint32_t id) {
  if (!omen_id_pair(id) || (omen_pair_seg(id) ^ omen_now.seg) & ~OMEN_PAIR_SEGMENT) return 0;
  return (id & ~OMEN_PAIR_SEGMENT) | (omen_now.seg & OMEN_PAIR_SEGMENT);
}
/* A pair of two accesses that both came before: a write takes their place. May say no when it is so. */
static inline bool omen_now_after_pair(uint32_t id) {
  if (!omen_id_pair(id)) return false;
  uint32_t base = omen_pair_base(id);
  return base < OMEN_ID_INDIRECT && omen_now_after(base >> 1) && omen_now_after(omen_pair_seg(id));
}
/* The one entry of `id` leaves when the current segment makes a plain access to all of the cell. */
static inline bool omen_now_replaces(uint32_t id, enum omen_access k) {
  return id < OMEN_ID_INDIRECT &&
         (k == OMEN_R && id & 1 ? omen_now_settled(id >> 1) : omen_now_after(id >> 1));
}
/* What a plain access by the current segment makes of a history, not split, where that is easily told:
 * nothing new, what takes its place, or a pair whose context is known; 0: not so. */
static inline uint32_t omen_now_plainly(uint32_t id, enum omen_access k) {
  if (omen_now_has_whole(id, k)) return omen_now_same(id);
  if (omen_now_replaces(id, k)) return omen_now.w - (k == OMEN_R);
  if (k == OMEN_W) return omen_now_after_pair(id) ? omen_now.w : 0;
  if (id >= OMEN_ID_INDIRECT) return omen_now_again(id);
  return omen_pair_known(omen_now_past(id), omen_now.seg); /* made by this thread, which saw no race then */
}
/* There is no other thread, and this one comes after all that the cell holds. Then whoever comes later comes
 * after it, too, and after the current segment, which ends when a thread is created: no entry can ever race,
 * real or not. So an access to part of the cell may count as one to all of it, as a write even: the cell
 * stays whole, and inlined checks of any of its bytes pass from now on. The id for it; 0: not so. */
static inline uint32_t omen_now_alone(uint32_t id, enum omen_access k) {
  if (OMEN_LIKELY(!omen_now.alone) || !omen_history_overwrites(id, 15)) return 0;
  return k == OMEN_R && id < OMEN_ID_INDIRECT ? omen_now.w - 1 : omen_now.w;
}

/* Does what is pending. False: not detecting (off, watching, or left control): no history may be touched. */
bool omen_shadow_prepare(void);
static inline bool omen_shadow_ready(void) {
  if (OMEN_LIKELY(!omen_now.pending)) return omen_on;
  return !(omen_now.pending & OMEN_PENDING_MODE) && omen_shadow_prepare();
}

/* Cells. */
static inline uint32_t *omen_cell(uint64_t addr) { return (uint32_t *)OMEN_SHADOW(addr & ~3ull); }
/* Of the range, how many bytes from its start have shadow; 0: none. */
#define OMEN_SANE (64ull << 20) /* longer accesses are believed only as far as memory is mapped */
uint64_t omen_shadow_clip_slowly(uint64_t addr, uint64_t len);
static inline uint64_t omen_shadow_clip(uint64_t addr, uint64_t len) {
  uint64_t tera = addr >> 40; /* regions begin and end at whole ones */
  bool known = tera == 0 || tera - 0x51 < 0xf || tera - 0x70 < 0x10;
  if (OMEN_LIKELY(known && len <= OMEN_SANE && (addr + len - 1) >> 40 == tera)) return len;
  return omen_shadow_clip_slowly(addr, len);
}
extern uint64_t
    *omen_chunk_bits; /* 64 KiB of shadow each, by shadow address: those that may hold indirect ids */
void omen_chunk_add(uint64_t chunk);
static inline void omen_chunk_note(const uint32_t *cell) {
  uint64_t chunk = (uint64_t)cell >> 16;
  if (OMEN_UNLIKELY(!(omen_chunk_bits[chunk >> 6] >> (chunk & 63) & 1))) omen_chunk_add(chunk);
}
uint64_t omen_chunk_count(void);
void omen_chunk_visit(bool (*visit)(uint32_t *cells, uint32_t n)); /* false: forget the chunk */
void omen_shadow_drop_all(void);                                   /* zeroes every cell */
void omen_shadow_collect(void);
#define omen_reset_count                                                                                     \
  __omen_hot.resets /* changes with every reset: what a range cache knows is void then */

/* Any access by the current thread: mode and pending work are looked after. `frame`:
 * __builtin_frame_address(0) of the function that the program called. */
void omen_access(uint64_t addr, uint64_t len, enum omen_access k, uint32_t site, const void *frame);
/* A write to the whole of a heap block; of a large one only where it was ever touched. */
void omen_shadow_give_up(const void *block, uint64_t len, uint32_t site, const void *frame);
void omen_range_access(uint64_t addr, uint64_t len, enum omen_access k, uint32_t site); /* DETECT, prepared */
void omen_range_forget(uint64_t addr, uint64_t len); /* what is remembered of ranges there is void */

/* An access touched bad memory, at `bad` first (memory/bad.c): a defect is noted. */
void omen_bad_access(uint64_t bad, uint64_t addr, uint64_t len, enum omen_access k, uint32_t site,
                     const void *frame);

/* Races seen (race.c). */
void omen_race_begin(void); /* of an access: what is noted from here on may be merged */
void omen_race_note(uint64_t addr, uint64_t len, enum omen_access earlier, enum omen_access k, uint32_t site);
void omen_race_mask(uint64_t cell_addr, unsigned mask, enum omen_access earlier, enum omen_access k,
                    uint32_t site);
void omen_race_report(void);
uint64_t omen_race_dropped(void); /* locations beyond what the table holds */

/* The watch log (watch.c, depot.c). */
void omen_watch_init(void);
void omen_watch_silence(void); /* from here on events are only counted */
/* An exploration wants to be asked before every access, for a while. */
void omen_watch_everything(bool on);
/* The lines of memory that have watched bytes, by a few bits of their number; NULL: somebody else must be
 * asked about every access, too. An access that misses all of them concerns nobody. */
#define OMEN_WATCH_LINES (1u << 15)
extern uint64_t *omen_watch_lines;
static inline bool omen_watch_misses(uint64_t addr, uint64_t len) {
  enum { LINE = 64, FEW = 128 };
  if (!omen_watch_lines || len > FEW * LINE) return false;
  for (uint64_t line = addr / LINE, last = (addr + len - 1) / LINE; line <= last; line++)
    if (omen_watch_lines[line % OMEN_WATCH_LINES / 64] >> line % 64 & 1) return false;
  return true;
}
/* A library call begins whose accesses are told when it is over. */
void omen_watch_call(uint32_t site);
void omen_watch_access(uint64_t addr, uint64_t len, enum omen_access k, uint32_t site, const void *frame);
void omen_watch_atomic(uint64_t addr, uint32_t size, enum omen_access k, uint64_t value, uint32_t site,
                       const void *frame);
void omen_watch_sync(enum omen_kind kind, uint64_t obj, uint64_t obj2);
void omen_watch_hold(enum omen_kind kind, uint64_t obj, const void *lock, enum omen_raw_hold how);
void omen_watch_fresh(uint64_t addr, uint64_t len);
void omen_watch_heap(const void *block, uint64_t len, uint64_t want, const void *frame);
void omen_watch_report(void);
uint32_t omen_depot_put(const uint64_t *pcs, int n);
void omen_depot_init(void);
void omen_depot_silence(void);
void omen_depot_flush(void);

bool omen_module_code(uint64_t pc); /* report.c: code of an instrumented library */
void omen_atomic_forget(uint64_t addr, uint64_t len);
uint32_t omen_atomic_count(void);
#endif
