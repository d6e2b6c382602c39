/* The watch log without locks that were taken for nothing (runtime/shadow/quiet.c): for random programs,
 * every two accesses are ordered in the filtered log exactly if they are in the whole one, each access is
 * made with the same locks held, and the log is much shorter where threads do nothing but lock. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "../../src/runtime/shadow/quiet.c"

void *omen_reserve(size_t n) { return calloc(1, n); }
void *omen_alloc(size_t n) { return calloc(1, n); }

struct omen_fiber *omen_fiber_by_id(int id) { return NULL; }

enum { THREADS = 4, LOCKS_USED = 3, CLOCKS = 2, MOST = 400, ACCESSES = 64 };
static struct omen_rawev whole[MOST], filtered[MOST];
static size_t nwhole, nfiltered;
static void keep(const struct omen_rawev *e) { filtered[nfiltered++] = *e; }

static uint64_t state = 88172645463325252ull;
static unsigned any(unsigned n) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (unsigned)(state >> 11) % n;
}

/* ---- what a log says ---- */

struct said {
  size_t n;
  uint32_t clock[ACCESSES][THREADS], own[ACCESSES], held[ACCESSES];
  unsigned thread[ACCESSES];
};

static void join(uint32_t *to, const uint32_t *from) {
  for (int i = 0; i < THREADS; i++)
    if (from[i] > to[i]) to[i] = from[i];
}

/* Vector clocks; accesses are numbered by `site`, since they may come in another order. */
static void say(const struct omen_rawev *log, size_t n, struct said *out) {
  uint32_t of[THREADS][THREADS] = {{0}}, at[LOCKS_USED + CLOCKS + 1][THREADS] = {{0}}, held[THREADS] = {0};
  memset(out, 0, sizeof *out);
  for (int i = 0; i < THREADS; i++) of[i][i] = 1;
  for (size_t i = 0; i < n; i++) {
    const struct omen_rawev *e = &log[i];
    uint32_t *c = of[e->thread], *l = at[e->obj];
    switch (e->kind) {
    case OMEN_KIND_ACQ: held[e->thread] |= 1u << e->obj; /* fall through */
    case OMEN_KIND_OBSERVE: join(c, l); break;
    case OMEN_KIND_REL: held[e->thread] &= ~(1u << e->obj); /* fall through */
    case OMEN_KIND_PUBLISH:
      join(l, c);
      c[e->thread]++;
      break;
    case OMEN_KIND_SIGNAL:
      memcpy(l, c, sizeof at[0]);
      c[e->thread]++;
      break;
    default:
      memcpy(out->clock[e->site], c, sizeof at[0]);
      out->own[e->site] = c[e->thread];
      out->held[e->site] = held[e->thread];
      out->thread[e->site] = e->thread;
      out->n++;
    }
  }
}

static bool before(const struct said *s, size_t a, size_t b) {
  return s->clock[b][s->thread[a]] >= s->own[a];
}

/* ---- random programs ---- */

static struct omen_hb hb[THREADS];
static void put(unsigned thread, enum omen_kind kind, uint64_t obj, uint32_t site) {
  struct omen_rawev e = {.kind = (uint8_t)kind, .obj = obj, .site = site, .thread = (uint16_t)thread};
  whole[nwhole++] = e;
  if (!omen_quiet(&hb[thread], &e, keep)) keep(&e);
}

/* `busy`: of a hundred steps, how many are no mere locking. */
static void program(unsigned busy) {
  int owner[LOCKS_USED + 1];
  uint32_t accesses = 0;
  nwhole = nfiltered = 0;
  memset(hb, 0, sizeof hb);
  if (locks) memset(locks, 0, LOCKS * sizeof *locks);
  for (int i = 0; i <= LOCKS_USED; i++) owner[i] = -1;
  unsigned t = 0;
  while (nwhole < MOST - 1) {
    if (any(8) == 0) t = any(THREADS);
    unsigned l = 1 + any(LOCKS_USED);
    if (any(100) < busy) {
      static const enum omen_kind kinds[] = {OMEN_KIND_OBSERVE, OMEN_KIND_PUBLISH, OMEN_KIND_SIGNAL};
      if (any(2) && accesses < ACCESSES)
        put(t, OMEN_KIND_WRITE, 0, accesses++);
      else /* now and then on a lock's own clock, as readers do */
        put(t, kinds[any(3)], any(6) ? LOCKS_USED + 1 + any(CLOCKS) : l, 0);
    } else if (owner[l] == (int)t) {
      owner[l] = -1;
      put(t, OMEN_KIND_REL, l, 0);
    } else if (owner[l] < 0) {
      owner[l] = (int)t;
      put(t, OMEN_KIND_ACQ, l, 0);
    }
  }
}

static void the_same_order(void **unused) {
  static struct said a, b;
  size_t kept = 0, all = 0;
  for (int round = 0; round < 20000; round++) {
    program(1 + any(30));
    say(whole, nwhole, &a);
    say(filtered, nfiltered, &b);
    assert_int_equal(a.n, b.n);
    for (size_t x = 0; x < a.n; x++) {
      assert_int_equal(a.held[x], b.held[x]);
      for (size_t y = 0; y < a.n; y++)
        if (a.thread[x] != a.thread[y]) assert_int_equal(before(&a, x, y), before(&b, x, y));
    }
    kept += nfiltered;
    all += nwhole;
    for (int i = 0; i < THREADS; i++) free(hb[i].waiting);
  }
  assert_true(kept < all * 9 / 10);
}

static void locking_alone_says_nothing(void **unused) {
  memset(hb, 0, sizeof hb);
  if (locks) memset(locks, 0, LOCKS * sizeof *locks);
  nfiltered = 0;
  for (int i = 0; i < 100000; i++) {
    struct omen_rawev e = {.kind = i & 1 ? OMEN_KIND_REL : OMEN_KIND_ACQ, .obj = 1};
    if (!omen_quiet(&hb[0], &e, keep)) keep(&e);
  }
  assert_true(nfiltered <= 4);
  free(hb[0].waiting);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_same_order),
                                     cmocka_unit_test(locking_alone_says_nothing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
