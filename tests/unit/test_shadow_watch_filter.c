/* The watch log without what tells nobody anything (runtime/shadow/watch_filter.c): for random programs, the
 * engines find the same pairs in the filtered log as in the whole one, happens-before and schedulable, as
 * often; each access is made with the same locks held; and the log is much shorter where threads only
 * synchronise. */
/* rooms: runtime/shadow, quick */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "../../src/runtime/shadow/watch_filter_vector.c"
#define hash tables_hash
#include "../../src/runtime/shadow/watch_filter_tables.c"
#undef hash
#include "../../src/runtime/shadow/watch_filter_known.c"
#include "../../src/runtime/shadow/watch_filter.c"
#define omrt_now omen_base_now /* the command has one of its own */
#include "detect/pairs.h"
#include "trace/rawlog.h"
#include "trace/readers.h"

enum { THREADS = 5, LOCKS = 3, CLOCKS = 3, PLACES = 3, ATOMICS = 2, MOST = 600 };
static size_t allocated; /* bytes that the filter holds */
void *omrt_reserve(size_t n) { return calloc(1, n); }
void *omrt_alloc(size_t n) {
  allocated += n;
  return calloc(1, n);
}
void omrt_free(void *p, size_t n) {
  if (p) allocated -= n;
  free(p);
}
struct omrt_hb *omrt_self, *omrt_live;
uint32_t omrt_live_count;
uint64_t omrt_joins_broken;
bool omrt_joins_safe = true;
struct omrt_fiber *omrt_fiber_by_pthread(void *p) { return NULL; }

static struct omrt_hb hb[THREADS];
static struct omrt_fiber fiber[THREADS];
struct omrt_fiber *omrt_fiber_by_id(int id) { return id < THREADS ? &fiber[id] : NULL; }

static struct omen_rawev whole[MOST], filtered[MOST];
static size_t nwhole, nfiltered;
static void keep(const struct omen_rawev *e) { filtered[nfiltered++] = *e; }

static uint64_t state = 88172645463325252ull;
static unsigned any(unsigned n) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (unsigned)(state >> 11) % n;
}

/* ---- random programs ---- */

static void live(unsigned t) {
  fiber[t].hb = &hb[t];
  fiber[t].id = (int)t;
  hb[t] = (struct omrt_hb){.number = t, .fiber = &fiber[t], .next = omrt_live, .prevp = &omrt_live};
  if (omrt_live) omrt_live->prevp = &hb[t].next;
  omrt_live = &hb[t];
  omrt_live_count++;
}

static void die(unsigned t) {
  *hb[t].prevp = hb[t].next;
  if (hb[t].next) hb[t].next->prevp = hb[t].prevp;
  omrt_live_count--;
  hb[t].ended = true;
  omrt_filter_end(&hb[t], keep);
}

static void restart(uint64_t from) {
  for (unsigned t = 0; t < THREADS; t++) {
    if (!hb[t].told) continue;
    hb[t].told->kids = NULL;
    hb[t].told->unborn = false;
  }
  for (unsigned t = 0; t < THREADS; t++) free_told(&hb[t]);
  omrt_tables_clear();
  omrt_knows_become(&low, NULL);
  assert_int_equal(allocated, 0); /* nothing is lost on the way */
  memset(hb, 0, sizeof hb);
  memset(fiber, 0, sizeof fiber);
  omrt_live = NULL;
  omrt_live_count = components = ndead = swept = 0;
  omrt_known_due = 1 + any(20);
  written = forks = 0;
  omrt_filter_from = from;
  nwhole = nfiltered = 0;
  live(0);
  omrt_self = &hb[0];
}

static void put_sized(unsigned thread, enum omen_kind kind, uint64_t obj, uint64_t obj2, unsigned size,
                      bool watched) {
  struct omen_rawev e = {.kind = (uint8_t)kind,
                         .obj = obj,
                         .obj2 = obj2,
                         .size = (uint8_t)size,
                         .site = (uint32_t)(watched ? 1 + any(6) : 0),
                         .point = (uint32_t)nwhole,
                         .thread = (uint16_t)thread};
  whole[nwhole++] = e;
  omrt_self = &hb[thread];
  if (omrt_known_due > 20) omrt_known_due = 1 + any(20);
  if (swept > 100) swept = 0;
  omrt_filter(&hb[thread], &e, watched, keep);
}
static void put(unsigned thread, enum omen_kind kind, uint64_t obj, uint64_t obj2) {
  put_sized(thread, kind, obj, obj2, 0, false);
}

enum { RWLOCK = 1 + LOCKS + CLOCKS, READERS };
struct world {
  int owner[LOCKS + 1], readers, writer;
  bool reads[THREADS], runs[THREADS], was[THREADS], joined[THREADS];
  unsigned began;
};

static void a_sync(unsigned t) {
  static const enum omen_kind kinds[] = {OMEN_KIND_OBSERVE, OMEN_KIND_PUBLISH, OMEN_KIND_SIGNAL,
                                         OMEN_KIND_COPY, OMEN_KIND_MERGE};
  enum omen_kind k = kinds[any(5)];
  uint64_t c =
      any(6) ? 1 + LOCKS + any(CLOCKS) : 1 + any(LOCKS); /* now and then a lock's own clock, as readers do */
  uint64_t from = k < OMEN_KIND_COPY ? 0 : k == OMEN_KIND_COPY && !any(4) ? 0 : 1 + LOCKS + any(CLOCKS);
  put(t, k, c, from);
}

static void a_rwlock(struct world *w, unsigned t) {
  if (w->reads[t]) {
    w->reads[t] = false;
    w->readers--;
    put_sized(t, OMEN_KIND_PUBLISH, READERS, 7, OMEN_RAW_HOLD_READ, false);
  } else if (w->writer == (int)t) {
    w->writer = -1;
    put_sized(t, OMEN_KIND_PUBLISH, RWLOCK, 7, OMEN_RAW_HOLD_WRITE, false);
  } else if (w->writer < 0 && any(3)) {
    w->reads[t] = true;
    w->readers++;
    put_sized(t, OMEN_KIND_OBSERVE, RWLOCK, 7, OMEN_RAW_HOLD_READ, false);
  } else if (w->writer < 0 && !w->readers) {
    w->writer = (int)t;
    put_sized(t, OMEN_KIND_OBSERVE, RWLOCK, 7, OMEN_RAW_HOLD_WRITE, false);
    put(t, OMEN_KIND_OBSERVE, READERS, 0);
  }
}

static void a_lock(struct world *w, unsigned t) {
  unsigned l = 1 + any(LOCKS);
  if (w->owner[l] == (int)t) {
    w->owner[l] = -1;
    put(t, OMEN_KIND_REL, l, l);
  } else if (w->owner[l] < 0) {
    w->owner[l] = (int)t;
    put(t, OMEN_KIND_ACQ, l, l);
  }
}

/* Watched words from 0x100 on, and bytes from 0x180 on; atomics that are not watched from 0x200 on; of
 * several sizes, across each other. */
static void an_access(unsigned t) {
  static const enum omen_kind kinds[] = {OMEN_KIND_READ, OMEN_KIND_WRITE, OMEN_KIND_AREAD, OMEN_KIND_AWRITE};
  bool words = any(2);
  unsigned size = words ? 4u << any(3) : 1 + any(3);
  uint64_t at = words ? 0x100 + 4 * any(2 * PLACES) : 0x180 + any(6);
  if (any(20))
    put_sized(t, kinds[any(4)], at, 0, size, true);
  else
    put_sized(t, OMEN_KIND_ALLOC, at, 0, size, true);
}

static void an_atomic(unsigned t) {
  unsigned size = 4u << any(2);
  uint64_t at = 0x200 + 8 * any(ATOMICS) + (size == 4 ? 4 * any(2) : 0);
  unsigned what = any(3);
  if (what < 2) put_sized(t, OMEN_KIND_AREAD, at, 0, size, false);
  if (what > 0) put_sized(t, OMEN_KIND_AWRITE, at, 0, size, false);
}

static void a_thread(struct world *w, unsigned t) {
  unsigned u = 1 + any(THREADS - 1);
  if (!w->was[u]) {
    live(u);
    put(t, OMEN_KIND_FORK, u, 0);
    w->was[u] = w->runs[u] = true;
  } else if (w->runs[u] && u != t && !any(4)) {
    for (int l = 1; l <= LOCKS; l++)
      if (w->owner[l] == (int)u) return;
    if (w->reads[u] || w->writer == (int)u) return;
    w->runs[u] = false;
    die(u);
  } else if (!w->runs[u] && !w->joined[u]) {
    w->joined[u] = true;
    put(t, OMEN_KIND_JOIN, u, 0);
  }
}

/* Of a hundred steps, so many are accesses. */
static void program(unsigned accesses, uint64_t from) {
  struct world w = {.writer = -1};
  restart(from);
  for (int i = 0; i <= LOCKS; i++) w.owner[i] = -1;
  w.runs[0] = w.was[0] = true;
  unsigned t = 0;
  while (nwhole < MOST - 4) {
    if (any(8) == 0) t = any(THREADS);
    if (!w.runs[t]) t = 0;
    if (any(100) < accesses && nwhole > 20)
      an_access(t);
    else
      switch (any(10)) {
      case 0: a_thread(&w, t); break;
      case 1: a_sync(t); break;
      case 2: a_rwlock(&w, t); break;
      case 3:
      case 4: an_atomic(t); break;
      default: a_lock(&w, t);
      }
  }
}

/* ---- what a log says ---- */

static void pairs_of(const struct omen_rawev *log, size_t n, struct omen_pair_list *list) {
  struct omen_err err;
  struct omen_bytes *in = omen_bytes_memory(log, n * sizeof *log);
  struct omen_source *src = omen_rawlog_input(in, 0, &err);
  assert_non_null(src);
  assert_int_equal(omen_detect_pairs(src, list, &err), 0);
  omen_source_close(src);
}

/* Locks held at each access, which is named by `point`. */
static void held_at(const struct omen_rawev *log, size_t n, uint32_t *held) {
  uint32_t now[THREADS] = {0};
  for (size_t i = 0; i < n; i++) {
    const struct omen_rawev *e = &log[i];
    uint32_t bit = 1u << (e->kind == OMEN_KIND_ACQ || e->kind == OMEN_KIND_REL ? e->obj : 20 + e->size);
    if (omen_rawev_takes(e)) now[e->thread] |= bit;
    if (omen_rawev_gives(e)) now[e->thread] &= ~bit;
    if (e->site) held[e->point] = now[e->thread] + 1;
  }
}

static void same_pairs(const struct omen_pair_list *a, const struct omen_pair_list *b) {
  assert_int_equal(a->n, b->n);
  assert_int_equal(a->warnings, b->warnings);
  for (size_t i = 0; i < a->n; i++) {
    const struct omen_pair *x = &a->v[i], *y = &b->v[i];
    assert_int_equal(x->loc1, y->loc1);
    assert_int_equal(x->loc2, y->loc2);
    assert_int_equal(x->instances, y->instances);
    assert_int_equal(x->schedulable, y->schedulable);
    for (int k = 0; k < 2; k++) {
      assert_int_equal(whole[x->first[k]].point, filtered[y->first[k]].point);
      if (x->schedulable) assert_int_equal(whole[x->sched[k]].point, filtered[y->sched[k]].point);
    }
  }
}

static void the_engines_say_the_same(void **unused) {
  static uint32_t held[2][MOST];
  size_t kept = 0, all = 0;
  for (int round = 0; round < 10000; round++) {
    struct omen_pair_list a = {0}, b = {0};
    program(1 + any(30), any(4) ? 0 : any(300));
    for (unsigned t = 0; t < THREADS; t++) flush_waiting(&hb[t]); /* held to the end */
    pairs_of(whole, nwhole, &a);
    pairs_of(filtered, nfiltered, &b);
    same_pairs(&a, &b);
    memset(held, 0, sizeof held);
    held_at(whole, nwhole, held[0]);
    held_at(filtered, nfiltered, held[1]);
    assert_memory_equal(held[0], held[1], sizeof held[0]);
    kept += nfiltered;
    all += nwhole;
    omen_pair_list_release(&a);
    omen_pair_list_release(&b);
  }
  assert_true(kept < all * 9 / 10);
}

/* However much the threads synchronise after the last access, nothing of it is written. */
static void synchronisation_alone_says_nothing(void **unused) {
  restart(0);
  live(1);
  put(0, OMEN_KIND_FORK, 1, 0);
  put_sized(1, OMEN_KIND_WRITE, 0x100, 0, 8, true);
  put_sized(0, OMEN_KIND_WRITE, 0x100, 0, 8, true);
  for (int i = 0; i < 1000000; i++) {
    nwhole = 0;
    unsigned t = (unsigned)i / 4 % 2;
    uint64_t lock = 1 + i / 8 % 20;
    if (i % 4 == 0) put(t, OMEN_KIND_ACQ, lock, 0);
    if (i % 4 == 1) put_sized(t, OMEN_KIND_AWRITE, 0x200 + i / 4 * 8 % 65536, 0, 8, false);
    if (i % 4 == 2) put_sized(t, OMEN_KIND_AREAD, 0x200 + i / 4 * 8 % 65536, 0, 8, false);
    if (i % 4 == 3) put(t, OMEN_KIND_REL, lock, 0);
    assert_true(nfiltered < MOST);
  }
  assert_true(nfiltered < 200);
  assert_true(allocated < 1 << 20);
}

static void threads_that_have_nothing_to_say_are_not_named(void **unused) {
  restart(0);
  put_sized(0, OMEN_KIND_WRITE, 0x100, 0, 8, true);
  for (int i = 0; i < 1000; i++) {
    nwhole = 0;
    live(1);
    put(0, OMEN_KIND_FORK, 1, 0);
    put(1, OMEN_KIND_ACQ, 1, 0);
    put(1, OMEN_KIND_REL, 1, 0);
    die(1);
    put(0, OMEN_KIND_JOIN, 1, 0);
    assert_true(nfiltered < MOST);
  }
  assert_true(nfiltered < 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_engines_say_the_same),
                                     cmocka_unit_test(synchronisation_alone_says_nothing),
                                     cmocka_unit_test(threads_that_have_nothing_to_say_are_not_named)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
