/* shadow/history.h: access histories, the content of shadow cells.
 *
 * A history is the set of past accesses of a location that can still race with a future one: entries
 * (segment, kind). A cell holds a history as a 32-bit id:
 *
 *   0                       nothing known
 *   seg << 1 | 1            one entry: written by seg        (seg < 2^30, so the high bit is clear)
 *   seg << 1                one entry: read by seg
 *   1 0 0 index:29          a list in the table: count, then entries (seg << 2 | kind)
 *   1 0 1 context:21 n:8    a pair: one of those three, and a plain read that came after it (pair.h)
 *   1 1 index:30            a split cell in the table: four ids, one for each byte, none of them split
 *   0xffffffff RACY         a race was seen here; absorbs everything until the memory is fresh again
 *   0xfffffffe WATCH        watched (second pass); never changes
 *   0xfffffffd NEVER        in no cell: what __omen_hot holds while the next access must come to the slow
 * path
 *   0xfffffffc GUARD        every access must be seen; what the cell would hold is kept elsewhere (guard.h)
 *   0xffffff8f BAD          not to be touched: the gap beside an object (memory/poison.h). Absorbs everything
 *   0xffffffaf FREED        the same: what was given back
 *   0xffffff80 up to ..bf   second pass: bit 4: watched, too; bit 5: given back; bits 0 to 3: the bad bytes
 *
 * Invariants:
 *   1. For every past access a of the location, its history has an entry e such that whatever later access
 * races with a also races with e. So the first race on a location is always seen, whatever came before.
 *   2. Lists are immutable, and so are split cells but those that one cell alone names (OMRT_SPLIT_OWN in
 * their first word): these are changed where they are. Only access.c makes them, and the memo (below) never
 * leads to one.
 *   3. A list of one entry of kind R or W does not exist; a split cell of four equal ids does not either. */
#ifndef OMRT_SHADOW_HISTORY_H
#define OMRT_SHADOW_HISTORY_H
#include <stdbool.h>
#include <stdint.h>

enum omrt_access { OMRT_R = 0, OMRT_W = 1, OMRT_AR = 2, OMRT_AW = 3 };

#define OMRT_ID_INDIRECT 0x80000000u
#define OMRT_ID_PAIR 0xa0000000u
#define OMRT_ID_SPLIT 0xc0000000u
#define OMRT_ID_INDEX 0x3fffffffu
#define OMRT_ID_RACY 0xffffffffu
#define OMRT_ID_WATCH 0xfffffffeu
#define OMRT_ID_NEVER 0xfffffffdu
#define OMRT_ID_GUARD 0xfffffffcu
#define OMRT_ID_MARK 0xffffff80u
#define OMRT_ID_MARKS 64u
#define OMRT_MARK_WATCH 16u
#define OMRT_MARK_FREED 32u
#define OMRT_ID_BAD (OMRT_ID_MARK | 15u)
#define OMRT_ID_FREED (OMRT_ID_BAD | OMRT_MARK_FREED)
#define OMRT_SPLIT_COUNT 0x40000000u /* first word of a split cell in the table */
#define OMRT_SPLIT_OWN 0x20000000u   /* and of one that is named by one cell only */
#define OMRT_SEG_LIMIT (1u << 30)
#define OMRT_SEG_BLOCK                                                                                       \
  256u /* abi.h: OMEN_OWN_SEGMENTS; segments are numbered in blocks of one slot: see clock.c */

/* The id lives in the table (and so the collector must see the cell). */
static inline bool omrt_id_indirect(uint32_t id) { return id >= OMRT_ID_INDIRECT && id < OMRT_ID_MARK; }
static inline bool omrt_id_pair(uint32_t id) { return id >> 29 == OMRT_ID_PAIR >> 29; }
static inline bool omrt_id_split(uint32_t id) { return id >= OMRT_ID_SPLIT && id < OMRT_ID_MARK; }
static inline bool omrt_id_bad(uint32_t id) { return id - OMRT_ID_MARK < OMRT_ID_MARKS; }

/* Bit sets of kinds. conflict[k]: kinds that race with k when unordered. cover[k]: kinds whose conflicts are
 * a subset of k's, so that an entry of kind k that comes later in the order stands for them. */
extern const uint8_t omrt_conflict[4], omrt_cover[4];
extern const char *const omrt_access_name[4];

/* What the last omrt_history_step saw: the bytes (mask) that became racy by it, and the kind of an earlier
 * access; the bytes that were bad. */
struct omrt_step {
  unsigned raced, bad;
  enum omrt_access earlier;
};
extern struct omrt_step omrt_step;

struct omrt_table {
  uint32_t *word;              /* the space in use; index 0 is not used */
  uint32_t *spare;             /* the other one, for the collector */
  uint32_t used, limit;        /* in words */
  uint32_t collect_at;         /* asks for a collection when more than this is used */
  uint32_t collect_min;        /* never earlier than at this */
  uint64_t dropped, collected; /* histories lost for want of room; collections */
};
extern struct omrt_table omrt_table;

void omrt_history_init(uint32_t words);
/* The history after an access of kind k by the current segment to the bytes of `mask` (bit 0 is the first
 * byte). */
uint32_t omrt_history_step(uint32_t id, unsigned mask, enum omrt_access k);
/* A write to the bytes of `mask` by the current thread comes after every access to them, and takes their
 * place: what becomes of most memory when it is freed. */
bool omrt_history_overwrites(uint32_t id, unsigned mask);
/* `second` is what followed by accesses to the first and then the second byte of four of one history: the
 * memo gets what the other two lead to. Text is read like that, and each step would be a slow one. */
void omrt_history_foresee(uint32_t second, enum omrt_access k);
/* The history with the bytes of `mask` forgotten. */
uint32_t omrt_history_forget(uint32_t id, unsigned mask);
/* The history with the bytes of `mask` bad (what: BAD or FREED); with those of them that are bad forgotten;
 * which bytes are bad. */
uint32_t omrt_history_poison(uint32_t id, unsigned mask, uint32_t what);
uint32_t omrt_history_unpoison(uint32_t id, unsigned mask);
unsigned omrt_history_bad(uint32_t id);
uint32_t omrt_history_part(uint32_t id, unsigned byte); /* of one byte */
/* The history of a cell of which the first n bytes (1 to 3) are fresh and the rest is bad: the end of a
 * block. The same one always, so that blocks do not fill the table. */
uint32_t omrt_history_tail(unsigned n);
/* Collector: moves what is alive to the spare space. `dead(seg)` says that every live thread comes after seg.
 */
void omrt_history_flip(void);
uint32_t omrt_history_move(uint32_t id, bool (*dead)(uint32_t seg));
bool omrt_history_flop(uint64_t cells); /* false: the table is full of live histories */
void omrt_history_clear(void);

/* The memo: (id, bytes, kind, clock generation) -> id. Arrays of one history make their transition once.
 * Valid entries are recognised by the generation, which changes with the thread's segment and clock. */
struct omrt_memo {
  uint32_t id, gen, next, what;
};
#define OMRT_MEMO_BITS 12
#define OMRT_MEMO_SIZE (1u << OMRT_MEMO_BITS)
extern struct omrt_memo omrt_memo[OMRT_MEMO_SIZE];
static inline struct omrt_memo *omrt_memo_at(uint32_t id, unsigned what) {
  return &omrt_memo[((id * 0x9e3779b1u) >> (32 - OMRT_MEMO_BITS)) ^ what];
}
#endif
