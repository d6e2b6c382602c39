/* wcp against a direct reading of its definition: the relation is closed under its three rules, over and over
 * until nothing is added, on small random traces with locks, forks and joins. And the published traces. */
/* rooms: detect, quick */
#include "test_engine_ref.h"

struct section { /* a critical section with its release: events [acquire, release] of the thread */
  uint32_t acquire, release, thread, lock;
  set events;
};

static uint32_t sections_of(const struct trace *t, struct section *s) {
  uint32_t n = 0;
  int open[REF_OBJS];
  for (uint32_t i = 0; i < t->n; i++) {
    const struct omen_event *e = &t->ev[i];
    if (e->kind == OMEN_KIND_ACQ) open[e->obj] = (int)i;
    if (e->kind != OMEN_KIND_REL) continue;
    s[n] = (struct section){
        .acquire = (uint32_t)open[e->obj], .release = i, .thread = e->thread, .lock = e->obj};
    for (uint32_t k = s[n].acquire; k <= i; k++)
      if (t->ev[k].thread == e->thread) s[n].events |= ONE(k);
    n++;
  }
  return n;
}

static bool holds(const struct trace *t, uint32_t event, uint32_t lock) {
  bool held = false;
  for (uint32_t i = 0; i <= event; i++)
    if (t->ev[i].thread == t->ev[event].thread && t->ev[i].obj == lock) {
      if (t->ev[i].kind == OMEN_KIND_ACQ) held = true;
      if (t->ev[i].kind == OMEN_KIND_REL && i < event) held = false;
    }
  return held;
}

/* wcp[j] has i: i is WCP-before j. hb: strict pasts. */
static void closure(const struct trace *t, const set *hb, set *wcp) {
  struct section s[REF_MAX];
  uint32_t n = sections_of(t, s);
  memset(wcp, 0, REF_MAX * sizeof *wcp);
  for (uint32_t j = 0; j < t->n; j++) /* (a) */
    for (uint32_t k = 0; k < n; k++) {
      if (s[k].release > j || !is_access(&t->ev[j]) || !holds(t, j, s[k].lock)) continue;
      for (uint32_t i = s[k].acquire; i < s[k].release; i++)
        if (HAS(s[k].events, i) && conflict(t, i, j)) wcp[j] |= ONE(s[k].release);
    }
  for (bool more = true; more;) {
    more = false;
    for (uint32_t j = 0; j < t->n; j++) { /* (c) */
      set now = wcp[j];
      for (uint32_t i = 0; i < j; i++) {
        if (HAS(hb[j], i)) now |= wcp[i];
        if (HAS(now, i)) now |= hb[i];
      }
      more |= now != wcp[j];
      wcp[j] = now;
    }
    for (uint32_t a = 0; a < n; a++) /* (b) */
      for (uint32_t b = a + 1; b < n; b++) {
        if (s[a].lock != s[b].lock || HAS(wcp[s[b].release], s[a].release)) continue;
        for (uint32_t j = 0; j < t->n; j++)
          if (HAS(s[b].events, j) && (wcp[j] & s[a].events)) {
            wcp[s[b].release] |= ONE(s[a].release);
            more = true;
          }
      }
  }
}

static void wcp_races(const struct trace *t, struct answer *a) {
  set hb[REF_MAX], hard[REF_MAX], wcp[REF_MAX];
  pasts(t, true, false, hb);
  pasts(t, false, false, hard);
  closure(t, hb, wcp);
  memset(a, 0, sizeof *a);
  for (uint32_t j = 0; j < t->n; j++)
    for (uint32_t i = 0; i < j; i++)
      if (conflict(t, i, j) && !HAS(wcp[j] | hard[j], i)) a->races[j] |= ONE(i);
}

static void definition(void **state) {
  uint64_t seed = 31337, more_than_hb = 0;
  for (int n = 0; n < 120000; n++) {
    struct shape s = {.events = 6 + below(&seed, n % 10 ? 20 : 60),
                      .threads = 2 + below(&seed, 3),
                      .locks = 1 + below(&seed, 3),
                      .vars = 1 + below(&seed, 3),
                      .forked = below(&seed, 2) * 70,
                      .sync = 30 + below(&seed, 45),
                      .extras = n % 8 == 0};
    struct trace t;
    struct answer a, hb;
    random_trace(&seed, &s, &t);
    wcp_races(&t, &a);
    compare("wcp", &t, &a, &seed);
    races_of(&t, true, false, &hb);
    for (uint32_t j = 0; j < t.n; j++) {
      assert_true((hb.races[j] & ~a.races[j]) == 0); /* what hb finds, wcp finds */
      more_than_hb += a.races[j] != hb.races[j];
    }
  }
  assert_true(more_than_hb > 10000);
}

#define R OMEN_KIND_READ
#define W OMEN_KIND_WRITE
#define A OMEN_KIND_ACQ
#define L OMEN_KIND_REL
struct step {
  uint8_t thread, kind, obj;
};
static void check_trace(const struct step *step, uint32_t n, uint64_t wcp_pairs, uint64_t hb_pairs) {
  uint64_t seed = 5;
  struct trace t = {.n = n, .threads = 4, .locks = 4, .vars = 4, .locs = n};
  for (uint32_t i = 0; i < n; i++)
    t.ev[i] =
        (struct omen_event){.thread = step[i].thread, .kind = step[i].kind, .obj = step[i].obj, .loc = i};
  struct answer a;
  wcp_races(&t, &a);
  compare("wcp", &t, &a, &seed);
  struct result r;
  run_engine("wcp", &t, NULL, &r, &seed);
  assert_int_equal(r.pairs, wcp_pairs);
  omen_engine_free(r.e);
  run_engine("hb", &t, NULL, &r, &seed);
  assert_int_equal(r.pairs, hb_pairs);
  omen_engine_free(r.e);
}

/* Two sections of a lock that touch different variables: hb orders y through them, nothing needs that order.
 */
static void unrelated_sections(void **state) {
  enum { x, y, z };
  const struct step t[] = {{0, W, y}, {0, A, 0}, {0, W, x}, {0, L, 0},
                           {1, A, 0}, {1, R, z}, {1, L, 0}, {1, R, y}};
  check_trace(t, 8, 1, 0);
}

/* The sections conflict: the order is needed, and y is safe. */
static void related_sections(void **state) {
  enum { x, y };
  const struct step t[] = {{0, W, y}, {0, A, 0}, {0, W, x}, {0, L, 0},
                           {1, A, 0}, {1, R, x}, {1, L, 0}, {1, R, y}};
  check_trace(t, 8, 0, 0);
}

/* Rule (b) orders whole sections: their inner parts are ordered through another lock. */
static void nested_sections(void **state) {
  enum { x, y };
  const struct step t[] = {{0, A, 0}, {0, W, y}, {0, A, 1}, {0, W, x}, {0, L, 1}, {0, L, 0},
                           {1, A, 1}, {1, R, x}, {1, L, 1}, {1, A, 0}, {1, L, 0}, {1, W, y}};
  check_trace(t, 12, 0, 0);
}

/* A thread's own earlier section must not be taken in on program order alone: thread 1's first section of
 * lock 0 came after thread 0's, and no conflict orders the two. An engine whose rule (b) asks program order
 * loses the race on y. */
static void own_sections(void **state) {
  enum { x, y, z };
  const struct step t[] = {{0, W, y}, {0, A, 0}, {0, W, x}, {0, L, 0}, {1, A, 0}, {1, R, z},
                           {1, L, 0}, {1, A, 0}, {1, R, z}, {1, L, 0}, {1, W, y}};
  check_trace(t, 11, 1, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(unrelated_sections), cmocka_unit_test(related_sections),
                                     cmocka_unit_test(nested_sections), cmocka_unit_test(own_sections),
                                     cmocka_unit_test(definition)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
