/* The table of synchronisation objects against a plain array: found where made, gone when forgotten, nothing
 * else lost, over many sizes of blocks; marks; objects forgotten while somebody is inside. The scheduler and
 * the clocks are played here, and memory is counted: everything given back at the end. */
/* rooms: runtime/sync, quick */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include "runtime/sync/object.c"

static long allocated, clocks_reset, woken;
static struct omrt_fiber self = {.id = 3};
static enum omrt_waited next_end;
static void (*while_waiting)(void);
struct omrt_fiber *omrt_cur = &self;
struct omrt_mode omrt_mode;
bool omrt_children_share;
bool omrt_shared_at(uint64_t addr) { return false; }
bool omrt_children_late(const void *addr, int64_t deadline) { return false; }

void *omrt_alloc(size_t n) {
  allocated += (long)n;
  return calloc(1, n);
}
void omrt_free(void *p, size_t n) {
  allocated -= (long)n;
  free(p);
}
int omrt_backtrace(const void *frame, uint64_t *pcs, int max) {
  pcs[0] = (uint64_t)frame;
  return 1;
}
static void bad_use(const void *addr, uint64_t len, const void *frame) {}
void omrt_past_free(struct omrt_past **p) { *p = NULL; }
void omrt_clk_reset(struct omrt_clk *c) { clocks_reset++; }
void omrt_hb_lock(struct omrt_clk *c, const void *addr) { c->id = 1; }
void omrt_hb_unlock(struct omrt_clk *c, const void *addr) { c->id = 2; }
void omrt_hb_acquire(struct omrt_clk *c) { c->id = 3; }
void omrt_hb_release(struct omrt_clk *c) { c->id = 4; }
static void interrupt(void) {}
const struct omrt_up omrt_up = {.bad_use = bad_use, .interrupt = interrupt};
void omrt_yield(void) { woken++; }
struct omrt_fiber *omrt_wake_one(struct omrt_waitq *q) {
  woken++;
  return NULL;
}
enum omrt_waited omrt_wait(struct omrt_waitq *q, enum omrt_why why, const void *obj, int64_t deadline,
                           bool c) {
  if (while_waiting) while_waiting();
  return next_end;
}

enum { SLOTS = 4096, STEPS = 200000 };
static uint64_t arena[SLOTS]; /* an object may be at any of these */
static uint64_t serial_at[SLOTS];

static void forget_all(void) { omrt_sync_forget((void *)0, UINT64_MAX); }

static void against_a_plain_array(void **state) {
  uint64_t x = 88172645463325252ull, live = 0;
  for (int step = 0; step < STEPS; step++) {
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    unsigned slot = (unsigned)(x >> 8) % SLOTS, op = (unsigned)(x >> 32) % 16;
    void *addr = &arena[slot];
    struct omrt_object *o = omrt_object_at(OMRT_WAIT_MUTEX, addr);
    assert_int_equal(o ? o->serial : 0, serial_at[slot]);
    assert_null(omrt_object_at(OMRT_WAIT_COND, addr));
    if (op < 12) {
      uint64_t was = serial_at[slot];
      o = op < 11 ? omrt_object_get(OMRT_WAIT_MUTEX, addr, addr)
                  : omrt_object_init(OMRT_WAIT_MUTEX, addr, addr);
      assert_ptr_equal(o->addr, addr);
      if (was && op < 11)
        assert_int_equal(o->serial, was);
      else
        assert_int_not_equal(o->serial, was);
      serial_at[slot] = o->serial;
      live += !was;
    } else if (op < 15) {
      unsigned n = op == 14 ? (unsigned)(x >> 40) % 600 : (unsigned)(x >> 40) % 5;
      if (n > SLOTS - slot) n = SLOTS - slot;
      omrt_sync_forget(addr, n * sizeof *arena);
      for (unsigned i = slot; i < slot + n; i++) live -= serial_at[i] != 0, serial_at[i] = 0;
    } else if (o) {
      omrt_object_drop(o);
      serial_at[slot] = 0;
      live--;
    }
    assert_int_equal(nobjects, live);
  }
  forget_all();
  assert_int_equal(nobjects, 0);
  assert_int_equal(allocated, nbuckets * sizeof *buckets);
}

static void another_kind_at_the_address(void **state) {
  struct omrt_object *o = omrt_object_get(OMRT_WAIT_MUTEX, &arena[1], NULL);
  uint64_t serial = o->serial;
  o = omrt_object_get(OMRT_WAIT_SEM, &arena[1], NULL);
  assert_int_not_equal(o->serial, serial);
  assert_null(omrt_object_at(OMRT_WAIT_MUTEX, &arena[1]));
  forget_all();
}

/* The mark is wiped by an initialiser that makes no call. */
static void marks(void **state) {
  uint64_t mark = 0;
  struct omrt_object *o = omrt_object_marked(omrt_object_get(OMRT_WAIT_MUTEX, &arena[2], NULL), &mark, NULL);
  uint64_t first = o->serial;
  assert_int_equal(mark, first);
  o = omrt_object_marked(omrt_object_get(OMRT_WAIT_MUTEX, &arena[2], NULL), &mark, NULL);
  assert_int_equal(o->serial, first);
  mark = 0;
  o = omrt_object_marked(omrt_object_get(OMRT_WAIT_MUTEX, &arena[2], NULL), &mark, NULL);
  assert_int_not_equal(o->serial, first);
  assert_int_equal(mark, o->serial);
  uint64_t copied = mark; /* a copy elsewhere is another one */
  o = omrt_object_marked(omrt_object_get(OMRT_WAIT_MUTEX, &arena[3], NULL), &copied, NULL);
  assert_int_not_equal(copied, mark);
  forget_all();
}

static void forget_arena(void) { omrt_sync_forget(arena, sizeof arena); }
static void forgotten_while_waited_for(void **state) {
  long before = allocated;
  struct omrt_object *o = omrt_object_get(OMRT_WAIT_SEM, &arena[5], NULL);
  while_waiting = forget_arena;
  next_end = OMRT_TIMED_OUT;
  woken = 0;
  assert_int_equal(omrt_object_wait(o, &o->queue, 1), OMRT_TIMED_OUT);
  while_waiting = NULL;
  assert_int_equal(woken, 1); /* the next one may look */
  assert_null(omrt_object_at(OMRT_WAIT_SEM, &arena[5]));
  assert_int_equal(allocated, before);
}

static void handed_locks_are_no_locks(void **state) {
  struct omrt_object *o = omrt_object_get(OMRT_WAIT_MUTEX, &arena[6], NULL);
  omrt_object_held(o, NULL);
  omrt_object_order_lock(o);
  assert_int_equal(o->clk.id, 1);
  omrt_object_order_unlock(o);
  assert_int_equal(o->clk.id, 2);
  o->hold.by = 9;
  omrt_object_order_unlock(o);
  assert_int_equal(o->clk.id, 4);
  omrt_object_held(o, NULL);
  omrt_object_order_lock(o);
  assert_int_equal(o->clk.id, 3);
  omrt_object_order_unlock(o);
  assert_int_equal(o->clk.id, 4);
  forget_all();
}

static void what_was_destroyed_is_a_grave(void **state) {
  struct omrt_object *o = omrt_object_get(OMRT_WAIT_MUTEX, &arena[7], NULL);
  uint64_t serial = o->serial;
  assert_null(omrt_object_grave(OMRT_WAIT_MUTEX, &arena[7]));
  omrt_object_destroy(o, (void *)77);
  assert_null(omrt_object_at(OMRT_WAIT_MUTEX, &arena[7]));
  assert_ptr_equal(omrt_object_grave(OMRT_WAIT_MUTEX, &arena[7]), o);
  assert_null(omrt_object_grave(OMRT_WAIT_RWLOCK, &arena[7]));
  assert_int_equal(o->gone->by, self.id);
  assert_int_equal(o->gone->pcs[0], 77);
  o = omrt_object_get(OMRT_WAIT_MUTEX, &arena[7], NULL); /* used all the same: a new one */
  assert_int_not_equal(o->serial, serial);
  assert_null(o->gone);
  omrt_object_enter(o);
  omrt_object_destroy(o, NULL); /* somebody is inside: no grave */
  assert_null(omrt_object_grave(OMRT_WAIT_MUTEX, &arena[7]));
  omrt_object_leave(o);
  forget_all();
}

static int checked;
static void check(struct omrt_object *o, const void *frame) {
  assert_ptr_equal(frame, &checked);
  checked++;
}
static void each_is_asked_before_it_goes(void **state) {
  for (int i = 0; i < 4; i++) omrt_object_get(OMRT_WAIT_MUTEX, &arena[i], NULL);
  omrt_object_forget(&arena[1], 2 * sizeof *arena, check, &checked);
  assert_int_equal(checked, 2);
  forget_all();
  assert_int_equal(checked, 2);
}

static void backing_off_is_bounded_and_differs(void **state) {
  long most = 0, different = 0, last_turns = -1;
  self.fruitless = 0;
  omrt_object_back_off();
  for (int i = 0; i < 1000; i++) omrt_object_tried(false);
  for (int i = 0; i < 100; i++) {
    self.points++;
    woken = 0;
    omrt_object_back_off();
    if (woken > most) most = woken;
    different += woken != last_turns;
    last_turns = woken;
  }
  assert_true(most > 16 && most < MOST_FRUITLESS);
  assert_true(different > 80);
  for (int i = 0; i < MOST_FRUITLESS; i++) omrt_object_tried(true);
  assert_int_equal(self.fruitless, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(against_a_plain_array),
      cmocka_unit_test(another_kind_at_the_address),
      cmocka_unit_test(marks),
      cmocka_unit_test(forgotten_while_waited_for),
      cmocka_unit_test(handed_locks_are_no_locks),
      cmocka_unit_test(what_was_destroyed_is_a_grave),
      cmocka_unit_test(each_is_asked_before_it_goes),
      cmocka_unit_test(backing_off_is_bounded_and_differs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
