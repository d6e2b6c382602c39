/* The detector against brute force: random programs over locks, forks, joins and clocks with accesses of
 * every kind, size and offset. The oracle keeps the whole happens-before relation as bit sets of events and
 * looks at all pairs; the bytes that the detector flags must be exactly the bytes with a race. Bytes become
 * bad and good again in between: an access to a bad one is noted, at the first such byte, and is no access
 * otherwise. */
/* rooms: runtime/shadow, slow */
#include "shadow_fake.h"

#define STEPS 64
#define THREADS 6
#define OBJECTS 3

static unsigned char arena[3 * 65536];

/* --- oracle
 * ------------------------------------------------------------------------------------------------------ */

struct event {
  int thread; /* -1: memory became fresh */
  unsigned lo, hi;
  enum omrt_access kind;
  uint64_t before;     /* events that happen before this one */
  uint8_t bad[REGION]; /* bytes that were bad then: not accessed */
};
static struct omrt_fiber *thread[THREADS]; /* slot -> thread; a slot is used again after a join */
static struct event event[STEPS];
static int events;
static uint64_t past[THREADS], object_past[OBJECTS], lock_past[OBJECTS];
static uint8_t racy[REGION], bad[REGION];
static bool with_bad;   /* some memory is bad */
static unsigned spread; /* bytes of the region in use */
static uint64_t bad_hits;
static int last_racing; /* the last event that races with one before it */
static uint64_t alone, alone_again;

static bool oracle_conflict(enum omrt_access a, enum omrt_access b) {
  bool write = a == OMRT_W || a == OMRT_AW || b == OMRT_W || b == OMRT_AW;
  bool both_atomic = a >= OMRT_AR && b >= OMRT_AR;
  return write && !both_atomic;
}

static void oracle_bytes(unsigned b) {
  for (int j = 0; j < events; j++)
    for (int i = j - 1; i >= 0; i--) {
      const struct event *x = &event[i], *y = &event[j];
      if (b < x->lo || b >= x->hi || x->bad[b]) continue;
      if (x->thread < 0) break; /* what came before a fresh start does not count */
      if (y->thread < 0 || b < y->lo || b >= y->hi || y->bad[b]) break;
      if (x->thread != y->thread && oracle_conflict(x->kind, y->kind) && !(y->before >> i & 1)) {
        racy[b] = 1;
        if (j > last_racing) last_racing = j;
      }
    }
}

static void add(int t, unsigned lo, unsigned hi, enum omrt_access k) {
  event[events] = (struct event){t < 0 ? -1 : thread[t]->id, lo, hi, k, t < 0 ? 0 : past[t], {0}};
  if (t >= 0) memcpy(event[events].bad, bad, sizeof bad);
  if (t >= 0) past[t] |= 1ull << events;
  omrt_events = (uint64_t)++events + 1;
}

/* An access to [lo, hi) was made since `noted`. */
static void check_bad(uint64_t noted, unsigned lo, unsigned hi, bool first) {
  unsigned at = lo;
  while (at < hi && !bad[at]) at++;
  assert_int_equal(bad_noted != noted, at < hi);
  if (at < hi && first) assert_int_equal(bad_first, (uint64_t)region + at * unit);
  bad_hits += at < hi;
}

static void do_poison(void) {
  unsigned lo = rnd(spread), hi = lo + 1 + rnd(rnd(3) ? 8 : spread - lo);
  if (hi > spread) hi = spread;
  if (rnd(2))
    omrt_poison((uint64_t)region + lo * unit, (hi - lo) * unit);
  else
    omrt_poison_freed((uint64_t)region + lo * unit, (hi - lo) * unit);
  memset(bad + lo, 1, hi - lo);
  add(-1, lo, hi, OMRT_R);
}

/* What is not bad is not touched by it. */
static void do_unpoison(void) {
  unsigned lo = rnd(spread), hi = lo + 1 + rnd(spread - lo);
  omrt_unpoison((uint64_t)region + lo * unit, (hi - lo) * unit);
  memset(bad + lo, 0, hi - lo);
}

/* --- one random program
 * ------------------------------------------------------------------------------------------ */

static struct omrt_clk object[OBJECTS], lock_clk[OBJECTS];
static int holder[OBJECTS];
static bool alive[THREADS], over[THREADS];
static int waits[THREADS], awaited[THREADS]; /* in join: for whom, + 1; by whom, + 1 */
static uint64_t joins_assumed;

static void do_access(int t) {
  static const unsigned sizes[] = {1, 2, 4, 8, 16};
  unsigned size = sizes[rnd(4 + (spread > 32))], k = rnd(4);
  unsigned at = rnd(2) ? rnd(spread / size) * size : rnd(spread - size + 1);
  uint64_t noted = bad_noted;
  if (spread > 64 && rnd(3) == 0) size = 1 + rnd(spread - at);
  if (unit > 1) { /* long ranges, from several sites */
    k &= 1;
    if (k == OMRT_R)
      __omen_readn(region + at * unit, size * unit, rnd(4));
    else
      __omen_writen(region + at * unit, size * unit, rnd(4));
  } else if (k >= OMRT_AR) { /* atomics are aligned and of a size that exists */
    size = sizes[rnd(4)];
    at = rnd(spread / size) * size;
    omrt_access((uint64_t)region + at, size, k, 7, NULL);
  } else if (k == OMRT_R)
    prog_read(region + at, size, 7);
  else
    prog_write(region + at, size, 7);
  check_bad(noted, at, at + size, true);
  add(t, at, at + size, k);
}

static void do_strided(int t) {
  unsigned size = 1u << rnd(4), gap = rnd(9);
  int stride = (int)(size + gap);
  unsigned n = 1 + rnd(3);
  if (size + (n - 1) * (unsigned)stride > spread || events + 3 > STEPS - 1) return;
  unsigned at = rnd(spread - (size + (n - 1) * (unsigned)stride) + 1);
  bool write = rnd(2), back = rnd(2);
  unsigned char *first = region + (at + (back ? (n - 1) * (unsigned)stride : 0)) * unit;
  int64_t step_by = (int64_t)(back ? -stride : stride) * unit;
  uint64_t noted = bad_noted;
  if (write)
    __omen_write_strided(first, step_by, n, size * unit, 9);
  else
    __omen_read_strided(first, step_by, n, size * unit, 9);
  unsigned hits = 0;
  for (unsigned i = 0; i < n; i++)
    for (unsigned b = 0; b < size; b++) hits += bad[at + i * (unsigned)stride + b];
  assert_int_equal(bad_noted != noted, hits > 0);
  for (unsigned i = 0; i < n; i++)
    add(t, at + i * (unsigned)stride, at + i * (unsigned)stride + size, write ? OMRT_W : OMRT_R);
}

/* A lock that several may read; clocks as sync/rwlock.c keeps them. */
static struct omrt_clk rw_clk, rw_rclk;
static uint64_t rw_past, rw_rpast;
static int rw_writer;
static bool rw_reader[THREADS];

static void do_rwlock(int t) {
  bool read = false;
  for (int i = 0; i < THREADS; i++) read |= rw_reader[i];
  if (rw_writer == t) {
    omrt_hb_wrunlock(&rw_clk, &rw_clk);
    rw_past |= past[t];
    rw_writer = -1;
  } else if (rw_reader[t]) {
    omrt_hb_rdunlock(&rw_rclk, &rw_clk);
    rw_rpast |= past[t];
    rw_reader[t] = false;
  } else if (rw_writer < 0 && rnd(4)) {
    omrt_hb_rdlock(&rw_clk, &rw_rclk, &rw_clk);
    past[t] |= rw_past;
    rw_reader[t] = true;
  } else if (rw_writer < 0 && !read) {
    omrt_hb_wrlock(&rw_clk, &rw_rclk, &rw_clk);
    past[t] |= rw_past | rw_rpast;
    rw_writer = t;
  }
}

static void do_barrier(int t);
static void do_sync(int t) {
  int o = (int)rnd(OBJECTS);
  switch (rnd(8)) {
  case 0:
    omrt_hb_release(&object[o]);
    object_past[o] |= past[t];
    break;
  case 1:
    omrt_hb_release_store(&object[o]);
    object_past[o] = past[t];
    break;
  case 2:
    omrt_hb_acquire(&object[o]);
    past[t] |= object_past[o];
    break;
  case 3: do_rwlock(t); break;
  case 4:
    if (rnd(2))
      do_rwlock(t);
    else
      do_barrier(t);
    break;
  default:
    if (holder[o] == t) {
      omrt_hb_unlock(&lock_clk[o], &lock_clk[o]);
      lock_past[o] |= past[t];
      holder[o] = -1;
    } else if (holder[o] < 0) {
      omrt_hb_lock(&lock_clk[o], &lock_clk[o]);
      past[t] |= lock_past[o];
      holder[o] = t;
    }
  }
}

/* A thread waits in join until the other is over; it does nothing in between. */
static void do_wait(int t) {
  int u = (int)rnd(THREADS);
  if (u == 0 || u == t || !(alive[u] || over[u]) || waits[u] || awaited[u]) return;
  thread[t]->why = over[u] ? OMRT_WAIT_NOTHING : OMRT_WAIT_JOIN;
  thread[t]->why_obj = thread[u];
  thread[t]->deadline = OMRT_NEVER;
  waits[t] = u + 1;
  awaited[u] = t + 1;
}

static void join_now(int t, int u) {
  omrt_hb_join(thread[t], thread[u]);
  past[t] |= past[u];
  free(thread[u]);
  over[u] = false;
}

/* True: t may run. */
static bool wait_is_over(int t) {
  int u = waits[t] - 1;
  if (u < 0) return true;
  if (!over[u]) return false;
  fake_run(thread[t]);
  waits[t] = awaited[u] = 0;
  joins_assumed += thread[t]->hb->assumed != 0;
  join_now(t, u);
  return true;
}

static bool leaves[THREADS]; /* the barrier, when it next runs */

static void end_thread(int u, int then) {
  leaves[u] = false;
  fake_end(thread[u], thread[then]);
  if (awaited[u]) thread[awaited[u] - 1]->why = OMRT_WAIT_NOTHING;
  alive[u] = false;
  over[u] = true;
}

/* A barrier that fills at once. Who waited takes its clock again when it runs, as sync/barrier.c has it. */
static struct omrt_clk barrier;

static void do_barrier(int t) {
  bool member[THREADS] = {0};
  uint64_t all = past[t];
  for (int u = 0; u < THREADS; u++)
    if (leaves[u]) return;
  omrt_clk_reset(&barrier);
  for (int u = 0; u < THREADS; u++) {
    member[u] = u != t && alive[u] && !waits[u] && rnd(4);
    if (!member[u]) continue;
    fake_run(thread[u]);
    omrt_hb_release(&barrier);
    all |= past[u];
  }
  fake_run(thread[t]);
  omrt_hb_release(&barrier);
  for (int u = 0; u < THREADS; u++) {
    if (!member[u]) continue;
    omrt_hb_will_acquire(thread[u], &barrier);
    past[u] = all; /* it does nothing before it leaves */
    leaves[u] = true;
  }
  omrt_hb_settle();
  omrt_hb_acquire(&barrier);
  past[t] = all;
}

static int run_any(void) {
  int t;
  do t = (int)rnd(THREADS);
  while (!alive[t] || !wait_is_over(t));
  fake_run(thread[t]);
  if (leaves[t]) omrt_hb_acquire(&barrier);
  leaves[t] = false;
  return t;
}

static void do_thread(int t) {
  int u = 1 + (int)rnd(THREADS - 1);
  if (!alive[u] && !over[u]) {
    thread[u] = fake_fork();
    alive[u] = true;
    past[u] = past[t];
  } else if (alive[u] && u != t && !waits[u] && (awaited[u] || rnd(3) == 0))
    end_thread(u, t);
  else if (over[u] && !awaited[u]) /* joined: its number may be used again */
    join_now(t, u);
}

/* Those that can end do, and most are joined: often one thread is left. */
static void do_leave_alone(int t) {
  for (int u = 1; u < THREADS; u++) {
    if (u == t || waits[u] || awaited[u]) continue;
    if (alive[u]) end_thread(u, t);
    if (over[u] && rnd(8)) join_now(t, u);
  }
}

static void do_fresh(void) {
  unsigned lo = rnd(spread), hi = lo + 1 + rnd(spread - lo);
  omrt_shadow_reset(region + lo * unit, (hi - lo) * unit);
  memset(bad + lo, 0, hi - lo);
  add(-1, lo, hi, OMRT_R);
}

static void clean_up(void) {
  for (int t = 0; t < THREADS; t++) {
    if (waits[t]) thread[t]->why = OMRT_WAIT_NOTHING;
    waits[t] = awaited[t] = 0;
    leaves[t] = false;
  }
  for (int u = 1; u < THREADS; u++) {
    if (alive[u]) fake_end(thread[u], thread[0]);
    fake_run(thread[0]);
    if (alive[u] || over[u]) {
      omrt_hb_join(thread[0], thread[u]);
      free(thread[u]);
    }
    alive[u] = over[u] = false;
  }
}

/* Some memory is guarded (invariants read it): what is seen of races is the same. */
static void guard_some(void) {
  struct omen_watch w[3];
  uint32_t n = rnd(2) ? 0 : 1 + rnd(3);
  for (uint32_t i = 0; i < n; i++) w[i] = (struct omen_watch){(uint64_t)region + rnd(spread), 1 + rnd(16)};
  assert_true(omrt_guard_set(w, n));
}

static void begin_case(void) {
  region = arena + 65536 - ((uint64_t)arena & 65535) + (rnd(2) ? 0 : 65536 - 2 * rnd(16) * 4);
  spread = rnd(3) ? 8 + rnd(17) : 64 + rnd(REGION - 64);
  unit = spread > 64 && rnd(2) ? 64 : 1;
  memset(flagged, 0, sizeof flagged);
  memset(racy, 0, sizeof racy);
  memset(bad, 0, sizeof bad);
  memset(past, 0, sizeof past);
  memset(object_past, 0, sizeof object_past);
  memset(lock_past, 0, sizeof lock_past);
  for (int i = 0; i < OBJECTS; i++) holder[i] = -1;
  rw_past = rw_rpast = 0;
  rw_writer = -1;
  memset(rw_reader, 0, sizeof rw_reader);
  if (rnd(2)) omrt_clk_reset(&rw_clk), omrt_clk_reset(&rw_rclk);
  if (rnd(2))
    for (int i = 0; i < OBJECTS; i++) omrt_clk_reset(&object[i]), omrt_clk_reset(&lock_clk[i]);
  events = 0;
  last_racing = -1;
  omrt_events = 1;
  omrt_alone_since = 1;
  alive[0] = true;
  thread[0] = omrt_cur;
  omrt_shadow_reset(region, REGION * 64);
  guard_some();
}

static void run_case(void) {
  begin_case();
  int steps = 10 + (int)rnd(90), t = 0;
  for (int s = 0; s < steps && events < STEPS - 4; s++) {
    if (rnd(3)) t = run_any();
    switch (rnd(16)) {
    case 0:
      if (with_bad && rnd(4) == 0)
        do_unpoison();
      else if (with_bad && rnd(2))
        do_poison();
      else
        do_fresh();
      break;
    case 1: do_thread(t); break;
    case 9:
      if (rnd(8))
        do_access(t);
      else
        do_leave_alone(t);
      break;
    case 8:
      do_wait(t);
      t = run_any();
      if (rnd(2)) omrt_low_find();
      break;
    case 2:
    case 3:
    case 4:
    case 5: do_sync(t); break;
    case 6: do_strided(t); break;
    case 7:
      if (rnd(8) == 0)
        omrt_shadow_collect();
      else if (rnd(2))
        guard_some();
      else
        omrt_low_find();
      break;
    default: do_access(t);
    }
  }
  alone = omrt_alone_since;
  clean_up();
  for (unsigned b = 0; b < spread; b++) oracle_bytes(b);
  alone_again += alone > 1;
}

static void show_case(unsigned b) {
  fprintf(stderr, "byte %u: flagged %d, oracle %d\n", b, flagged[b], racy[b]);
  for (int i = 0; i < events; i++)
    if (b >= event[i].lo && b < event[i].hi)
      fprintf(stderr, "  %2d T%d %s [%u,%u) after %llx\n", i, event[i].thread,
              omrt_access_name[event[i].kind], event[i].lo, event[i].hi, (unsigned long long)event[i].before);
}

static int cases(void) {
  const char *n = getenv("OMEN_TEST_CASES");
  return n ? atoi(n) : 200000;
}

static void same_bytes_as_brute_force(void **state) {
  (void)state;
  uint64_t with_race = 0, without = 0, bytes = 0;
  for (int i = 0; i < cases(); i++) {
    with_bad = i & 1;
    run_case();
    bool any = false;
    for (unsigned b = 0; b < spread; b++) {
      if (flagged[b] != racy[b]) {
        fprintf(stderr, "case %d\n", i);
        show_case(b);
      }
      assert_int_equal(flagged[b], racy[b]);
      any |= racy[b];
      bytes += racy[b];
    }
    if (alone) assert_true(last_racing + 1 < (int)alone); /* nothing races from there on */
    *(any ? &with_race : &without) += 1;
  }
  with_bad = false;
  print_message("%lu accesses to bad memory\n", bad_hits);
  assert_true(bad_hits > 1000 || cases() < 10000);
  print_message(
      "%lu programs with races (%lu bytes), %lu without; %lu segments, %lu collections, %lu joins\n",
      with_race, bytes, without, omrt_seg_total, omrt_table.collected, joins_assumed);
  assert_true(with_race > 1000 || cases() < 10000);
  assert_true(without > 1000 || cases() < 10000);
  assert_int_equal(omrt_table.dropped, 0);
  assert_int_equal(omrt_joins_broken, 0);
  assert_true(joins_assumed > 1000 || cases() < 10000);
  print_message("%lu times one thread was left alone\n", alone_again);
  assert_true(alone_again > 1000 || cases() < 10000);
}

/* Where contexts run out, lists do as well; collections make room for more. */
static void few_contexts_lose_nothing(void **state) {
  (void)state;
  uint32_t limit = omrt_pairs.limit, full = 0;
  uint64_t before = omrt_table.collected;
  omrt_shadow_collect();
  omrt_pairs.limit = omrt_pairs.used + 6;
  for (int i = 0; i < 20000; i++) {
    run_case();
    full += omrt_pairs.used == omrt_pairs.limit;
    for (unsigned b = 0; b < spread; b++) assert_int_equal(flagged[b], racy[b]);
  }
  print_message("%lu collections, %u times full\n", omrt_table.collected - before, full);
  assert_true(full > 1000);
  assert_true(omrt_table.collected - before > 100);
  omrt_pairs.limit = limit;
}

/* With few segment numbers everything starts over all the time: races are lost then, but none is made up. */
static void starting_over_makes_nothing_up(void **state) {
  (void)state;
  uint64_t lost = 0, found = 0;
  omrt_seg_limit = 9 * OMRT_SEG_BLOCK;
  omrt_segment_begin(omrt_self);
  omrt_now_load();
  for (int i = 0; i < 5000; i++) {
    run_case();
    for (unsigned b = 0; b < spread; b++) {
      assert_false(flagged[b] && !racy[b]);
      lost += racy[b] && !flagged[b];
      found += flagged[b];
    }
  }
  omrt_seg_limit = OMRT_SEG_LIMIT;
  print_message("%lu racy bytes found, %lu lost, %lu times dropped\n", found, lost, omrt_table.dropped);
  assert_true(found > 1000);
  assert_true(omrt_table.dropped > 100);
}

/* A table that is far too small: the collector runs, and what does not fit is dropped, never wrong. */
static void small_table_makes_nothing_up(void **state) {
  (void)state;
  uint32_t limit = omrt_table.limit;
  omrt_shadow_collect();
  omrt_table.limit = 400;
  omrt_table.collect_min = omrt_table.collect_at = 100;
  uint64_t before = omrt_table.collected;
  for (int i = 0; i < 5000; i++) {
    run_case();
    for (unsigned b = 0; b < spread; b++) assert_false(flagged[b] && !racy[b]);
  }
  print_message("%lu collections, %lu dropped\n", omrt_table.collected - before, omrt_table.dropped);
  assert_true(omrt_table.collected - before > 100);
  omrt_table.limit = limit;
}

static int set_up(void **state) {
  (void)state;
  fake_start(0, NULL, 0);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(same_bytes_as_brute_force),
      cmocka_unit_test(few_contexts_lose_nothing),
      cmocka_unit_test(starting_over_makes_nothing_up),
      cmocka_unit_test(small_table_makes_nothing_up),
  };
  return cmocka_run_group_tests(tests, set_up, NULL);
}
