/* record/outcome: the lines of outcome.def are understood, others are errors that name the line; any bytes
 * are survived. */
/* rooms: record, quick */
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
                             "thread 0 -1 run pcs \n"
                             "thread 1 0 System_V_object pcs 0x1,0x2,0x3\n"
                             "racy 0x1000 4 w r 7 2\n"
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
                             "defect 1 deadlock 1 4294967295 0x0 0 - - 0x0 0 pcs \n"
                             "waits 1 1 mutex 0x2000 2 pcs 0x5\n"
                             "holds 1 2 mutex 0x2000 pcs 0x6\n"
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
  assert_string_equal(o.threads[1].state, "System V object");
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
  assert_int_equal(d->made.thread, -1); /* no line says so */
  assert_int_equal(d->waits[0].holder, 2);
  assert_int_equal(d->nholds, 1);
  omen_outcome_release(&o);
}

static void the_order_of_locks(void **state) {
  static const char text[] = "end exit 0\n"
                             "inversion 0 2\n"
                             "took 0 1 mutex 0x10 4 35 w pcs 0x1\n"
                             "wants 0 1 rwlock 0x20 5 35 r pcs 0x2,0x3\n";
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
                             "loop 3 pcs \n"
                             "plan met spun repeats\n";
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
}

/* Each is an error that names the file and the line, and says something of it. */
static void bad_lines_are_named(void **state) {
  static const char *const bad[] = {
      "unknown words here",
      "",
      " end exit 0",
      "end",
      "end somehow",
      "ends exit 0",
      "end exit",
      "end exit 0 0",
      "end exit zero",
      "end endless",
      "end endless somehow",
      "plan met spun",
      "plan met spun somehow",
      "plan somehow met limit",
      "end signal 99 0x0 0x0",
      "end signal 11 0x0",
      "racy 0x1000 nonsense",
      "racy 0x1000 4 w q 7 2",
      "racy 0x1000 4 w r 7 2 more",
      "racy 0x1000 4  w r 7 2",
      "racy -1 4 w r 7 2",
      "racy 0x1000 99999999999999999999999 w r 7 2",
      "thread 1 0 mutex",
      "thread 1 0 mutex pcs",
      "thread 1 0 mutex pcs 0x1,",
      "thread 1 0 mutex pcs 0x1,,0x2",
      "thread 1 0 mutex pcs 0x1 0x2",
      "thread 1 0 System V object pcs 0x1",
      "thread 4294967296 0 run pcs ",
      "loop x pcs 0x10",
      "loop 3",
      "value 4 0x1", /* of no access */
      "map 0x2000 0x1000 0x0 /backwards",
      "map 0x1000 0x2000 0x0",
      "defect 0 no-such-kind 2 7 0x3008 4 w heap 0x3000 24 pcs 0x11",
      "defect 1 double-free 1 4294967295 0x0 0 - - 0x0 0 pcs 0x1", /* the first has the number 0 */
      "defect 0 double-free 1 4294967295 0x0 0 rw - 0x0 0 pcs 0x1",
      "made 0 0 pcs 0x21", /* of no defect */
      "says 0 something",
      "took 0 1 mutex 0x10 4 35 w pcs 0x1", /* of no circle */
      "inversion 7 2",
      "counter events",
      "counter events -1",
      "note",
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    char text[256];
    struct omen_outcome o;
    struct omen_err err = {0};
    snprintf(text, sizeof text, "end exit 0\nnote x\n%s\ncounter events 1\n", bad[i]);
    if (!omen_outcome_parse(&o, text, strlen(text), "file", &err)) fail_msg("'%s' is taken", bad[i]);
    if (!strstr(err.msg, "file: line 3: ") || !strstr(err.msg, bad[i])) fail_msg("%s", err.msg);
  }
}

/* A `wants` stands behind its `took`, once, and is the same thread's. */
static void a_lock_is_wanted_by_who_holds_one(void **state) {
  static const char *const bad[] = {
      "wants 0 1 mutex 0x20 5 35 w pcs 0x2",
      "took 0 1 mutex 0x10 4 35 w pcs \nwants 0 2 mutex 0x20 5 35 w pcs ",
      "took 0 1 mutex 0x10 4 35 w pcs \nwants 0 1 mutex 0x20 5 35 w pcs \nwants 0 1 mutex 0x30 5 35 w pcs "};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    char text[256];
    struct omen_outcome o;
    struct omen_err err = {0};
    snprintf(text, sizeof text, "end exit 0\ninversion 0 2\n%s\n", bad[i]);
    assert_int_equal(omen_outcome_parse(&o, text, strlen(text), "file", &err), -1);
    assert_non_null(strstr(err.msg, "wants"));
  }
}

/* A process that is killed leaves a beginning of its file. */
static void a_line_cut_short_is_left_out(void **state) {
  struct omen_outcome o;
  struct omen_err err;
  for (size_t n = strlen("end signal 11 0x10 0x401000\n"); n < strlen(sample); n++) {
    if (omen_outcome_parse(&o, sample, n, "o", &err)) fail_msg("%zu bytes: %s", n, err.msg);
    omen_outcome_release(&o);
  }
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

static unsigned long long x = 88172645463325252ull;
static unsigned long long draw(void) { return x ^= x << 13, x ^= x >> 7, x ^= x << 17; }

static void survive(const char *text, size_t len) {
  struct omen_outcome o;
  struct omen_err err;
  char *copy = omen_xmalloc(len + 1); /* so that a sanitizer sees a read beyond its end */
  memcpy(copy, text, len);
  if (!omen_outcome_parse(&o, copy, len, "o", &err)) omen_outcome_release(&o);
  free(copy);
}

static void any_bytes_are_survived(void **state) {
  char text[sizeof sample];
  for (int round = 0; round < 20000; round++) {
    memcpy(text, sample, sizeof text);
    for (int i = 0; i < 1 + round % 9; i++) text[draw() % (sizeof text - 1)] = (char)(draw() >> 32);
    survive(text, sizeof text - 1 - draw() % 7);
    for (size_t i = 0; i < sizeof text; i++) text[i] = (char)(draw() >> 24);
    survive(text, draw() % sizeof text);
  }
}

/* Words of the file in any order: lines that are nearly good. */
static void any_words_are_survived(void **state) {
  static const char *const words[] = {
      "end",   "exit",   "signal", "defect",  "made",  "took", "wants", "inversion", "pcs",     "step",
      "value", "access", "thread", "counter", "0",     "1",    "-1",    "0x10",      "0x1,0x2", "mutex",
      "w",     "\n",     "\n",     "says",    "waits", "note", "map",   "deadlock"};
  for (int round = 0; round < 20000; round++) {
    char text[400];
    size_t len = 0;
    while (len < sizeof text - 16)
      len += (size_t)snprintf(text + len, sizeof text - len, "%s%s",
                              words[draw() % (sizeof words / sizeof *words)], draw() % 8 ? " " : "\n");
    survive(text, len);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lines_are_understood),         cmocka_unit_test(loops_say_how_they_are_known),
      cmocka_unit_test(the_order_of_locks),           cmocka_unit_test(ends_have_their_status),
      cmocka_unit_test(bad_lines_are_named),          cmocka_unit_test(a_lock_is_wanted_by_who_holds_one),
      cmocka_unit_test(a_line_cut_short_is_left_out), cmocka_unit_test(any_bytes_are_survived),
      cmocka_unit_test(any_words_are_survived),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
