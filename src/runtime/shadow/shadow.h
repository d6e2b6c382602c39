/* shadow/shadow.h: what the files of this folder share. Others use shadow/hb.h.
 *
 * The shadow works in one of three modes. DETECT: cells hold histories. WATCH (the second pass, an exact
 * replay): cells hold WATCH or nothing, __omen_hot holds 0, so that inlined checks of unwatched memory pass,
 * and no clock is kept; everything is logged instead. OFF: nothing at all. */
#ifndef OMRT_SHADOW_SHADOW_H
#define OMRT_SHADOW_SHADOW_H
#include "record/rawev.h"
#include "runtime/abi.h"
#include "runtime/rt.h"
#include "runtime/sched/sched.h"
#include "runtime/shadow/hb.h"
#include "runtime/shadow/history.h"
#include "runtime/shadow/pair.h"
#include "trace/kinds.h"

#define OMRT_LIKELY(x) __builtin_expect(!!(x), 1)
#define OMRT_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define OMRT_COLD __attribute__((noinline, cold, preserve_most))

enum omrt_shadow_mode { OMRT_SHADOW_OFF, OMRT_SHADOW_DETECT, OMRT_SHADOW_WATCH };
extern enum omrt_shadow_mode omrt_shadow_mode;

/* The current thread as the checks need it. `pending` says what must be done before the next access; with
 * IGNORE that some of its accesses are not to be looked at, so that each is asked about (range.c, seen). */
enum {
  OMRT_PENDING_SEGMENT = 1,
  OMRT_PENDING_COLLECT = 2,
  OMRT_PENDING_MODE = 4,
  OMRT_PENDING_JOIN = 8,
  OMRT_PENDING_IGNORE = 16
};
struct omrt_now {
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
extern struct omrt_now omrt_now;
static inline uint32_t omrt_slot_of(uint32_t seg) { return omrt_now.slot_of[seg / OMRT_SEG_BLOCK]; }
static inline bool omrt_now_after(uint32_t seg) {
  uint32_t slot = omrt_slot_of(seg);
  return slot < omrt_now.n && omrt_now.clock[slot] >= seg;
}
/* Every live thread comes after it: nothing can race with it any more. */
static inline bool omrt_now_settled(uint32_t seg) { return omrt_now.low[omrt_slot_of(seg)] >= seg; }
/* The current segment, or one that cannot be told from it. */
static inline bool omrt_now_is(uint32_t seg) { return seg - omrt_now.since <= omrt_now.seg - omrt_now.since; }
/* One of the thread's segments before it which nobody can tell from each other. */
static inline bool omrt_now_was(uint32_t seg) { return seg - omrt_now.past < omrt_now.seg - omrt_now.past; }
/* The id of one entry of such a segment as if the current one had made it; else the id itself. */
static inline uint32_t omrt_now_same(uint32_t id) {
  return omrt_now_is(id >> 1) ? (omrt_now.w - 1) | (id & 1) : id;
}

/* The id of one entry as a history that goes on has it (history.c, put_past). */
static inline uint32_t omrt_now_past(uint32_t id) {
  uint32_t seg = id >> 1;
  return omrt_now_was(seg) && !omrt_now_is(seg) ? omrt_now.past << 1 | (id & 1) : id;
}

/* A plain access of kind k by the current segment to the bytes of `mask` changes nothing, because they have
 * one: told from the id and its context, or from the four of a split cell, and so without the memo, which is
 * left to what does change. May say no when it is so. */
static inline bool omrt_now_has_whole(uint32_t id, enum omrt_access k) {
  if (omrt_now_is(id >> 1)) return k == OMRT_R || id & 1;
  return k == OMRT_R && omrt_id_pair(id) && omrt_now_is(omrt_pair_seg(id));
}
static inline bool omrt_now_has_parts(uint32_t id, unsigned mask, enum omrt_access k) {
  if (!omrt_id_split(id)) return false;
  const uint32_t *sub = omrt_table.word + (id & OMRT_ID_INDEX) + 1;
  for (; mask; mask &= mask - 1)
    if (!omrt_now_has_whole(sub[__builtin_ctz(mask)], k)) return false;
  return true;
}
static inline bool omrt_now_has(uint32_t id, unsigned mask, enum omrt_access k) {
  return omrt_now_has_whole(id, k) || omrt_now_has_parts(id, mask, k);
}
/* A pair whose read was this thread's, in a segment of the current block: the id after another read; else 0.
 */
static inline uint32_t omrt_now_again(uint32_t id) {
  if (!omrt_id_pair(id) || (omrt_pair_seg(id) ^ omrt_now.seg) & ~OMRT_PAIR_SEGMENT) return 0;
  return (id & ~OMRT_PAIR_SEGMENT) | (omrt_now.seg & OMRT_PAIR_SEGMENT);
}
/* A pair of two accesses that both came before: a write takes their place. May say no when it is so. */
static inline bool omrt_now_after_pair(uint32_t id) {
  if (!omrt_id_pair(id)) return false;
  uint32_t base = omrt_pair_base(id);
  return base < OMRT_ID_INDIRECT && omrt_now_after(base >> 1) && omrt_now_after(omrt_pair_seg(id));
}
/* The one entry of `id` leaves when the current segment makes a plain access to all of the cell. */
static inline bool omrt_now_replaces(uint32_t id, enum omrt_access k) {
  return id < OMRT_ID_INDIRECT &&
         (k == OMRT_R && id & 1 ? omrt_now_settled(id >> 1) : omrt_now_after(id >> 1));
}
/* What a plain access by the current segment makes of a history, not split, where that is easily told:
 * nothing new, what takes its place, or a pair whose context is known; 0: not so. */
static inline uint32_t omrt_now_plainly(uint32_t id, enum omrt_access k) {
  if (omrt_now_has_whole(id, k)) return omrt_now_same(id);
  if (omrt_now_replaces(id, k)) return omrt_now.w - (k == OMRT_R);
  if (k == OMRT_W) return omrt_now_after_pair(id) ? omrt_now.w : 0;
  if (id >= OMRT_ID_INDIRECT) return omrt_now_again(id);
  return omrt_pair_known(omrt_now_past(id), omrt_now.seg); /* made by this thread, which saw no race then */
}
/* There is no other thread, and this one comes after all that the cell holds. Then whoever comes later comes
 * after it, too, and after the current segment, which ends when a thread is created: no entry can ever race,
 * real or not. So an access to part of the cell may count as one to all of it, as a write even: the cell
 * stays whole, and inlined checks of any of its bytes pass from now on. The id for it; 0: not so. */
static inline uint32_t omrt_now_alone(uint32_t id, enum omrt_access k) {
  if (OMRT_LIKELY(!omrt_now.alone) || !omrt_history_overwrites(id, 15)) return 0;
  return k == OMRT_R && id < OMRT_ID_INDIRECT ? omrt_now.w - 1 : omrt_now.w;
}

/* Does what is pending. False: not detecting (off, watching, or left control): no history may be touched. */
bool omrt_shadow_prepare(void);
static inline bool omrt_shadow_ready(void) {
  if (OMRT_LIKELY(!omrt_now.pending)) return omrt_on;
  return !(omrt_now.pending & (OMRT_PENDING_MODE | OMRT_PENDING_IGNORE)) && omrt_shadow_prepare();
}

/* Cells. */
static inline uint32_t *omrt_cell(uint64_t addr) { return (uint32_t *)OMEN_SHADOW(addr & ~3ull); }
/* Of the range, how many bytes from its start have shadow; 0: none. */
#define OMRT_SANE (64ull << 20) /* longer accesses are believed only as far as memory is mapped */
uint64_t omrt_shadow_clip_slowly(uint64_t addr, uint64_t len);
static inline uint64_t omrt_shadow_clip(uint64_t addr, uint64_t len) {
  uint64_t tera = addr >> 40; /* regions begin and end at whole ones */
  bool known = tera == 0 || tera - 0x51 < 0xf || tera - 0x70 < 0x10;
  if (OMRT_LIKELY(known && len <= OMRT_SANE && (addr + len - 1) >> 40 == tera)) return len;
  return omrt_shadow_clip_slowly(addr, len);
}
extern uint64_t
    *omrt_chunk_bits; /* 64 KiB of shadow each, by shadow address: those that may hold indirect ids */
void omrt_chunk_add(uint64_t chunk);
static inline void omrt_chunk_note(const uint32_t *cell) {
  uint64_t chunk = (uint64_t)cell >> 16;
  if (OMRT_UNLIKELY(!(omrt_chunk_bits[chunk >> 6] >> (chunk & 63) & 1))) omrt_chunk_add(chunk);
}
uint64_t omrt_chunk_count(void);
void omrt_chunk_visit(bool (*visit)(uint32_t *cells, uint32_t n)); /* false: forget the chunk */
void omrt_shadow_drop_all(void);                                   /* zeroes every cell */
void omrt_shadow_collect(void);
#define omrt_reset_count                                                                                     \
  __omen_hot.resets /* changes with every reset: what a range cache knows is void then */

/* Any access by the current thread: mode and pending work are looked after. `frame`:
 * __builtin_frame_address(0) of the function that the program called. */
void omrt_access(uint64_t addr, uint64_t len, enum omrt_access k, uint32_t site, const void *frame);
/* A write to the whole of a heap block; of a large one only where it was ever touched. */
void omrt_shadow_give_up(const void *block, uint64_t len, uint32_t site, const void *frame);
void omrt_range_access(uint64_t addr, uint64_t len, enum omrt_access k, uint32_t site); /* DETECT, prepared */
void omrt_range_forget(uint64_t addr, uint64_t len); /* what is remembered of ranges there is void */

/* Races seen (race.c). */
void omrt_race_begin(void); /* of an access: what is noted from here on may be merged */
void omrt_race_note(uint64_t addr, uint64_t len, enum omrt_access earlier, enum omrt_access k, uint32_t site);
void omrt_race_mask(uint64_t cell_addr, unsigned mask, enum omrt_access earlier, enum omrt_access k,
                    uint32_t site);
void omrt_race_report(void);
uint64_t omrt_race_dropped(void); /* locations beyond what the table holds */

/* The watch log (watch.c, stack_depot.c). */
void omrt_watch_init(void);
void omrt_watch_silence(void); /* from here on events are only counted */
/* An exploration wants to be asked before every access, for a while. */
void omrt_watch_everything(bool on);
void omrt_watch_every_access(bool on); /* for good: all memory is as if it were watched */
/* The lines of memory that have watched bytes, by a few bits of their number; NULL: somebody else must be
 * asked about every access, too. An access that misses all of them concerns nobody. */
#define OMRT_WATCH_LINES (1u << 15)
extern uint64_t *omrt_watch_lines;
static inline bool omrt_watch_misses(uint64_t addr, uint64_t len) {
  enum { LINE = 64, FEW = 128 };
  if (!omrt_watch_lines || len > FEW * LINE) return false;
  for (uint64_t line = addr / LINE, last = (addr + len - 1) / LINE; line <= last; line++)
    if (omrt_watch_lines[line % OMRT_WATCH_LINES / 64] >> line % 64 & 1) return false;
  return true;
}
/* Explorations are asked about this memory, too; it is no place where threads are switched. */
enum { OMRT_WATCH_ALSO = 64 };
void omrt_watch_also(struct omen_watch where);
bool omrt_watch_covers(uint64_t addr, uint64_t len); /* is some of it watched? */
/* A library call begins whose accesses are told when it is over. */
void omrt_watch_call(uint32_t site);
void omrt_watch_access(uint64_t addr, uint64_t len, enum omrt_access k, uint32_t site, const void *frame);
void omrt_watch_atomic(uint64_t addr, uint32_t size, enum omrt_access k, uint64_t value, uint32_t site,
                       const void *frame);
extern bool omrt_watch_is_atomic; /* for explorations: the access that they are asked about */
void omrt_watch_sync(enum omen_kind kind, uint64_t obj, uint64_t obj2);
void omrt_watch_hold(enum omen_kind kind, uint64_t obj, const void *lock, enum omen_raw_hold how);
/* In the trace of an exploration: the current thread does this to a synchronisation object. */
void omrt_watch_use(const void *object, enum omen_raw_use use);
void omrt_watch_fresh(uint64_t addr, uint64_t len);
void omrt_watch_heap(const void *block, uint64_t len, uint64_t want, const void *frame);
void omrt_watch_report(void);
uint32_t omrt_depot_put(const uint64_t *pcs, int n);
void omrt_depot_init(void);
void omrt_depot_silence(void);
void omrt_depot_flush(void);

void omrt_atomic_forget(uint64_t addr, uint64_t len);
uint32_t omrt_atomic_count(void);
#endif
