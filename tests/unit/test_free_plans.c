/* Plans of free exploration (classify/free_plans.h): where a thread may be stopped, and which plans come of
 * it. */
/* rooms: classify, quick */
#include "classify/free_plans.h"
#include "trace/event.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static struct omen_rawev event[32];
static struct omen_run_trace trace = {.event = event};
static uint64_t made[8]; /* by thread: events so far */

static void begin(void) {
  trace.n = 0;
  memset(made, 0, sizeof made);
}
static uint64_t put(uint32_t thread, enum omen_kind kind, uint64_t obj) {
  assert_true(trace.n < 32);
  event[trace.n++] =
      (struct omen_rawev){.thread = thread, .kind = (uint8_t)kind, .obj = obj, .point = ++made[thread]};
  return made[thread];
}
static void lock(uint32_t thread, uint64_t obj) {
  put(thread, OMEN_KIND_ACQ, obj);
  put(thread, OMEN_KIND_REL, obj);
}

/* Two threads take lock 100 twice each, one after the other; lock 200 is the first one's alone. */
static void two_threads(void) {
  begin();
  put(0, OMEN_KIND_FORK, 1);
  put(0, OMEN_KIND_FORK, 2);
  lock(1, 100);
  lock(1, 200);
  lock(1, 100);
  lock(2, 100);
  lock(2, 100);
  put(0, OMEN_KIND_JOIN, 1);
}

static bool has(const struct omen_free_switches *s, uint32_t thread, uint64_t point, uint32_t to) {
  for (size_t i = 0; i < s->n; i++)
    if (s->list[i].thread == thread && s->list[i].point == point && s->list[i].to == to) return true;
  return false;
}

static void switches_are_before_what_others_use_too(void **state) {
  struct omen_free_switches s;
  two_threads();
  omen_free_switches_find(&s, &trace);
  assert_true(has(&s, 0, 2, 1));  /* before the second thread is made the first may run */
  assert_false(has(&s, 0, 1, 1)); /* which is not there yet */
  assert_true(has(&s, 1, 1, 2));
  assert_true(has(&s, 1, 5, 2));
  assert_false(has(&s, 1, 2, 2)); /* giving it back */
  assert_false(has(&s, 1, 3, 2)); /* a lock that is nobody else's */
  assert_false(has(&s, 2, 1, 1)); /* the first thread is over by then */
  assert_int_equal(s.n, 3);
  omen_free_switches_release(&s);
}

static void a_read_modify_write_is_one_place(void **state) {
  struct omen_free_switches s;
  begin();
  put(0, OMEN_KIND_FORK, 1);
  put(1, OMEN_KIND_AREAD, 500);
  put(1, OMEN_KIND_AWRITE, 500);
  event[trace.n - 1].point = --made[1];
  put(0, OMEN_KIND_AREAD, 500);
  put(1, OMEN_KIND_AREAD, 500);
  omen_free_switches_find(&s, &trace);
  assert_int_equal(s.n, 1); /* the main thread's; nobody can be switched to at the other's */
  assert_true(has(&s, 0, 2, 1));
  omen_free_switches_release(&s);
}

static void same_switch(const struct omen_plan *p, const struct omen_free_switch *s, uint64_t k) {
  assert_int_equal(p->decisions[k].thread, s->thread);
  assert_int_equal(p->decisions[k].point, s->point);
  assert_int_equal(p->decisions[k].to, s->to);
}

/* Every place once, then two at a time; every third is sampled, with seeds of its own. */
static void plans_try_one_switch_then_two(void **state) {
  struct omen_free_switch list[] = {{1, 2, 1}, {1, 2, 5}, {2, 1, 1}, {2, 1, 3}, {1, 2, 9}};
  struct omen_free_switches s = {.list = list, .n = 5};
  int seen[5] = {0}, two = 0;
  uint64_t seeds = 0;
  struct omen_plan p = omen_free_plan(&s, 0, 70, 0);
  assert_int_equal(p.ndecisions, 0); /* the first: threads run until they block */
  assert_true(p.follow);
  for (int i = 1; i <= 24; i++) {
    p = omen_free_plan(&s, 3, 70, i);
    assert_int_equal(p.leave.at, OMEN_LEAVE_EVENT);
    assert_int_equal(p.leave.count, 3);
    if (p.follow && p.ndecisions == 1) {
      for (int k = 0; k < 5; k++)
        if (list[k].thread == p.decisions[0].thread && list[k].point == p.decisions[0].point) {
          same_switch(&p, &list[k], 0);
          seen[k]++;
        }
    } else if (p.follow) {
      assert_int_equal(p.ndecisions, 2);
      assert_int_equal(p.decisions[1].thread, p.decisions[0].to);
      two++;
    } else {
      assert_true(p.tail.seed >= 70);
      assert_true(i == 1 || p.tail.seed != seeds);
      seeds = p.tail.seed;
    }
    omen_plan_release(&p);
  }
  for (int k = 0; k < 5; k++) assert_int_equal(seen[k], 1);
  assert_true(two >= 5);
}

static void without_places_all_are_sampled(void **state) {
  struct omen_free_switches s = {0};
  for (int i = 1; i < 10; i++) {
    struct omen_plan p = omen_free_plan(&s, 0, 0, i);
    assert_false(p.follow);
    bool last_first = p.tail.strategy == OMEN_STRATEGY_RUN && p.tail.seed == OMEN_TAIL_LAST_FIRST;
    assert_int_equal(last_first, i == 2);
    if (!last_first) assert_int_equal(p.tail.seed, i - 1);
    omen_plan_release(&p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(switches_are_before_what_others_use_too),
      cmocka_unit_test(a_read_modify_write_is_one_place),
      cmocka_unit_test(plans_try_one_switch_then_two),
      cmocka_unit_test(without_places_all_are_sampled),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
