/* The shadow by hand: a positive control for every kind of race and every operation that orders, what must
 * not be a race, the table of races, fresh memory, odd addresses, slots and long vectors. */
/* rooms: runtime/shadow, quick */
#define REAL_RACES
#include "shadow_fake.h"

static uint32_t memory[64];
static struct omrt_fiber *main_fiber, *a, *b;

static void begin(void) {
  main_fiber = omrt_cur;
  omrt_shadow_reset(memory, sizeof memory);
  a = fake_fork();
  b = fake_fork();
  count = 0;
  if (buckets) memset(buckets, 0, sizeof *buckets << 18);
}

/* The number of racy locations noted; the threads end. */
static uint32_t finish_threads(void) {
  fake_end(a, main_fiber);
  fake_end(b, main_fiber);
  omrt_hb_join(main_fiber, a);
  omrt_hb_join(main_fiber, b);
  return count;
}

static void touch_as(enum omrt_access k, void *p, uint64_t n) {
  omrt_access((uint64_t)p, n, k, 100 + k, NULL);
}

static void every_pair_of_kinds(void **state) {
  (void)state;
  static const bool expected[4][4] = {
      [OMRT_R] = {0, 1, 0, 1}, [OMRT_W] = {1, 1, 1, 1}, [OMRT_AR] = {0, 1, 0, 0}, [OMRT_AW] = {1, 1, 0, 0}};
  for (int k1 = 0; k1 < 4; k1++)
    for (int k2 = 0; k2 < 4; k2++) {
      begin();
      fake_run(a), touch_as(k1, memory, 4);
      fake_run(b), touch_as(k2, memory, 4);
      assert_int_equal(finish_threads(), expected[k1][k2]);
      if (!expected[k1][k2]) continue;
      assert_int_equal(races[0].earlier, k1);
      assert_int_equal(races[0].kind, k2);
      assert_int_equal(races[0].site, 100 + k2);
      assert_int_equal(races[0].thread, b->id);
      assert_int_equal(races[0].addr, (uint64_t)memory);
      assert_int_equal(races[0].len, 4);
    }
}

static struct omrt_clk clk;
static void by_lock_out(void) { omrt_hb_lock(&clk, &clk), omrt_hb_unlock(&clk, &clk); }
static void by_lock_in(void) { omrt_hb_lock(&clk, &clk); }
static void by_release(void) { omrt_hb_release(&clk); }
static void by_store(void) { omrt_hb_release_store(&clk); }
static void by_acquire(void) { omrt_hb_acquire(&clk); }
static void by_nothing(void) {}

static uint32_t write_then_read(void (*send)(void), void (*receive)(void), bool after) {
  omrt_clk_reset(&clk);
  begin();
  fake_run(a);
  if (!after) prog_write(memory, 4, 1);
  send();
  if (after) prog_write(memory, 4, 1); /* what comes after a release is not released */
  fake_run(b);
  receive();
  prog_read(memory, 4, 2);
  return finish_threads();
}

static void what_orders_and_what_does_not(void **state) {
  (void)state;
  assert_int_equal(write_then_read(by_nothing, by_nothing, false), 1);
  assert_int_equal(write_then_read(by_lock_out, by_nothing, false), 1);
  assert_int_equal(write_then_read(by_nothing, by_lock_in, false), 1);
  assert_int_equal(write_then_read(by_lock_out, by_lock_in, false), 0);
  assert_int_equal(write_then_read(by_release, by_acquire, false), 0);
  assert_int_equal(write_then_read(by_store, by_acquire, false), 0);
  assert_int_equal(write_then_read(by_lock_out, by_lock_in, true), 1);
  assert_int_equal(write_then_read(by_release, by_acquire, true), 1);
  assert_int_equal(write_then_read(by_store, by_acquire, true), 1);
}

static void fork_and_join_order(void **state) {
  (void)state;
  main_fiber = omrt_cur;
  omrt_shadow_reset(memory, sizeof memory);
  prog_write(memory, 4, 1);
  begin();
  omrt_shadow_reset(&memory[2], 4);
  prog_write(&memory[2], 4, 1); /* main, after the fork: unordered */
  fake_run(a);
  prog_write(memory, 4, 2);
  assert_int_equal(count, 0);
  prog_write(&memory[2], 4, 2);
  assert_int_equal(count, 1);
  prog_write(&memory[4], 4, 2);
  fake_run(main_fiber);
  prog_read(&memory[6], 4, 2);
  fake_end(a, main_fiber);
  omrt_hb_join(main_fiber, a);
  prog_write(&memory[4], 4, 1);
  assert_int_equal(count, 1);
  fake_run(b);
  prog_write(&memory[4], 4, 3); /* b did not join a */
  assert_int_equal(count, 2);
  fake_end(b, main_fiber);
  omrt_hb_join(main_fiber, b);
}

/* Two ints in one word of 8 bytes, two chars in one cell, and what overlaps them. */
static void neighbours_do_not_race(void **state) {
  (void)state;
  begin();
  fake_run(a);
  prog_write(&memory[0], 4, 1);
  prog_write((char *)&memory[4], 1, 1);
  prog_write((char *)&memory[5] + 2, 2, 1);
  fake_run(b);
  prog_write(&memory[1], 4, 2);
  prog_write((char *)&memory[4] + 1, 1, 2);
  prog_write((char *)&memory[5], 2, 2);
  assert_int_equal(count, 0);
  prog_read(&memory[4], 4, 3); /* races with a's byte only */
  assert_int_equal(count, 1);
  assert_int_equal(races[0].addr, (uint64_t)&memory[4]);
  assert_int_equal(races[0].len, 1);
  __omen_readn((char *)&memory[5] + 1, 2, 4); /* unaligned, one byte of it is a's */
  assert_int_equal(count, 2);
  assert_int_equal(races[1].addr, (uint64_t)&memory[5] + 2);
  assert_int_equal(races[1].len, 1);
  finish_threads();
}

/* FastTrack's hard case: many concurrent readers, then a writer that comes after all but one. */
static void one_reader_of_many(void **state) {
  (void)state;
  struct omrt_fiber *reader[50];
  struct omrt_clk sum = {0};
  for (int missing = -1; missing < 50; missing += 17) {
    begin();
    for (int i = 0; i < 50; i++) reader[i] = fake_fork();
    for (int i = 0; i < 50; i++) {
      fake_run(reader[i]);
      prog_read(memory, 4, 1);
      prog_read(memory, 4, 1);
      if (i != missing) omrt_hb_release(&sum);
    }
    fake_run(b);
    omrt_hb_acquire(&sum);
    prog_write(memory, 4, 2);
    assert_int_equal(count, missing >= 0);
    for (int i = 0; i < 50; i++) fake_end(reader[i], main_fiber), omrt_hb_join(main_fiber, reader[i]);
    finish_threads();
    omrt_clk_reset(&sum);
  }
}

static void one_access_is_one_location(void **state) {
  (void)state;
  begin();
  fake_run(a);
  __omen_writen(memory, 100, 1);
  fake_run(b);
  prog_read(&memory[30], 8, 2);
  assert_int_equal(count, 0);
  __omen_readn(&memory[1], 40, 3);
  assert_int_equal(count, 1);
  assert_int_equal(races[0].len, 40);
  __omen_readn(&memory[1], 40, 3); /* known already */
  prog_read(&memory[20], 16, 3);
  assert_int_equal(count, 2);
  assert_int_equal(races[1].len, 16);
  omrt_shadow_reset(&memory[20], 4); /* fresh, and racy again: the same location */
  prog_write(&memory[20], 4, 4);
  fake_run(a);
  prog_write(&memory[20], 4, 5);
  assert_int_equal(count, 2);
  finish_threads();
}

static void fresh_memory_has_no_past(void **state) {
  (void)state;
  static const unsigned bounds[][2] = {{0, 256}, {3, 250}, {5, 6}, {8, 12}, {7, 9}};
  for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
    unsigned lo = bounds[i][0], hi = bounds[i][1];
    begin();
    fake_run(a);
    __omen_writen(memory, 256, 1);
    omrt_shadow_reset((char *)memory + lo, hi - lo);
    fake_run(b);
    __omen_writen((char *)memory + lo, hi - lo, 2);
    assert_int_equal(count, 0);
    if (lo) {
      prog_write((char *)memory + lo - 1, 1, 3);
      assert_int_equal(count, 1);
    }
    finish_threads();
  }
}

static void large_resets_and_large_blocks(void **state) {
  (void)state;
  uint64_t n = 8 << 20;
  char *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  begin();
  fake_run(a);
  __omen_writen(p + 5, 300000, 1);
  omrt_shadow_reset(p + 7, 299990);
  fake_run(b);
  __omen_writen(p + 7, 299990, 1);
  assert_int_equal(count, 0);
  prog_write(p + 6, 1, 1);
  prog_write(p + 299997, 1, 1);
  assert_int_equal(count, 2);
  fake_run(a);
  prog_write(p + (5 << 20), 1, 1);
  fake_run(b);
  omrt_shadow_give_up(p + (4 << 20), 4 << 20, OMEN_SITE_HEAP, NULL); /* a free of a block that a still uses */
  assert_int_equal(count, 3);
  assert_int_equal(races[2].site, OMEN_SITE_HEAP);
  assert_int_equal(races[2].addr, (uint64_t)p + (5 << 20));
  omrt_shadow_give_up(p + 64, 64, OMEN_SITE_HEAP, NULL);
  fake_run(a);
  prog_read(p + 100, 4, 9); /* use after free */
  assert_int_equal(count, 4);
  finish_threads();
  munmap(p, n);
}

/* The cache of ranges may not outlive what it knows. */
static void range_cache_is_dropped_in_time(void **state) {
  (void)state;
  begin();
  fake_run(a);
  __omen_writen(memory, 200, 1);
  omrt_shadow_reset(memory, sizeof memory);
  __omen_writen(memory, 200, 1); /* same site, same segment, but the memory is fresh */
  fake_run(b);
  prog_read(memory, 4, 2);
  assert_int_equal(finish_threads(), 1);
  begin();
  struct omrt_clk c = {0};
  fake_run(a);
  __omen_writen(memory, 200, 1);
  omrt_hb_release(&c);
  __omen_writen(memory, 200, 1); /* not released */
  fake_run(b);
  omrt_hb_acquire(&c);
  prog_read(memory, 4, 2);
  assert_int_equal(finish_threads(), 1);
  omrt_clk_reset(&c);
}

static void wild_addresses_are_survived(void **state) {
  (void)state;
  begin();
  __omen_readn((void *)0x620000000000, 100, 1);
  __omen_readn((void *)0xffffffffff600000, 100, 1);
  __omen_readn((void *)0x7ffffffff000, 0x100000, 1);
  __omen_writen(memory, (uint64_t)-1, 1);
  omrt_shadow_reset((void *)0xffffffffff600000, 100);
  omrt_shadow_reset((void *)0x5fffffffffff, 100);
  omrt_shadow_reset(memory, 0);
  omrt_shadow_access(NULL, 8, true, 1);
  finish_threads();
}

static void thousands_of_threads_share_slots(void **state) {
  (void)state;
  begin();
  for (int i = 0; i < 20000; i++) {
    struct omrt_fiber *t = fake_fork();
    fake_run(t);
    prog_write(memory, 4, 1);
    fake_end(t, main_fiber);
    omrt_hb_join(main_fiber, t);
    free(t);
  }
  assert_int_equal(count, 0);
  assert_true(slots < 100);
  finish_threads();
  /* Detached ones that nobody comes after need slots of their own, and race. */
  begin();
  struct omrt_fiber *t1 = fake_fork(), *t2 = fake_fork();
  t1->detached = t2->detached = true;
  fake_run(t1);
  prog_write(memory, 4, 1);
  fake_end(t1, main_fiber);
  struct omrt_fiber *t3 = fake_fork();
  fake_run(t3);
  prog_write(memory, 4, 1);
  assert_int_equal(count, 1);
  fake_end(t3, main_fiber);
  fake_end(t2, main_fiber);
  finish_threads();
}

/* The slot of a dead thread that the creator does not come after must not be used again, even if it is the
 * only one. */
static void slot_of_an_unjoined_thread_is_kept(void **state) {
  (void)state;
  struct omrt_fiber *more[1000];
  int n = 0;
  begin();
  for (uint32_t was = dead_count + 1; dead_count < was && n < 1000;) { /* until no slot is used again */
    was = dead_count;
    more[n++] = fake_fork();
  }
  struct omrt_fiber *t1 = fake_fork();
  fake_run(t1);
  prog_write(memory, 4, 1);
  fake_end(t1, main_fiber);
  struct omrt_fiber *t2 = fake_fork();
  fake_run(t2);
  prog_write(memory, 4, 1);
  assert_int_equal(count, 1);
  fake_end(t2, main_fiber);
  omrt_hb_join(main_fiber, t1);
  omrt_hb_join(main_fiber, t2);
  while (n) fake_end(more[--n], main_fiber), omrt_hb_join(main_fiber, more[n]);
  finish_threads();
}

/* A waits to join B, so that what B did counts as before A; then A goes on without having joined. */
static uint32_t wait_and_break_off(void) {
  struct omrt_clk c = {0};
  begin();
  a->why = OMRT_WAIT_JOIN;
  a->why_obj = b;
  a->deadline = OMRT_NEVER;
  fake_run(b);
  prog_write(memory, 4, 1);
  omrt_hb_release(&c);
  fake_run(main_fiber);
  omrt_hb_acquire(&c);
  omrt_low_find();
  prog_read(memory, 4, 2);
  a->why = OMRT_WAIT_NOTHING;
  fake_run(a);
  prog_read(memory, 4, 3); /* races with B's write */
  prog_read(memory, 4, 3);
  omrt_clk_reset(&c);
  return finish_threads();
}

static void broken_joins_are_counted(void **state) {
  (void)state;
  uint64_t before = omrt_joins_broken;
  assert_int_equal(wait_and_break_off(), 0); /* lost, and said so */
  assert_int_equal(omrt_joins_broken, before + 1);
  omrt_hb_handler(); /* with a handler nothing is taken for granted */
  assert_int_equal(wait_and_break_off(), 1);
  assert_int_equal(omrt_joins_broken, before + 1);
  omrt_joins_safe = true;
}

/* Histories that only a range made, in memory that nothing else touched, must survive the collector. */
static void collector_sees_ranges(void **state) {
  (void)state;
  char *p = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  struct omrt_clk c = {0};
  begin();
  struct omrt_fiber *third = fake_fork();
  fake_run(a);
  __omen_writen(p, 1 << 20, 1);
  omrt_hb_release(&c);
  fake_run(b);
  omrt_hb_acquire(&c);
  __omen_readn(p, 1 << 20, 2);
  omrt_shadow_collect();
  omrt_shadow_collect();
  fake_run(third);
  omrt_hb_acquire(&c);
  prog_write(p + (512 << 10), 8, 3); /* after the write, not after the read */
  assert_int_equal(count, 1);
  assert_int_equal(races[0].earlier, OMRT_R);
  fake_end(third, main_fiber);
  omrt_hb_join(main_fiber, third);
  finish_threads();
  omrt_clk_reset(&c);
  munmap(p, 1 << 20);
}

static void modules_get_numbers_and_are_reported(void **state) {
  (void)state;
  assert_int_equal(__omen_module_register("libone.so", 50), 1000);
  assert_int_equal(__omen_module_register("libtwo.so", 7), 1050);
  begin();
  fake_run(a);
  prog_write(&memory[3], 4, 1);
  fake_run(b);
  prog_write(&memory[3], 4, 77);
  finish_threads();
  omrt_shadow_report();
  char line[100];
  snprintf(line, sizeof line, "racy 0x%lx 4 w w 77 %d\n", (unsigned long)&memory[3], b->id);
  assert_non_null(strstr(omrt_outcome.buf, line));
  assert_non_null(strstr(omrt_outcome.buf, "module 1000 50 libone.so\n"));
  assert_non_null(strstr(omrt_outcome.buf, "module 1050 7 libtwo.so\n"));
  assert_non_null(strstr(omrt_outcome.buf, "counter segments "));
}

/* Once the process left control, nothing may change any more. */
static void off_means_off(void **state) {
  (void)state;
  begin();
  fake_run(a);
  prog_write(memory, 4, 1);
  uint32_t cell = *omrt_cell((uint64_t)memory);
  omrt_on = false;
  fake_run(b);
  __omen_write4(memory, 2);
  __omen_writen(memory, 100, 2);
  __omen_atomic_rmw(memory, 4 | 5 << 8, 2);
  omrt_shadow_reset(memory, 100);
  assert_int_equal(*omrt_cell((uint64_t)memory), cell);
  omrt_on = true;
  fake_run(main_fiber);
  assert_int_equal(finish_threads(), 0);
}

static int set_up(void **state) {
  (void)state;
  fake_start(0, NULL, 0);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_pair_of_kinds),
      cmocka_unit_test(what_orders_and_what_does_not),
      cmocka_unit_test(fork_and_join_order),
      cmocka_unit_test(neighbours_do_not_race),
      cmocka_unit_test(one_reader_of_many),
      cmocka_unit_test(one_access_is_one_location),
      cmocka_unit_test(fresh_memory_has_no_past),
      cmocka_unit_test(large_resets_and_large_blocks),
      cmocka_unit_test(range_cache_is_dropped_in_time),
      cmocka_unit_test(wild_addresses_are_survived),
      cmocka_unit_test(thousands_of_threads_share_slots),
      cmocka_unit_test(modules_get_numbers_and_are_reported),
      cmocka_unit_test(off_means_off),
      cmocka_unit_test(slot_of_an_unjoined_thread_is_kept),
      cmocka_unit_test(broken_joins_are_counted),
      cmocka_unit_test(collector_sees_ranges),
  };
  return cmocka_run_group_tests(tests, set_up, NULL);
}
