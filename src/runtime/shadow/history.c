/* Transitions of access histories, and the table that lists and split cells live in. Nothing here knows cells
 * or addresses; the current thread's clock is omrt_now. The table is two spaces: new histories are appended
 * to one until the collector (history_collect.c) moves what is alive to the other. */
#include "runtime/shadow/history.h"
#include "runtime/shadow/pair.h"
#include "runtime/shadow/shadow.h"
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#define BIT(k) (1u << (k))
const uint8_t omrt_conflict[4] = {
    [OMRT_R] = BIT(OMRT_W) | BIT(OMRT_AW),
    [OMRT_W] = 15,
    [OMRT_AR] = BIT(OMRT_W),
    [OMRT_AW] = BIT(OMRT_W) | BIT(OMRT_R),
};
const uint8_t omrt_cover[4] = {
    [OMRT_R] = BIT(OMRT_R) | BIT(OMRT_AR),
    [OMRT_W] = 15,
    [OMRT_AR] = BIT(OMRT_AR),
    [OMRT_AW] = BIT(OMRT_AW) | BIT(OMRT_AR),
};
const char *const omrt_access_name[4] = {[OMRT_R] = "r", [OMRT_W] = "w", [OMRT_AR] = "ar", [OMRT_AW] = "aw"};

struct omrt_step omrt_step;
struct omrt_table omrt_table;
struct omrt_memo omrt_memo[OMRT_MEMO_SIZE];

#define FIRST_COLLECT (256u << 10) /* words: 1 MiB; more misses the caches more than it saves */
#define MOVED 0x80000000u          /* in a count word: the next word is the new id */
#define FIRST 16u                  /* before it: nothing, and the three split cells of omrt_history_tail */

/* Lists are read in no order, and a miss of the TLB costs more than the list: large pages. They are appended
 * to only, so that a fork does not copy them over and over. */
static uint32_t *space(uint32_t words) {
  uint32_t *p = omrt_reserve((size_t)words * 4);
  OMRT_SYS3(SYS_madvise, p, (size_t)words * 4, MADV_HUGEPAGE);
  return p;
}

uint32_t omrt_history_tail(unsigned n) { return OMRT_ID_SPLIT | (1 + (n - 1) * 5); }

static void put_tails(uint32_t *word) {
  for (unsigned n = 1; n <= 3; n++) {
    uint32_t *out = word + (omrt_history_tail(n) & OMRT_ID_INDEX);
    out[0] = OMRT_SPLIT_COUNT;
    for (unsigned i = 0; i < 4; i++) out[1 + i] = i < n ? 0 : OMRT_ID_BAD;
  }
}

void omrt_history_init(uint32_t words) {
  omrt_pairs_init();
  omrt_table.word = space(words);
  omrt_table.spare = space(words);
  put_tails(omrt_table.word);
  omrt_table.limit = words - 128; /* ids at the very end would look like RACY, WATCH, BAD */
  omrt_table.used = FIRST;
  omrt_table.collect_min = FIRST_COLLECT < omrt_table.limit / 2 ? FIRST_COLLECT : omrt_table.limit / 2;
  omrt_table.collect_at = omrt_table.collect_min;
}

/* What was appended, in words. */
static uint64_t in_use(void) { return omrt_table.used + (uint64_t)omrt_pairs.used * 2; }

/* Room for n words at the end, or NULL: then the caller drops the history. */
static uint32_t *room(uint32_t n) {
  if (OMRT_UNLIKELY(in_use() > omrt_table.collect_at)) omrt_now.pending |= OMRT_PENDING_COLLECT;
  if (OMRT_UNLIKELY(n > omrt_table.limit - omrt_table.used)) {
    omrt_table.dropped++;
    return NULL;
  }
  return omrt_table.word + omrt_table.used;
}

static uint32_t commit(uint32_t tag, uint32_t n) {
  uint32_t id = tag | omrt_table.used;
  omrt_table.used += n;
  return id;
}

/* What was made last, by its words: the same lists and split cells come about in many ways, and one id for
 * them is what lets the memo know the next step. Text is read and written from any byte on, in pieces of any
 * length, by several threads; without this such a cell has a new id, and memo and table a new entry, with
 * nearly every access. Void when the table is another. */
#define MADE_BITS 12
static struct {
  uint32_t index, hash; /* the hash, because what is not the same need not be looked at in the table */
} made[1u << MADE_BITS];

/* Two words at a time, and none waits for the one before. */
static inline uint32_t hash_of(const uint32_t *word, uint32_t n) {
  uint64_t factor = 0x9e3779b97f4a7c15ull, h = n & 1 ? word[n - 1] * 0xd6e8feb86659fd93ull : n;
  for (uint32_t i = 0; i + 1 < n; i += 2, factor += 0x3c6ef372fe94f82aull)
    h += (word[i] | (uint64_t)word[i + 1] << 32) * factor;
  h ^= h >> 32;
  return (uint32_t)(h * 0x9e3779b97f4a7c15ull >> 32);
}

/* Where these words stand in the table; 0: nowhere that is known. */
static uint32_t find_made(uint32_t hash, const uint32_t *word, uint32_t n) {
  uint32_t at = hash >> (32 - MADE_BITS), index = made[at].index, differ = 0;
  if (made[at].hash != hash || !index) return 0;
  for (uint32_t i = 0; i < n; i++) differ |= omrt_table.word[index + i] ^ word[i];
  return differ ? 0 : index;
}

/* The same of a split cell. */
static uint32_t find_split(uint32_t hash, const uint32_t sub[4]) {
  uint32_t at = hash >> (32 - MADE_BITS), index = made[at].index;
  if (made[at].hash != hash || !index) return 0;
  const uint32_t *w = omrt_table.word + index;
  bool same =
      w[0] == OMRT_SPLIT_COUNT && w[1] == sub[0] && w[2] == sub[1] && w[3] == sub[2] && w[4] == sub[3];
  return same ? index : 0;
}

static void note_made(uint32_t hash) {
  made[hash >> (32 - MADE_BITS)].index = omrt_table.used;
  made[hash >> (32 - MADE_BITS)].hash = hash;
}

/* The id of a finished list of n entries that stands, uncommitted, behind `out`. */
static uint32_t finish(uint32_t *out, uint32_t n) {
  if (n == 0) return 0;
  uint32_t e = out[1];
  if (n == 1 && (e & 3) <= OMRT_W) return (e >> 2) << 1 | (e & 1);
  out[0] = n;
  uint32_t hash = hash_of(out, n + 1), known = find_made(hash, out, n + 1);
  if (known) return OMRT_ID_INDIRECT | known;
  note_made(hash);
  return commit(OMRT_ID_INDIRECT, n + 1);
}

static bool overwrites(uint32_t id) {
  if (omrt_id_pair(id)) return omrt_now_after(omrt_pair_seg(id)) && overwrites(omrt_pair_base(id));
  if (id < OMRT_ID_INDIRECT) return !id || omrt_now_after(id >> 1);
  if (!omrt_id_indirect(id)) return false;
  const uint32_t *list = omrt_table.word + (id & OMRT_ID_INDEX);
  for (uint32_t i = 1; i <= list[0]; i++)
    if (!omrt_now_after(list[i] >> 2)) return false;
  return true;
}

bool omrt_history_overwrites(uint32_t id, unsigned mask) {
  if (!omrt_id_split(id)) return overwrites(id);
  const uint32_t *sub = omrt_table.word + (id & OMRT_ID_INDEX) + 1;
  uint32_t fine = 0; /* neighbours mostly have the same past */
  for (unsigned i = 0; i < 4; i++) {
    if (!(mask >> i & 1) || sub[i] == fine) continue;
    if (!overwrites(sub[i])) return false;
    fine = sub[i];
  }
  return true;
}

/* Accesses of the segments that nobody can tell from each other (omrt_now.past), as if the first had made
 * them all: whoever knows one knows the others. So whatever of a thread's work between two locks was read
 * again later has one history, and not one for each pair of segments that wrote and read it. */
static uint32_t put_past(uint32_t *out, uint32_t kept, unsigned kinds) {
  if (kinds & BIT(OMRT_W)) kinds = BIT(OMRT_W);
  for (unsigned kind = 0; kind < 4; kind++)
    if (kinds & BIT(kind)) out[1 + kept++] = omrt_now.past << 2 | kind;
  return kept;
}

/* The entries of a history that is not split: a list, and one that stands in the id. */
struct entries {
  const uint32_t *list;
  uint32_t listed, n;
  uint32_t first, last; /* a list of one; the one behind the list */
};
static void entries_of(uint32_t id, struct entries *all) {
  uint32_t base = omrt_id_pair(id) ? omrt_pair_base(id) : id;
  if (base >= OMRT_ID_INDIRECT) {
    all->list = omrt_table.word + (base & OMRT_ID_INDEX) + 1;
    all->listed = all->list[-1];
  } else {
    all->first = (base >> 1) << 2 | (base & 1);
    all->list = &all->first;
    all->listed = base != 0;
  }
  all->n = all->listed;
  if (base == id) return;
  all->last = omrt_pair_seg(id) << 2 | OMRT_R;
  all->n++;
}

/* There is room for another context. Else lists must do, until a collection that is worth it has made some.
 */
static bool pairs_left(void) {
  if (OMRT_LIKELY(omrt_pairs.used < omrt_pairs.limit)) return true;
  if (omrt_pairs.kept < omrt_pairs.limit / 2) omrt_now.pending |= OMRT_PENDING_COLLECT;
  return false;
}

/* A list of `n` entries, behind `out`, and what the current segment does: a read makes a pair. */
static uint32_t finish_now(uint32_t *out, uint32_t n, enum omrt_access k) {
  if (k == OMRT_R && n && pairs_left()) return omrt_pair_of(finish(out, n), omrt_now.seg);
  out[1 + n] = omrt_now.seg << 2 | k;
  return finish(out, n + 1);
}

/* One byte, or a whole cell of one history. */
static uint32_t step_one(uint32_t id, enum omrt_access k) {
  if (id == OMRT_ID_RACY) return id;
  struct entries all;
  entries_of(id, &all);
  uint32_t *out = room(all.n + 2);
  if (!out) return 0;
  uint32_t kept = 0;
  unsigned past = 0; /* kinds of the thread's segments that count as one */
  for (uint32_t i = 0; i < all.n; i++) {
    uint32_t e = i < all.listed ? all.list[i] : all.last, seg = e >> 2, kind = e & 3;
    if (!omrt_now_is(seg) && omrt_now_settled(seg)) continue;
    bool before = omrt_now_after(seg);
    if (!before && omrt_conflict[k] & BIT(kind)) {
      omrt_step.earlier = kind;
      return OMRT_ID_RACY;
    }
    if (omrt_now_is(seg) && omrt_cover[kind] & BIT(k)) return id;
    if (before && omrt_cover[k] & BIT(kind)) continue;
    if (omrt_now_was(seg) && !omrt_now_is(seg))
      past |= BIT(kind);
    else
      out[1 + kept++] = e;
  }
  if (past) kept = put_past(out, kept, past);
  return finish_now(out, kept, k);
}

/* The same for bytes of a cell: they get the same list, one after the other, so that a cell of which all
 * bytes were accessed is whole again. */
static uint32_t step_byte(uint32_t id, enum omrt_access k) {
  unsigned what = 15u << 2 | k;
  struct omrt_memo *m = omrt_memo_at(id, what);
  if (m->id == id && m->gen == omrt_now.gen && m->what == what) return m->next;
  uint32_t next = step_one(id, k);
  if (next != OMRT_ID_RACY)
    *m = (struct omrt_memo){.id = id, .gen = omrt_now.gen, .next = next, .what = what};
  return next;
}

static uint32_t make_split(const uint32_t sub[4]) {
  if (sub[0] == sub[1] && sub[1] == sub[2] && sub[2] == sub[3]) return sub[0];
  uint32_t hash = hash_of(sub, 4), known = find_split(hash, sub);
  if (known) return OMRT_ID_SPLIT | known;
  uint32_t *out = room(5);
  if (!out) return 0;
  out[0] = OMRT_SPLIT_COUNT;
  for (int i = 0; i < 4; i++) out[1 + i] = sub[i];
  note_made(hash);
  return commit(OMRT_ID_SPLIT, 5);
}

static void subs(uint32_t id, uint32_t sub[4]) {
  const uint32_t *from = omrt_table.word + (id & OMRT_ID_INDEX) + 1;
  for (int i = 0; i < 4; i++) sub[i] = omrt_id_split(id) ? from[i] : id;
}

/* Some bytes of a cell of one history. */
static uint32_t step_part(uint32_t id, unsigned mask, enum omrt_access k) {
  uint32_t became = step_byte(id, k), sub[4];
  if (became == id) return id;
  if (became == OMRT_ID_RACY) omrt_step.raced = mask;
  for (unsigned i = 0; i < 4; i++) sub[i] = mask >> i & 1 ? became : id;
  return make_split(sub);
}

uint32_t omrt_history_step(uint32_t id, unsigned mask, enum omrt_access k) {
  omrt_step.raced = omrt_step.bad = 0;
  if (id == OMRT_ID_RACY) return id;
  if (OMRT_UNLIKELY(omrt_id_bad(id))) {
    omrt_step.bad = mask;
    return id;
  }
  if (mask == 15 && k == OMRT_W && omrt_history_overwrites(id, 15)) return omrt_now.w;
  if (mask == 15 && !omrt_id_split(id)) {
    uint32_t next = step_one(id, k);
    if (next == OMRT_ID_RACY) omrt_step.raced = 15;
    return next;
  }
  if (!omrt_id_split(id)) return step_part(id, mask, k);
  uint32_t sub[4], was = 0, became = 0;
  bool changed = false, have = false;
  subs(id, sub);
  for (int i = 0; i < 4; i++) {
    if (!(mask & 1u << i)) continue;
    if (omrt_id_bad(sub[i])) {
      omrt_step.bad |= 1u << i;
      continue;
    }
    if (!have || sub[i] != was) { /* neighbours mostly have the same past */
      was = sub[i];
      became = step_byte(was, k);
      have = true;
    }
    if (became == sub[i]) continue;
    if (became == OMRT_ID_RACY) omrt_step.raced |= 1u << i;
    sub[i] = became;
    changed = true;
  }
  return changed ? make_split(sub) : id;
}

static void remember(uint32_t id, unsigned mask, enum omrt_access k, uint32_t next) {
  unsigned what = mask << 2 | k;
  *omrt_memo_at(id, what) = (struct omrt_memo){.id = id, .gen = omrt_now.gen, .next = next, .what = what};
}

void omrt_history_foresee(uint32_t second, enum omrt_access k) {
  if (!omrt_id_split(second)) return;
  const uint32_t *from = omrt_table.word + (second & OMRT_ID_INDEX) + 1;
  uint32_t whole = from[0], id = from[3], sub[4] = {whole, whole, whole, id};
  if (from[1] != whole || from[2] != id || whole == id || omrt_id_bad(id)) return;
  uint32_t third = make_split(sub);
  if (!omrt_id_split(third)) return; /* the table is full */
  remember(second, 4, k, third);
  remember(third, 8, k, whole);
}

uint32_t omrt_history_forget(uint32_t id, unsigned mask) {
  uint32_t sub[4];
  if (id == 0 || mask == 15) return 0;
  if (mask == 0) return id;
  subs(id, sub);
  for (int i = 0; i < 4; i++)
    if (mask & 1u << i) sub[i] = 0;
  return make_split(sub);
}

uint32_t omrt_history_poison(uint32_t id, unsigned mask, uint32_t what) {
  uint32_t sub[4];
  if (mask == 15) return what;
  if (id == 0 && what == OMRT_ID_BAD && (mask == 14 || mask == 12 || mask == 8))
    return omrt_history_tail(mask == 14 ? 1 : mask == 12 ? 2 : 3);
  subs(id, sub);
  for (int i = 0; i < 4; i++)
    if (mask & 1u << i) sub[i] = what;
  return make_split(sub);
}

uint32_t omrt_history_unpoison(uint32_t id, unsigned mask) {
  return omrt_history_forget(id, mask & omrt_history_bad(id));
}

uint32_t omrt_history_part(uint32_t id, unsigned byte) {
  uint32_t sub[4];
  subs(id, sub);
  return sub[byte];
}

unsigned omrt_history_bad(uint32_t id) {
  uint32_t sub[4];
  unsigned bad = 0;
  if (!omrt_id_split(id)) return omrt_id_bad(id) ? 15 : 0;
  subs(id, sub);
  for (int i = 0; i < 4; i++) bad |= (unsigned)omrt_id_bad(sub[i]) << i;
  return bad;
}

/* --- the collector's part
 * ------------------------------------------------------------------------------------- */

void omrt_history_flip(void) {
  omrt_pairs_flip();
  memset(made, 0, sizeof made);
  uint32_t *word = omrt_table.word;
  omrt_table.word = omrt_table.spare;
  omrt_table.spare = word;
  omrt_table.used = FIRST;
  put_tails(omrt_table.word); /* the spare space's pages are given back after each collection */
}

static uint32_t move_list(uint32_t *list, bool (*dead)(uint32_t)) {
  uint32_t n = list[0], kept = 0;
  uint32_t *out = omrt_table.word + omrt_table.used; /* no more than the old space held: there is room */
  for (uint32_t i = 0; i < n; i++)
    if (!dead(list[1 + i] >> 2)) out[1 + kept++] = list[1 + i];
  return finish(out, kept);
}

uint32_t omrt_history_move(uint32_t id, bool (*dead)(uint32_t)) {
  if (omrt_id_pair(id)) return omrt_pair_move(id, dead);
  if (!omrt_id_indirect(id) || (id & OMRT_ID_INDEX) < FIRST) return id;
  uint32_t *old = omrt_table.spare + (id & OMRT_ID_INDEX);
  if (old[0] & MOVED) return old[1];
  uint32_t next;
  if (omrt_id_split(id)) {
    uint32_t sub[4];
    for (int i = 0; i < 4; i++) {
      sub[i] = omrt_history_move(old[1 + i], dead);
      if (sub[i] < OMRT_ID_INDIRECT && dead(sub[i] >> 1)) sub[i] = 0;
    }
    next = make_split(sub);
  } else
    next = move_list(old, dead);
  old[0] = MOVED;
  old[1] = next;
  return next;
}

/* The next collection is due when twice of what is alive now is in use, and no sooner than its own cost (the
 * cells that it looked at) is a small part of the work that filled the table. False: even what is alive
 * nearly fills the table, and only forgetting everything helps. */
bool omrt_history_flop(uint64_t cells) {
  uint64_t most = omrt_table.limit - omrt_table.limit / 16, want = omrt_table.collect_min;
  omrt_table.collected++;
  omrt_pairs.kept = omrt_pairs.used;
  memset(omrt_memo, 0, sizeof omrt_memo);
  if (omrt_table.used > most - omrt_table.limit / 16) return false;
  if (want < in_use() * 2) want = in_use() * 2;
  if (want < in_use() + cells / 4) want = in_use() + cells / 4;
  omrt_table.collect_at = (uint32_t)(want < most ? want : most);
  return true;
}

void omrt_history_clear(void) {
  omrt_pairs_clear();
  memset(made, 0, sizeof made);
  omrt_table.used = FIRST;
  omrt_table.collect_at = omrt_table.collect_min;
  memset(omrt_memo, 0, sizeof omrt_memo);
}
