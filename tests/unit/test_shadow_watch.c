/* The second pass: watched ranges, what is logged and what is not, and that offline engines can rebuild the
 * order. */
/* rooms: runtime/shadow, quick */
#define REAL_RACES
#include "shadow_fake.h"

static uint32_t memory[64];
#define ADDR(i) ((uint64_t)&memory[i])

static size_t log_count(void) { return written; }
static struct omen_rawev log_at(size_t i) { /* they are not packed yet */
  assert_true(written - i <= waiting);
  return pending->of[i - (written - waiting)];
}
static struct omen_rawev last(void) { return log_at(log_count() - 1); }

static void unwatched_memory_costs_nothing(void **state) {
  (void)state;
  assert_true(inline_pass(ADDR(0), 4, true));
  assert_true(inline_pass(ADDR(0), 8, false));
  assert_false(inline_pass(ADDR(8), 4, false));
  assert_false(inline_pass(ADDR(7), 8, false)); /* half of it is watched */
  size_t n = log_count();
  prog_write(&memory[0], 4, 1);
  __omen_writen(&memory[0], 20, 1);
  __omen_readn(&memory[0], 20, 1);
  assert_int_equal(log_count(), n);
}

static void accesses_are_cut_to_the_watched_part(void **state) {
  (void)state;
  size_t n = log_count();
  omrt_cur->points = 77;
  prog_write(&memory[8], 4, 11);
  assert_int_equal(log_count(), n + 1);
  struct omen_rawev e = last();
  assert_int_equal(e.obj, ADDR(8));
  assert_int_equal(e.size, 4);
  assert_int_equal(e.kind, OMEN_KIND_WRITE);
  assert_int_equal(e.site, 11);
  assert_int_equal(e.point, 77);
  assert_int_equal(e.thread, 0);
  assert_true(e.stack > 0);
  prog_read(&memory[7], 8, 12); /* [7,9): only [8,9) is watched */
  e = last();
  assert_int_equal(e.obj, ADDR(8));
  assert_int_equal(e.size, 4);
  assert_int_equal(e.kind, OMEN_KIND_READ);
  prog_read((char *)&memory[12] + 2, 1, 13); /* a watched byte ... */
  e = last();
  assert_int_equal(e.obj, ADDR(12) + 2);
  assert_int_equal(e.size, 1);
  n = log_count();
  prog_read((char *)&memory[12] + 1, 1, 13); /* ... and its neighbour in the same cell */
  assert_int_equal(log_count(), n);
  __omen_writen(memory, sizeof memory, 14); /* three ranges, the long one in two pieces */
  assert_int_equal(log_count(), n + 4);
  assert_int_equal(log_at(n).obj, ADDR(8));
  assert_int_equal(log_at(n + 1).obj, ADDR(12) + 2);
  assert_int_equal(log_at(n + 2).obj, ADDR(20));
  assert_int_equal(log_at(n + 2).size, 128);
  assert_int_equal(log_at(n + 3).obj, ADDR(20) + 128);
  assert_int_equal(log_at(n + 3).size, 8);
}

static void repeats_are_left_out_and_counted(void **state) {
  (void)state;
  struct omrt_fiber *main_fiber = omrt_cur, *t = fake_fork();
  prog_read(&memory[8], 4, 20);
  size_t n = log_count();
  uint64_t skipped = redundant;
  for (int i = 0; i < 10; i++) prog_read(&memory[8], 4, 20);
  assert_int_equal(log_count(), n);
  assert_int_equal(redundant, skipped + 10);
  prog_read(&memory[8], 4, 21);  /* another site */
  prog_write(&memory[8], 4, 20); /* another kind */
  assert_int_equal(log_count(), n + 2);
  fake_run(t);
  prog_read(&memory[8], 4, 20); /* another thread ... */
  assert_int_equal(last().thread, t->id);
  fake_run(main_fiber);
  prog_read(&memory[8], 4, 20); /* ... came between */
  assert_int_equal(log_count(), n + 4);
  struct omrt_clk c = {0};
  omrt_hb_release(&c);
  prog_read(&memory[8], 4, 20); /* another segment */
  assert_int_equal(log_count(), n + 6);
}

static bool read_is_written(unsigned site) {
  uint64_t before = written;
  omrt_self->syncs++; /* nothing is the same as before */
  prog_read(&memory[8], 4, site);
  return written != before;
}

static void what_races_all_the_time_is_written_seldom(void **state) {
  (void)state;
  enum { READS = 60000 };
  struct omrt_fiber *main_fiber = omrt_cur, *t = fake_fork();
  uint64_t was = written, n = 0;
  for (int i = 0; i < READS; i++) n += read_is_written(30);
  assert_int_equal(n, READS); /* a short log has all of them */
  written = HOT_FROM;
  for (int i = 0; i < READS; i++) n += read_is_written(30);
  assert_true(n > READS && n < READS + 2 * TIMES);
  while (!read_is_written(30)) continue; /* not the next one, then, by its number */
  fake_run(t);
  prog_write(&memory[8], 4, 31);
  fake_run(main_fiber);
  assert_true(read_is_written(30)); /* but behind what is seldom */
  assert_false(read_is_written(30));
  written = was;
}

static void clock_operations_are_logged_by_name(void **state) {
  (void)state;
  struct omrt_fiber *main_fiber = omrt_cur;
  struct omrt_clk a = {0}, b = {0};
  size_t n = log_count();
  struct omrt_fiber *t = fake_fork();
  omrt_hb_lock(&a, &memory[0]);
  omrt_hb_unlock(&a, &memory[0]);
  omrt_hb_release(&b);
  omrt_hb_release_store(&b);
  omrt_hb_acquire(&b);
  fake_end(t, main_fiber);
  omrt_hb_join(main_fiber, t);
  static const uint8_t kinds_seen[] = {OMEN_KIND_FORK,   OMEN_KIND_ACQ,     OMEN_KIND_REL, OMEN_KIND_PUBLISH,
                                       OMEN_KIND_SIGNAL, OMEN_KIND_OBSERVE, OMEN_KIND_JOIN};
  assert_int_equal(log_count(), n + 7);
  for (int i = 0; i < 7; i++) assert_int_equal(log_at(n + (size_t)i).kind, kinds_seen[i]);
  assert_int_equal(log_at(n).obj, t->id);
  assert_int_equal(log_at(n + 6).obj, t->id);
  assert_int_equal(log_at(n + 1).obj, a.id);
  assert_int_equal(log_at(n + 1).obj2, ADDR(0));
  assert_int_equal(log_at(n + 3).obj, b.id);
  assert_true(a.id && b.id && a.id != b.id);
  assert_null(a.vc); /* nothing is computed in this pass */
}

static void locks_of_readers_and_writers_are_logged_as_held(void **state) {
  (void)state;
  struct omrt_clk c = {0}, r = {0};
  size_t n = log_count();
  omrt_hb_rdlock(&c, &r, &memory[0]);
  omrt_hb_rdunlock(&r, &memory[0]);
  omrt_hb_wrlock(&c, &r, &memory[0]);
  omrt_hb_wrunlock(&c, &memory[0]);
  static const struct {
    uint8_t kind, how;
  } seen[] = {{OMEN_KIND_OBSERVE, OMEN_RAW_HOLD_READ},
              {OMEN_KIND_PUBLISH, OMEN_RAW_HOLD_READ},
              {OMEN_KIND_OBSERVE, OMEN_RAW_HOLD_WRITE},
              {OMEN_KIND_OBSERVE, OMEN_RAW_HOLD_NONE},
              {OMEN_KIND_PUBLISH, OMEN_RAW_HOLD_WRITE}};
  assert_int_equal(log_count(), n + 5);
  for (size_t i = 0; i < 5; i++) {
    struct omen_rawev e = log_at(n + i);
    assert_int_equal(e.kind, seen[i].kind);
    assert_int_equal(e.size, seen[i].how);
    assert_int_equal(e.obj, i == 1 || i == 3 ? r.id : c.id);
    assert_int_equal(e.obj2, i == 3 ? 0 : ADDR(0));
  }
}

/* Reads what the log says about clocks as an offline engine would; returns whether thread u ends up after
 * what thread t did before its event at `mark`. */
static bool order_by_log(size_t from, int t, size_t mark, int u) {
  static uint64_t clock[100000], past[64];
  memset(clock, 0, sizeof clock);
  memset(past, 0, sizeof past);
  for (size_t i = from; i < log_count(); i++) {
    struct omen_rawev e = log_at(i);
    if (i == mark) past[t] |= 1;
    switch (e.kind) {
    case OMEN_KIND_PUBLISH: clock[e.obj] |= past[e.thread]; break;
    case OMEN_KIND_SIGNAL: clock[e.obj] = past[e.thread]; break;
    case OMEN_KIND_OBSERVE: past[e.thread] |= clock[e.obj]; break;
    case OMEN_KIND_COPY: clock[e.obj] = clock[e.obj2]; break;
    case OMEN_KIND_MERGE: clock[e.obj] |= clock[e.obj2]; break;
    default: break;
    }
  }
  return past[u] & 1;
}

static bool passes(void (*send)(uint32_t *f), void (*receive)(uint32_t *f)) {
  uint32_t *f = &memory[4];
  struct omrt_fiber *main_fiber = omrt_cur;
  omrt_shadow_reset(f, 4);
  struct omrt_fiber *a = fake_fork(), *b = fake_fork();
  size_t from = log_count();
  fake_run(a);
  send(f);
  fake_run(b);
  receive(f);
  fake_run(main_fiber);
  return order_by_log(from, a->id & 63, from, b->id & 63);
}

static void store_release(uint32_t *f) { __omen_atomic_store(f, 4 | 3 << 8, 1); }
static void store_relaxed(uint32_t *f) { __omen_atomic_store(f, 4, 1); }
static void store_twice(uint32_t *f) { store_release(f), store_relaxed(f); }
static void fence_store(uint32_t *f) { __omen_fence(3, 1), store_relaxed(f); }
static void load_acquire(uint32_t *f) { __omen_atomic_load(f, 4 | 2 << 8, 1); }
static void load_relaxed(uint32_t *f) { __omen_atomic_load(f, 4, 1); }
static void load_fence(uint32_t *f) { load_relaxed(f), __omen_fence(2, 1); }
static void rmw_load(uint32_t *f) { __omen_atomic_rmw(f, 4, 1), load_acquire(f); }
static void store_load(uint32_t *f) { store_relaxed(f), load_acquire(f); }

static void atomics_can_be_rebuilt_from_the_log(void **state) {
  (void)state;
  assert_true(passes(store_release, load_acquire));
  assert_true(passes(store_twice, load_acquire));
  assert_true(passes(store_release, load_fence));
  assert_true(passes(fence_store, load_acquire));
  assert_true(passes(fence_store, load_fence));
  assert_true(passes(store_release, rmw_load));
  assert_false(passes(store_release, store_load));
  assert_false(passes(store_release, load_relaxed));
  assert_false(passes(store_relaxed, load_fence));
}

static void atomics_are_logged_wherever_they_are(void **state) {
  (void)state;
  memory[4] = 42;
  size_t n = log_count();
  load_relaxed(&memory[4]);
  __omen_atomic_rmw(&memory[5], 4, 2);
  assert_int_equal(log_count(), n + 3);
  assert_int_equal(log_at(n).kind, OMEN_KIND_AREAD);
  assert_int_equal(log_at(n).obj2, 42);
  assert_int_equal(log_at(n + 1).kind, OMEN_KIND_AREAD);
  assert_int_equal(log_at(n + 2).kind, OMEN_KIND_AWRITE);
}

static void fresh_memory_is_logged_and_stays_watched(void **state) {
  (void)state;
  size_t n = log_count();
  omrt_shadow_reset(memory, sizeof memory);
  assert_int_equal(log_count(), n + 4);
  assert_int_equal(log_at(n).kind, OMEN_KIND_ALLOC);
  assert_int_equal(log_at(n).obj, ADDR(8));
  assert_false(inline_pass(ADDR(8), 4, true));
  omrt_watch_heap(memory, sizeof memory, 255, __builtin_frame_address(0));
  char line[128];
  snprintf(line, sizeof line, "alloc 0x%lx 255 0 pcs 0x1234,0x99\n", (unsigned long)memory);
  assert_non_null(strstr(omrt_outcome.buf, line));
  size_t used_now = omrt_outcome.used;
  omrt_watch_heap(memory, 32, 32, __builtin_frame_address(0)); /* nothing watched in it */
  assert_int_equal(omrt_outcome.used, used_now);
}

static void stacks_are_kept_once(void **state) {
  (void)state;
  uint64_t one[] = {1, 2, 3}, two[] = {1, 2};
  uint32_t a = omrt_depot_put(one, 3), b = omrt_depot_put(two, 2);
  assert_true(a && b && a != b);
  assert_int_equal(omrt_depot_put(one, 3), a);
  assert_int_equal(omrt_depot_put(two, 2), b);
  assert_int_equal(omrt_depot_put(one, 0), 0);
  const uint64_t *w = (const uint64_t *)(const void *)depot_out.buf;
  uint32_t number = 0;
  for (size_t i = 0; i < depot_out.used / 8; i += w[i] + 1) {
    number++;
    if (number == a) assert_true(w[i] == 3 && w[i + 1] == 1 && w[i + 3] == 3);
    if (number == b) assert_true(w[i] == 2);
  }
  assert_true(number >= b);
}

static void ranges_are_found_among_many(void **state) {
  (void)state;
  for (uint32_t i = 1; i < ranges; i++) assert_true(range[i - 1].addr + range[i - 1].len <= range[i].addr);
  assert_int_equal(ranges, 3); /* of five: one empty, two overlapping */
}

/* Bytes of watched and unwatched cells become bad and good again: what is watched is logged all the same, and
 * stays watched. */
static void bad_memory_is_noted_and_logged(void **state) {
  (void)state;
  static uint8_t bad[sizeof memory];
  uint32_t before[64];
  for (int i = 0; i < 64; i++) before[i] = *omrt_cell(ADDR(i));
  for (int round = 0; round < 20000; round++) {
    unsigned lo = rnd(sizeof memory), n = 1 + rnd(rnd(2) ? 6 : sizeof memory - lo), k = rnd(6);
    if (lo + n > sizeof memory) n = (unsigned)sizeof memory - lo;
    if (k == 0) omrt_poison((uint64_t)memory + lo, n), memset(bad + lo, 1, n);
    if (k == 1) omrt_poison_freed((uint64_t)memory + lo, n), memset(bad + lo, 1, n);
    if (k == 2) omrt_unpoison((uint64_t)memory + lo, n), memset(bad + lo, 0, n);
    if (k < 3) continue;
    uint64_t noted = bad_noted;
    size_t logged = log_count() + (size_t)redundant;
    unsigned first = lo;
    while (first < lo + n && !bad[first]) first++;
    prog_write((char *)memory + lo, n, 77);
    assert_int_equal(bad_noted - noted, first < lo + n);
    if (first < lo + n) assert_int_equal(bad_first, (uint64_t)memory + first);
    bool watched = false;
    for (unsigned b = lo; b < lo + n; b++)
      for (uint32_t i = 0; i < ranges; i++) watched |= (uint64_t)memory + b - range[i].addr < range[i].len;
    assert_int_equal(log_count() + (size_t)redundant > logged, watched);
  }
  omrt_unpoison((uint64_t)memory, sizeof memory);
  for (int i = 0; i < 64; i++) assert_int_equal(before[i], *omrt_cell(ADDR(i)));
  omrt_poison((uint64_t)memory, sizeof memory); /* fresh memory is good */
  omrt_shadow_reset(memory, sizeof memory);
  for (int i = 0; i < 64; i++) assert_int_equal(before[i], *omrt_cell(ADDR(i)));
}

static int set_up(void **state) {
  (void)state;
  const struct omen_watch watch[] = {
      {ADDR(30), 96}, {ADDR(12) + 2, 1}, {ADDR(0), 0}, {ADDR(8), 4}, {ADDR(20), 100}};
  fake_start(OMEN_FLAG_WATCH, watch, 5);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ranges_are_found_among_many),
      cmocka_unit_test(unwatched_memory_costs_nothing),
      cmocka_unit_test(accesses_are_cut_to_the_watched_part),
      cmocka_unit_test(repeats_are_left_out_and_counted),
      cmocka_unit_test(clock_operations_are_logged_by_name),
      cmocka_unit_test(locks_of_readers_and_writers_are_logged_as_held),
      cmocka_unit_test(atomics_can_be_rebuilt_from_the_log),
      cmocka_unit_test(atomics_are_logged_wherever_they_are),
      cmocka_unit_test(fresh_memory_is_logged_and_stays_watched),
      cmocka_unit_test(stacks_are_kept_once),
      cmocka_unit_test(bad_memory_is_noted_and_logged),
      cmocka_unit_test(what_races_all_the_time_is_written_seldom),
  };
  return cmocka_run_group_tests(tests, set_up, NULL);
}
