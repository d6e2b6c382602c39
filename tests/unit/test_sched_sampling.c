/* Strategies as samplers: programs of a few events, scheduled many times over by strategy.c and pos.c with a
 * scheduler played here, and the frequency of an order compared with what theory says of it. */
/* rooms: runtime/sched, quick */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>
#include "no_recorded_order.h"
#include "runtime/sched/pos.c"
#define highest highest_thread /* strategy.c has a function of that name, too */
#include "runtime/sched/strategy.c"

static struct omen_config config;
struct omen_config *omrt_config = &config;
struct omrt_fiber *omrt_cur, *omrt_all, *omrt_alive;
int omrt_fibers_made(void) { return 0; } /* nobody goes live here */
uint64_t omrt_events;
struct omrt_mode omrt_mode;

enum { THREADS = 3, EVENTS = 16, SAMPLES = 20000 };
struct program {
  struct {
    enum omen_ev ev;
    int obj;
  } event[THREADS][EVENTS];
};

static struct omrt_fiber fiber[THREADS];
static int done[THREADS]; /* events that a thread has made */
static char objects[8];

static bool lives(const struct program *p, int t) {
  return done[t] < EVENTS && p->event[t][done[t]].ev != OMEN_EV_NONE;
}

static void now_pending(const struct program *p, int t) {
  if (!lives(p, t)) return;
  fiber[t].pending = p->event[t][done[t]].ev;
  fiber[t].pending_obj = &objects[p->event[t][done[t]].obj];
}

static struct omrt_fiber *others(const struct program *p) {
  struct omrt_fiber *list = NULL;
  for (int t = THREADS - 1; t >= 0; t--) {
    if (!lives(p, t) || &fiber[t] == omrt_cur) continue;
    fiber[t].rnext = list;
    list = &fiber[t];
  }
  return list;
}

/* One run: order[i] is the thread that made the i-th event; how many there were. */
static int sample(const struct program *p, uint32_t strategy, uint64_t seed, int order[THREADS * EVENTS]) {
  config = (struct omen_config){.strategy = strategy, .seed = seed};
  omrt_events = 0;
  omrt_strategy_init();
  memset(fiber, 0, sizeof fiber);
  memset(done, 0, sizeof done);
  for (int t = 0; t < THREADS; t++) {
    omrt_strategy_new(&fiber[t]);
    now_pending(p, t);
  }
  omrt_cur = NULL;
  int n = 0;
  for (;;) {
    int at = omrt_cur ? (int)(omrt_cur - fiber) : -1;
    bool goes_on = at >= 0 && lives(p, at);
    if (!goes_on) omrt_cur = NULL;
    struct omrt_fiber *list = others(p), *next = NULL;
    if (!list && !goes_on) return n;
    if (list) next = goes_on ? omrt_strategy_preempt(list, false) : omrt_strategy_next(list);
    if (next) omrt_cur = next;
    int t = (int)(omrt_cur - fiber);
    order[n++] = t;
    done[t]++;
    omrt_events++;
    now_pending(p, t);
  }
}

/* How often thread 1 makes its first event after all of thread 0's. */
static double comes_last(const struct program *p, uint32_t strategy) {
  int hits = 0;
  for (uint64_t seed = 1; seed <= SAMPLES; seed++) {
    int order[THREADS * EVENTS], n = sample(p, strategy, seed, order);
    bool first = false, late = true;
    for (int i = 0; i < n; i++) {
      first |= order[i] == 1;
      if (order[i] == 0 && first) late = false;
    }
    hits += late;
  }
  return (double)hits / SAMPLES;
}

/* Thread 0: n events on its own object, and a store. Thread 1: a load of what it stored. */
static struct program late_store(int n) {
  struct program p = {0};
  for (int i = 0; i < n; i++) {
    p.event[0][i].ev = i & 1 ? OMEN_EV_MUTEX_UNLOCK : OMEN_EV_MUTEX_LOCK;
    p.event[0][i].obj = 1;
  }
  p.event[0][n].ev = OMEN_EV_ATOMIC_STORE;
  p.event[1][0].ev = OMEN_EV_ATOMIC_LOAD;
  return p;
}

static void near(double measured, double theory) { /* five standard deviations */
  double d = measured - theory, v = theory * (1 - theory) / SAMPLES;
  if (d * d > 25 * v) fail_msg("measured %g, theory says %g", measured, theory);
}

/* The store must beat the load's priority as every event before it must: 1/(n + 2). A random walk must choose
 * thread 0 every time: 2^-(n+1). */
static void a_late_event_is_no_rarity(void **unused) {
  for (int n = 0; n <= 10; n += 2) {
    struct program p = late_store(n);
    near(comes_last(&p, OMEN_STRATEGY_POS), 1.0 / (n + 2));
    near(comes_last(&p, OMEN_STRATEGY_RANDOM), 1.0 / (double)(1u << (n + 1)));
  }
  struct program p = late_store(10);
  assert_true(comes_last(&p, OMEN_STRATEGY_POS) > 50 * comes_last(&p, OMEN_STRATEGY_RANDOM));
}

/* Where everything conflicts, every step is drawn anew: then it is the random walk. */
static void conflicts_are_drawn_anew(void **unused) {
  for (int n = 1; n <= 6; n++) {
    struct program p = {0};
    for (int i = 0; i < n; i++) p.event[0][i].ev = OMEN_EV_ATOMIC_RMW;
    p.event[1][0].ev = OMEN_EV_ATOMIC_RMW;
    near(comes_last(&p, OMEN_STRATEGY_POS), 1.0 / (double)(1u << n));
  }
}

/* Loads of one object are no conflict, and neither are other objects. */
static void what_is_no_conflict(void **unused) {
  struct program p = {0};
  for (int i = 0; i < 5; i++) p.event[0][i].ev = OMEN_EV_ATOMIC_LOAD;
  p.event[1][0].ev = OMEN_EV_ATOMIC_LOAD;
  near(comes_last(&p, OMEN_STRATEGY_POS), 1.0 / 6);
  p.event[1][0].ev = OMEN_EV_ATOMIC_STORE;
  p.event[1][0].obj = 2;
  near(comes_last(&p, OMEN_STRATEGY_POS), 1.0 / 6);
  p.event[1][0].obj = 0;
  near(comes_last(&p, OMEN_STRATEGY_POS), 1.0 / 32);
}

/* Whoever yields comes after all who do not, and comes. */
static void yielding(void **unused) {
  int chosen[THREADS] = {0};
  config = (struct omen_config){.strategy = OMEN_STRATEGY_POS, .seed = 1};
  omrt_strategy_init();
  memset(fiber, 0, sizeof fiber);
  for (int t = 0; t < THREADS; t++) fiber[t].pending = t ? OMEN_EV_ATOMIC_RMW : OMEN_EV_YIELD;
  for (int i = 0; i < 1000; i++) {
    omrt_cur = &fiber[0];
    fiber[0].rnext = NULL;
    fiber[1].rnext = &fiber[2];
    fiber[2].rnext = NULL;
    struct omrt_fiber *next = omrt_strategy_preempt(&fiber[1], true);
    assert_true(next == &fiber[1] || next == &fiber[2]);
    chosen[next - fiber]++;
    struct omrt_fiber *other = next == &fiber[1] ? &fiber[2] : &fiber[1];
    omrt_cur = next; /* it runs on, and does not yield: the first stays behind */
    fiber[0].rnext = other;
    other->rnext = NULL;
    struct omrt_fiber *then = omrt_strategy_preempt(&fiber[0], false);
    assert_true(then != &fiber[0]);
  }
  assert_true(chosen[1] > 300 && chosen[2] > 300);
}

/* Main makes three threads, each of one event of its own, in ten events each, and then waits for them. All
 * six orders must be as likely but for what comes of those that begin at once. */
static void threads_begin_in_any_order(void **unused) {
  int orders[6] = {0}, bad = 0;
  for (uint64_t seed = 1; seed <= SAMPLES; seed++) {
    int order[3], n = 0;
    bool made[THREADS] = {0}, gone[THREADS] = {0};
    config = (struct omen_config){.strategy = OMEN_STRATEGY_RANDOM, .seed = seed};
    struct omrt_fiber first = {0};
    omrt_events = 0;
    omrt_strategy_init();
    memset(fiber, 0, sizeof fiber);
    for (int step = 0; n < THREADS;) {
      struct omrt_fiber *list = NULL;
      for (int t = THREADS - 1; t >= 0; t--)
        if (made[t] && !gone[t]) fiber[t].rnext = list, list = &fiber[t];
      struct omrt_fiber *next = NULL;
      if (list) next = step < 10 * THREADS ? omrt_strategy_preempt(list, false) : omrt_strategy_next(list);
      omrt_cur = next ? next : &first;
      omrt_events++;
      if (next) {
        gone[next - fiber] = true;
        order[n++] = (int)(next - fiber);
      } else if (step++ % 10 == 0) {
        made[step / 10] = true;
        omrt_strategy_begins(&fiber[step / 10]);
      }
    }
    orders[order[0] * 2 + (order[1] > order[2])]++;
  }
  for (int i = 0; i < 6; i++) bad += orders[i] < SAMPLES / 12 || orders[i] > SAMPLES / 3;
  if (bad) fail_msg("%d %d %d %d %d %d", orders[0], orders[1], orders[2], orders[3], orders[4], orders[5]);
}

/* Of a run of unknown length: in its second half are change points of several seeds in a hundred, whether it
 * is short or long. */
static void change_points_come_late(void **unused) {
  for (uint64_t length = 100; length <= 100000; length *= 10) {
    int late = 0;
    for (uint64_t seed = 1; seed <= 2000; seed++) {
      config = (struct omen_config){.strategy = OMEN_STRATEGY_PCT, .seed = seed};
      omrt_strategy_init();
      uint64_t first = change_at[0] < change_at[1] ? change_at[0] : change_at[1];
      late += first > length / 2 && first <= length;
    }
    if (late < 60) fail_msg("%d of 2000 seeds have one behind %lu events", late, length / 2);
  }
}

/* One seed, one order; many seeds, many orders. */
static void by_seed(void **unused) {
  struct program p = late_store(10);
  int differ = 0;
  for (uint64_t seed = 1; seed < 100; seed++) {
    int a[THREADS * EVENTS], b[THREADS * EVENTS], c[THREADS * EVENTS];
    int n = sample(&p, OMEN_STRATEGY_POS, seed, a);
    assert_int_equal(n, 12);
    assert_int_equal(sample(&p, OMEN_STRATEGY_POS, seed, b), n);
    assert_memory_equal(a, b, (size_t)n * sizeof *a);
    sample(&p, OMEN_STRATEGY_POS, seed + 100, c);
    differ += memcmp(a, c, (size_t)n * sizeof *a) != 0;
  }
  assert_true(differ > 50);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_late_event_is_no_rarity),
                                     cmocka_unit_test(conflicts_are_drawn_anew),
                                     cmocka_unit_test(what_is_no_conflict),
                                     cmocka_unit_test(yielding),
                                     cmocka_unit_test(by_seed),
                                     cmocka_unit_test(threads_begin_in_any_order),
                                     cmocka_unit_test(change_points_come_late)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
