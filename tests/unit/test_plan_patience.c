/* How long an exploration may do nothing (runtime/explore/patience.h). */
/* rooms: runtime/explore, quick */
#include "runtime/explore/patience.c"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const int64_t ms = 1000000;

/* So many events of a kind until it is over; *passed: the virtual time that passed meanwhile. */
static int until_over(struct omrt_patience *p, enum omrt_quantum quantum, bool looks, bool writes,
                      int64_t *passed) {
  int n = 0;
  for (*passed = 0; !omrt_patience_over(p); n++) {
    p->looked = looks;
    p->wrote = writes;
    *passed += omrt_patience_event(p, false, omrt_patience_weight(p, quantum));
  }
  return n;
}

static void what_leads_nowhere_is_weighed(void **state) {
  int64_t passed;
  struct omrt_patience p = {0};
  assert_int_equal(until_over(&p, OMRT_NO_QUANTUM, false, false, &passed), 20000); /* yields */
  p = (struct omrt_patience){0};
  assert_int_equal(until_over(&p, OMRT_QUANTUM_LOOP, false, false, &passed), 1000);
  p = (struct omrt_patience){0};
  assert_int_equal(until_over(&p, OMRT_QUANTUM_LOOP, true, false, &passed), 200); /* it only looks */
  p = (struct omrt_patience){0};
  assert_int_equal(until_over(&p, OMRT_QUANTUM_LOOP, true, true, &passed), 1000);
  p = (struct omrt_patience){0};
  assert_int_equal(until_over(&p, OMRT_QUANTUM_STOPPED, true, false, &passed), 40);
}

static void progress_begins_anew(void **state) {
  struct omrt_patience p = {0};
  for (int i = 0; i < 100000; i++)
    assert_false((omrt_patience_event(&p, i % 99 == 0, 1), omrt_patience_over(&p)));
  for (int i = 0; i < 100; i++)
    assert_int_equal(omrt_patience_event(&p, true, 1), 0); /* and no time passes */
}

static void time_passes_ever_faster(void **state) {
  struct omrt_patience p = {0};
  int64_t first = 0, last = 0, all;
  for (int i = 0; i < 600; i++) {
    int64_t pass = omrt_patience_event(&p, false, 1);
    assert_int_equal(pass != 0, i % 100 == 99);
    if (pass) last = pass;
    if (pass && !first) first = pass;
  }
  assert_int_equal(first, 100 * ms);
  assert_int_equal(last, 200 * ms); /* the sixth time */
  until_over(&p, OMRT_NO_QUANTUM, false, false, &all);
  assert_true(all / ms / 1000 > 100ll * 24 * 3600); /* months: no deadline is far */
  assert_true(all > 0);
}

static void events_and_turns_have_limits(void **state) {
  struct omrt_patience p = {.events = 1999999};
  assert_false(omrt_patience_count(&p, 0));
  assert_true(omrt_patience_count(&p, 0));
  p.events = 6;
  assert_false(omrt_patience_count(&p, 7));
  assert_true(omrt_patience_count(&p, 7));
  p.turns = 19998;
  assert_false(omrt_patience_turn(&p));
  assert_true(omrt_patience_turn(&p));
  omrt_patience_event(&p, false, 1);
  assert_false(omrt_patience_turn(&p)); /* an event begins anew */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_leads_nowhere_is_weighed), cmocka_unit_test(progress_begins_anew),
      cmocka_unit_test(time_passes_ever_faster), cmocka_unit_test(events_and_turns_have_limits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
