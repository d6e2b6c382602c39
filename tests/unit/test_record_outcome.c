/* record/outcome: the lines of config.h are understood; any bytes are survived. */
#include "record/outcome.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char sample[] = "end signal 11 0x10 0x401000\n"
                             "crash 2 pcs 0x401000,0x402000\n"
                             "counter events 42\n"
                             "unknown words here\n"
                             "thread 0 -1 run pcs \n"
                             "thread 1 0 mutex pcs 0x1,0x2,0x3\n"
                             "racy 0x1000 4 w r 7 2\n"
                             "racy 0x1000 nonsense\n"
                             "wait 1 mutex 0x2000 2 pcs 0x5\n"
                             "hold 2 mutex 0x2000 pcs 0x6,0x7\n"
                             "alloc 0x3000 24 0 pcs 0x8\n"
                             "module 100 20 /a b/libx.so\n"
                             "map 0x1000 0x2000 0x0 /a path/with spaces\n"
                             "stack 1 0x7000 0x8000\n"
                             "defect 0 use-after-free 2 7 0x3008 4 w heap 0x3000 24 pcs 0x11,0x12\n"
                             "made 0 0 pcs 0x21\n"
                             "gone 0 1 pcs 0x31,0x32\n"
                             "says 0 a word, and another\n"
                             "defect 1 no-such-kind 2 7 0x3008 4 w heap 0x3000 24 pcs 0x11\n"
                             "made 1 0 pcs 0x21\n"
                             "defect 1 deadlock 1 4294967295 0x0 0 - - 0x0 0 pcs \n"
                             "waits 1 1 mutex 0x2000 2 pcs 0x5\n"
                             "holds 1 2 mutex 0x2000 pcs 0x6\n"
                             "defect 9 double-free 1 4294967295 0x0 0 - - 0x0 0 pcs 0x1\n"
                             "note something to know\n";

static void lines_are_understood(void **state) {
  struct omen_outcome o;
  struct omen_err err;
  assert_int_equal(omen_outcome_parse(&o, sample, strlen(sample), "o", &err), 0);
  assert_int_equal(o.end, OMEN_END_SIGNAL);
  assert_int_equal(omen_outcome_status(&o), 128 + 11);
  assert_int_equal(o.addr, 0x10);
  assert_int_equal(o.crashed, 2);
  assert_int_equal(o.crash.n, 2);
  assert_int_equal(omen_outcome_counter(&o, "events"), 42);
  assert_int_equal(omen_outcome_counter(&o, "nothing"), 0);
  assert_int_equal(o.nthreads, 2);
  assert_int_equal(o.threads[0].created.n, 0);
  assert_int_equal(o.threads[1].created.n, 3);
  assert_int_equal(o.nracy, 1);
  assert_string_equal(o.racy[0].first, "w");
  assert_int_equal(o.racy[0].site, 7);
  assert_int_equal(o.nwaits, 1);
  assert_int_equal(o.waits[0].holder, 2);
  assert_int_equal(o.nholds, 1);
  assert_int_equal(o.holds[0].pcs.pc[1], 7);
  assert_int_equal(o.nallocs, 1);
  assert_string_equal(o.modules[0].path, "/a b/libx.so");
  assert_string_equal(o.maps[0].path, "/a path/with spaces");
  assert_int_equal(o.nstacks, 1);
  assert_string_equal(o.notes[0], "something to know");
  assert_int_equal(o.ndefects, 2);
  const struct omen_out_defect *d = &o.defects[0];
  assert_int_equal(d->kind, OMEN_DEFECT_USE_AFTER_FREE);
  assert_int_equal(d->op, 'w');
  assert_string_equal(d->place, "heap");
  assert_int_equal(d->pcs.n, 2);
  assert_int_equal(d->made.pcs.n, 1);
  assert_int_equal(d->gone.thread, 1);
  assert_string_equal(d->says, "a word, and another");
  d = &o.defects[1];
  assert_int_equal(d->kind, OMEN_DEFECT_DEADLOCK);
  assert_int_equal(d->made.thread, -1); /* that line was about one which was not taken */
  assert_int_equal(d->waits[0].holder, 2);
  assert_int_equal(d->nholds, 1);
  omen_outcome_release(&o);
}

static void the_order_of_locks(void **state) {
  static const char text[] = "end exit 0\n"
                             "took 0 1 mutex 0x10 4 35 w pcs 0x1\n" /* of nothing */
                             "inversion 0 2\n"
                             "wants 0 1 mutex 0x20 5 35 w pcs 0x2\n" /* without a took */
                             "took 0 1 mutex 0x10 4 35 w pcs 0x1\n"
                             "wants 0 2 mutex 0x20 5 35 w pcs 0x2\n" /* of another thread */
                             "wants 0 1 rwlock 0x20 5 35 r pcs 0x2,0x3\n"
                             "wants 0 1 mutex 0x30 5 35 w pcs 0x2\n" /* a second one */
                             "took 0 2 mutex 0x20 4\n"
                             "inversion 7 2\n";
  struct omen_outcome o;
  struct omen_err err;
  assert_int_equal(omen_outcome_parse(&o, text, strlen(text), "o", &err), 0);
  assert_int_equal(o.ninversions, 1);
  assert_int_equal(o.inversions[0].nedges, 1);
  const struct omen_out_edge *e = &o.inversions[0].edges[0];
  assert_int_equal(e->thread, 1);
  assert_int_equal(e->event, 35);
  assert_int_equal(e->took.addr, 0x10);
  assert_int_equal(e->took.point, 4);
  assert_string_equal(e->wants.what, "rwlock");
  assert_true(e->wants.read && !e->took.read);
  assert_int_equal(e->wants.pcs.n, 2);
  omen_outcome_release(&o);
}

static void loops_say_how_they_are_known(void **state) {
  static const char text[] = "end endless proved\n"
                             "loop 2 pcs 0x10,0x20\n"
                             "loop x pcs 0x10\n"
                             "loop 3\n"
                             "plan met spun repeats\n"
                             "plan missed met a-word-that-nobody-knows\n";
  struct omen_outcome o;
  struct omen_err err;
  assert_int_equal(omen_outcome_parse(&o, text, strlen(text), "o", &err), 0);
  assert_int_equal(o.end, OMEN_END_ENDLESS);
  assert_int_equal(o.endless_by, OMEN_KNOWN_PROVED);
  assert_int_equal(o.nloops, 2);
  assert_int_equal(o.loops[0].id, 2);
  assert_int_equal(o.loops[0].pcs.pc[1], 0x20);
  assert_int_equal(o.loops[1].pcs.n, 0);
  assert_int_equal(o.held, OMEN_PLAN_MET);
  assert_int_equal(o.awaited, OMEN_PLAN_SPUN);
  assert_int_equal(o.spun_by, OMEN_KNOWN_REPEATS);
  omen_outcome_release(&o);
  assert_int_equal(omen_outcome_parse(&o, "end endless\n", 12, "o", &err), 0);
  assert_int_equal(o.endless_by, OMEN_KNOWN_LIMIT);
  omen_outcome_release(&o);
}

static int status_of(const char *text) {
  struct omen_outcome o;
  struct omen_err err;
  if (omen_outcome_parse(&o, text, strlen(text), "o", &err)) return -1;
  int status = omen_outcome_status(&o);
  omen_outcome_release(&o);
  return status;
}

static void ends_have_their_status(void **state) {
  assert_int_equal(status_of("end exit 3\n"), 3);
  assert_int_equal(status_of("end signal 6 0x0 0x0\n"), 134);
  assert_int_equal(status_of("end deadlock\n"), OMEN_EXIT_DEADLOCK);
  assert_int_equal(status_of("end diverged 17 thread 2: other event\n"), 125);
  assert_int_equal(status_of(""), -1);
  assert_int_equal(status_of("end exit 3"), -1); /* cut short */
  assert_int_equal(status_of("end\n"), -1);
  assert_int_equal(status_of("end exit\n"), -1);
  assert_int_equal(status_of("end signal 99 0 0\n"), -1);
}

static void any_bytes_are_survived(void **state) {
  unsigned long long x = 88172645463325252ull;
  char text[sizeof sample];
  for (int round = 0; round < 20000; round++) {
    memcpy(text, sample, sizeof text);
    for (int i = 0; i < 1 + round % 9; i++) {
      x ^= x << 13, x ^= x >> 7, x ^= x << 17;
      text[x % (sizeof text - 1)] = (char)(x >> 32);
    }
    struct omen_outcome o;
    struct omen_err err;
    if (!omen_outcome_parse(&o, text, sizeof text - 1 - x % 7, "o", &err)) omen_outcome_release(&o);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lines_are_understood),   cmocka_unit_test(loops_say_how_they_are_known),
      cmocka_unit_test(the_order_of_locks),     cmocka_unit_test(ends_have_their_status),
      cmocka_unit_test(any_bytes_are_survived),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
