/* Transitions of access histories, and the table that lists and split cells live in. Nothing here knows cells
 * or addresses; the current thread's clock is omen_now. The table is two spaces: new histories are appended
 * to one until the collector (collect.c) moves what is alive to the other. */
#include "runtime/shadow/history.h"
#include "runtime/shadow/pair.h"
#include "runtime/shadow/shadow.h"
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#define BIT(k) (1u << (k))
const uint8_t omen_conflict[4] = {
    [OMEN_R] = BIT(OMEN_W) | BIT(OMEN_AW),
    [OMEN_W] = 15,
    [OMEN_AR] = BIT(OMEN_W),
    [OMEN_AW] = BIT(OMEN_W) | BIT(OMEN_R),
};
const uint8_t omen_cover[4] = {
    [OMEN_R] = BIT(OMEN_R) | BIT(OMEN_AR),
    [OMEN_W] = 15,
    [OMEN_AR] = BIT(OMEN_AR),
    [OMEN_AW] = BIT(OMEN_AW) | BIT(OMEN_AR),
};
const char *const omen_access_name[4] = {[OMEN_R] = "r", [OMEN_W] = "w", [OMEN_AR] = "ar", [OMEN_AW] = "aw"};

struct omen_step omen_step;
struct omen_table omen_table;
struct omen_memo omen_memo[OMEN_MEMO_SIZE];

#define FIRST_COLLECT (256u << 10) /* words: 1 MiB; more misses the caches more than it saves */
#define MOVED 0x80000000u          /* in a count word: the next word is the new id */
#define FIRST 16u                  /* before it: nothing, and the three split cells of omen_history_tail */

/* Lists are read in no order, and a miss of the TLB costs more than the list: large pages. They are appended
 * to only, so that a fork does not copy them over and over. */
static uint32_t *space(uint32_t words) {
  uint32_t *p = omen_reserve((size_t)words * 4);
  OMEN_SYS3(SYS_madvise, p, (size_t)words * 4, MADV_HUGEPAGE);
  return p;
}

uint32_t omen_history_tail(unsigned n) { return OMEN_ID_SPLIT | (1 + (n - 1) * 5); }

static void put_tails(uint32_t *word) {
  for (unsigned n = 1; n <= 3; n++) {
    uint32_t *out = word + (omen_history_tail(n) & OMEN_ID_INDEX);
    out[0] = OMEN_SPLIT_COUNT;
    for (unsigned i = 0; i < 4; i++) out[1 + i] = i < n ? 0 : OMEN_ID_BAD;
  }
}

void omen_history_init(uint32_t words) {
  omen_pairs_init();
  omen_table.word = space(words);
  omen_table.spare = space(words);
  put_tails(omen_table.word);
  omen_table.limit = words - 128; /* ids at the very end would look like RACY, WATCH, BAD */
  omen_table.used = FIRST;
  omen_table.collect_min = FIRST_COLLECT < omen_table.limit / 2 ? FIRST_COLLECT : omen_table.limit / 2;
  omen_table.collect_at = omen_table.collect_min;
}

/* What was appended, in words. */
static uint64_t in_use(void) { return omen_table.used + (uint64_t)omen_pairs.used * 2; }

/* Room for n words at the end, or NULL: then the caller drops the history. */
static uint32_t *room(uint32_t n) {
  if (OMEN_UNLIKELY(in_use() > omen_table.collect_at)) omen_now.pending |= OMEN_PENDING_COLLECT;
  if (OMEN_UNLIKELY(n > omen_table.limit - omen_table.used)) {
    omen_table.dropped++;
    return NULL;
  }
  return omen_table.word + omen_table.used;
}

static uint32_t commit(uint32_t tag, uint32_t n) {
  uint32_t id = tag | omen_table.used;
  omen_table.used += n;
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
  for (uint32_t i = 0; i < n; i++) differ |= omen_table.word[index + i] ^ word[i];
  return differ ? 0 : index;
}

/* The same of a split cell. */
static uint32_t find_split(uint32_t hash, const uint32_t sub[4]) {
  uint32_t at = hash >> (32 - MADE_BITS), index = made[at].index;
  if (made[at].hash != hash || !index) return 0;
  const uint32_t *w = omen_table.word + index;
  bool same = w[0] == OMEN_SPLIT_COUNT && w[1] == sub[0] && w[2] == sub[1] && w[3] == sub[2] && w[4] == sub[3];
  return same ? index : 0;
}

static void note_made(uint32_t hash) {
  made[hash >> (32 - MADE_BITS)].index = omen_table.used;
  made[hash >> (32 - MADE_BITS)].hash = hash;
}

/* The id of a finished list of n entries that stands, uncommitted, behind `out`. */
static uint32_t finish(uint32_t *out, uint32_t n) {
  if (n == 0) return 0;
  uint32_t e = out[1];
  if (n == 1 && (e & 3) <= OMEN_W) return (e >> 2) << 1 | (e & 1);
  out[0] = n;
  uint32_t hash = hash_of(out, n + 1), known = find_made(hash, out, n + 1);
  if (known) return OMEN_ID_INDIRECT | known;
  note_made(hash);
  return commit(OMEN_ID_INDIRECT, n + 1);
}

static bool overwrites(uint32_t id) {
  if (omen_id_pair(id)) return omen_now_after(omen_pair_seg(id)) && overwrites(omen_pair_base(id));
  if (id < OMEN_ID_INDIRECT) return !id || omen_now_after(id >> 1);
  if (!omen_id_indirect(id)) return false;
  const uint32_t *list = omen_table.word + (id & OMEN_ID_INDEX);
  for (uint32_t i = 1; i <= list[0]; i++)
    if (!omen_now_after(list[i] >> 2)) return false;
  return true;
}

bool omen_history_overwrites(uint32_t id, unsigned mask) {
  if (!omen_id_split(id)) return overwrites(id);
  const uint32_t *sub = omen_table.word + (id & OMEN_ID_INDEX) + 1;
  uint32_t fine = 0; /* neighbours mostly have the same past */
  for (unsigned i = 0; i < 4; i++) {
    if (!(mask >> i & 1) || sub[i] == fine) continue;
    if (!overwrites(sub[i])) return false;
    fine = sub[i];
  }
  return true;
}

/* Accesses of the segments that nobody can tell from each other (omen_now.past), as if the first had made
 * them all: whoever knows one knows the others. So whatever of a thread's work between two locks was read
 * again later has one history, and not one for each pair of segments that wrote and read it. */
static uint32_t put_past(uint32_t *out, uint32_t kept, unsigned kinds) {
  if (kinds & BIT(OMEN_W)) kinds = BIT(OMEN_W);
  for (unsigned kind = 0; kind < 4; kind++)
    if (kinds & BIT(kind)) out[1 + kept++] = omen_now.past << 2 | kind;
  return kept;
}

/* The entries of a history that is not split: a list, and one that stands in the id. */
struct entries {
  const uint32_t *list;
  uint32_t listed, n;
  uint32_t first, last; /* a list of one; the one behind the list */
};
static void entries_of(uint32_t id, struct entries *all) {
  uint32_t base = omen_id_pair(id) ? omen_pair_base(id) : id;
  if (base >= OMEN_ID_INDIRECT) {
    all->list = omen_table.word + (base & OMEN_ID_INDEX) + 1;
    all->listed = all->list[-1];
  } else {
    all->first = (base >> 1) << 2 | (base & 1);
    all->list = &all->first;
    all->listed = base != 0;
  }
  all->n = all->listed;
  if (base == id) return;
  all->last = omen_pair_seg(id) << 2 | OMEN_R;
  all->n++;
}

/* There is room for another context. Else lists must do, until a collection that is worth it has made some. */
static bool pairs_left(void) {
  if (OMEN_LIKELY(omen_pairs.used < omen_pairs.limit)) return true;
  if (omen_pairs.kept < omen_pairs.limit / 2) omen_now.pending |= OMEN_PENDING_COLLECT;
  return false;
}

/* A list of `n` entries, behind `out`, and what the current segment does: a read makes a pair. */
static uint32_t finish_now(uint32_t *out, uint32_t n, enum omen_access k) {
  if (k == OMEN_R && n && pairs_left()) return omen_pair_of(finish(out, n), omen_now.seg);
  out[1 + n] = omen_now.seg << 2 | k;
  return finish(out, n + 1);
}

/* One byte, or a whole cell of one history. */
static uint32_t step_one(uint32_t id, enum omen_access k) {
  if (id == OMEN_ID_RACY) return id;
  struct entries all;
  entries_of(id, &all);
  uint32_t *out = room(all.n + 2);
  if (!out) return 0;
  uint32_t kept = 0;
  unsigned past = 0; /* kinds of the thread's segments that count as one */
  for (uint32_t i = 0; i < all.n; i++) {
    uint32_t e = i < all.listed ? all.list[i] : all.last, seg = e >> 2, kind = e & 3;
    if (!omen_now_is(seg) && omen_now_settled(seg)) continue;
    bool before = omen_now_after(seg);
    if (!before && omen_conflict[k] & BIT(kind)) {
      omen_step.earlier = kind;
      return OMEN_ID_RACY;
    }
    if (omen_now_is(seg) && omen_cover[kind] & BIT(k)) return id;
    if (before && omen_cover[k] & BIT(kind)) continue;
    if (omen_now_was(seg) && !omen_now_is(seg))
      past |= BIT(kind);
    else
      out[1 + kept++] = e;
  }
  if (past) kept = put_past(out, kept, past);
  return finish_now(out, kept, k);
}

/* The same for bytes of a cell: they get the same list, one after the other, so that a cell of which all
 * bytes were accessed is whole again. */
static uint32_t step_byte(uint32_t id, enum omen_access k) {
  unsigned what = 15u << 2 | k;
  struct omen_memo *m = omen_memo_at(id, what);
  if (m->id == id && m->gen == omen_now.gen && m->what == what) return m->next;
  uint32_t next = step_one(id, k);
  if (next != OMEN_ID_RACY)
    *m = (struct omen_memo){.id = id, .gen = omen_now.gen, .next = next, .what = what};
  return next;
}

static uint32_t make_split(const uint32_t sub[4]) {
  if (sub[0] == sub[1] && sub[1] == sub[2] && sub[2] == sub[3]) return sub[0];
  uint32_t hash = hash_of(sub, 4), known = find_split(hash, sub);
  if (known) return OMEN_ID_SPLIT | known;
  uint32_t *out = room(5);
  if (!out) return 0;
  out[0] = OMEN_SPLIT_COUNT;
  for (int i = 0; i < 4; i++) out[1 + i] = sub[i];
  note_made(hash);
  return commit(OMEN_ID_SPLIT, 5);
}

static void subs(uint32_t id, uint32_t sub[4]) {
  const uint32_t *from = omen_table.word + (id & OMEN_ID_INDEX) + 1;
  for (int i = 0; i < 4; i++) sub[i] = omen_id_split(id) ? from[i] : id;
}

/* Some bytes of a cell of one history. */
static uint32_t step_part(uint32_t id, unsigned mask, enum omen_access k) {
  uint32_t became = step_byte(id, k), sub[4];
  if (became == id) return id;
  if (became == OMEN_ID_RACY) omen_step.raced = mask;
  for (unsigned i = 0; i < 4; i++) sub[i] = mask >> i & 1 ? became : id;
  return make_split(sub);
}

uint32_t omen_history_step(uint32_t id, unsigned mask, enum omen_access k) {
  omen_step.raced = omen_step.bad = 0;
  if (id == OMEN_ID_RACY) return id;
  if (OMEN_UNLIKELY(omen_id_bad(id))) {
    omen_step.bad = mask;
    return id;
  }
  if (mask == 15 && k == OMEN_W && omen_history_overwrites(id, 15)) return omen_now.w;
  if (mask == 15 && !omen_id_split(id)) {
    uint32_t next = step_one(id, k);
    if (next == OMEN_ID_RACY) omen_step.raced = 15;
    return next;
  }
  if (!omen_id_split(id)) return step_part(id, mask, k);
  uint32_t sub[4], was = 0, became = 0;
  bool changed = false, have = false;
  subs(id, sub);
  for (int i = 0; i < 4; i++) {
    if (!(mask & 1u << i)) continue;
    if (omen_id_bad(sub[i])) {
      omen_step.bad |= 1u << i;
      continue;
    }
    if (!have || sub[i] != was) { /* neighbours mostly have the same past */
      was = sub[i];
      became = step_byte(was, k);
      have = true;
    }
    if (became == sub[i]) continue;
    if (became == OMEN_ID_RACY) omen_step.raced |= 1u << i;
    sub[i] = became;
    changed = true;
  }
  return changed ? make_split(sub) : id;
}

static void remember(uint32_t id, unsigned mask, enum omen_access k, uint32_t next) {
  unsigned what = mask << 2 | k;
  *omen_memo_at(id, what) = (struct omen_memo){.id = id, .gen = omen_now.gen, .next = next, .what = what};
}

void omen_history_foresee(uint32_t second, enum omen_access k) {
  if (!omen_id_split(second)) return;
  const uint32_t *from = omen_table.word + (second & OMEN_ID_INDEX) + 1;
  uint32_t whole = from[0], id = from[3], sub[4] = {whole, whole, whole, id};
  if (from[1] != whole || from[2] != id || whole == id || omen_id_bad(id)) return;
  uint32_t third = make_split(sub);
  if (!omen_id_split(third)) return; /* the table is full */
  remember(second, 4, k, third);
  remember(third, 8, k, whole);
}

uint32_t omen_history_forget(uint32_t id, unsigned mask) {
  uint32_t sub[4];
  if (id == 0 || mask == 15) return 0;
  if (mask == 0) return id;
  subs(id, sub);
  for (int i = 0; i < 4; i++)
    if (mask & 1u << i) sub[i] = 0;
  return make_split(sub);
}

uint32_t omen_history_poison(uint32_t id, unsigned mask, uint32_t what) {
  uint32_t sub[4];
  if (mask == 15) return what;
  if (id == 0 && what == OMEN_ID_BAD && (mask == 14 || mask == 12 || mask == 8))
    return omen_history_tail(mask == 14 ? 1 : mask == 12 ? 2 : 3);
  subs(id, sub);
  for (int i = 0; i < 4; i++)
    if (mask & 1u << i) sub[i] = what;
  return make_split(sub);
}

uint32_t omen_history_unpoison(uint32_t id, unsigned mask) {
  return omen_history_forget(id, mask & omen_history_bad(id));
}

uint32_t omen_history_part(uint32_t id, unsigned byte) {
  uint32_t sub[4];
  subs(id, sub);
  return sub[byte];
}

unsigned omen_history_bad(uint32_t id) {
  uint32_t sub[4];
  unsigned bad = 0;
  if (!omen_id_split(id)) return omen_id_bad(id) ? 15 : 0;
  subs(id, sub);
  for (int i = 0; i < 4; i++) bad |= (unsigned)omen_id_bad(sub[i]) << i;
  return bad;
}

/* --- the collector's part
 * ------------------------------------------------------------------------------------- */

void omen_history_flip(void) {
  omen_pairs_flip();
  memset(made, 0, sizeof made);
  uint32_t *word = omen_table.word;
  omen_table.word = omen_table.spare;
  omen_table.spare = word;
  omen_table.used = FIRST;
  put_tails(omen_table.word); /* the spare space's pages are given back after each collection */
}

static uint32_t move_list(uint32_t *list, bool (*dead)(uint32_t)) {
  uint32_t n = list[0], kept = 0;
  uint32_t *out = omen_table.word + omen_table.used; /* no more than the old space held: there is room */
  for (uint32_t i = 0; i < n; i++)
    if (!dead(list[1 + i] >> 2)) out[1 + kept++] = list[1 + i];
  return finish(out, kept);
}

uint32_t omen_history_move(uint32_t id, bool (*dead)(uint32_t)) {
  if (omen_id_pair(id)) return omen_pair_move(id, dead);
  if (!omen_id_indirect(id) || (id & OMEN_ID_INDEX) < FIRST) return id;
  uint32_t *old = omen_table.spare + (id & OMEN_ID_INDEX);
  if (old[0] & MOVED) return old[1];
  uint32_t next;
  if (omen_id_split(id)) {
    uint32_t sub[4];
    for (int i = 0; i < 4; i++) {
      sub[i] = omen_history_move(old[1 + i], dead);
      if (sub[i] < OMEN_ID_INDIRECT && dead(sub[i] >> 1)) sub[i] = 0;
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
bool omen_history_flop(uint64_t cells) {
  uint64_t most = omen_table.limit - omen_table.limit / 16, want = omen_table.collect_min;
  omen_table.collected++;
  omen_pairs.kept = omen_pairs.used;
  memset(omen_memo, 0, sizeof omen_memo);
  if (omen_table.used > most - omen_table.limit / 16) return false;
  if (want < in_use() * 2) want = in_use() * 2;
  if (want < in_use() + cells / 4) want = in_use() + cells / 4;
  omen_table.collect_at = (uint32_t)(want < most ? want : most);
  return true;
}

void omen_history_clear(void) {
  omen_pairs_clear();
  memset(made, 0, sizeof made);
  omen_table.used = FIRST;
  omen_table.collect_at = omen_table.collect_min;
  memset(omen_memo, 0, sizeof omen_memo);
}
