/* report/: a recording made by hand, from its files to text and JSON; and damaged ones, which must give an
 * error or a report, and nothing else. */
/* rooms: report, quick */
#include "record/config.h"
#include "record/rawev.h"
#include "report/write.h"
#include "trace/kinds.h"
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define X 0x5000ull /* the racy int; on the heap, at byte 16 of a block of 40 */

static const char outcome[] =
    "end exit 0\ncounter events 9\ncounter opaque_calls 2\n"
    "thread 0 -1 run pcs \nthread 1 0 done pcs 0x10,0x20\nthread 2 0 done pcs 0x10,0x20\n"
    "racy 0x5000 4 w w 1 2\nnote a word to the wise\n";
static const char watch[] =
    "end exit 0\nthread 0 -1 run pcs \nthread 1 0 done pcs 0x10,0x20\nthread 2 0 done pcs 0x10\n"
    "alloc 0x4ff0 40 0 pcs 0x30\n";
static const char sites[] = "omen-sites\t1\tprog\n"
                            "s\t0\tw\t4\ta.c\t10\t3\tfirst\tfirst\t\tobj->refs\t-1\n"
                            "s\t1\tw\t4\ta.c\t20\t5\tsecond\tsecond\t\tobj->refs\t-1\n"
                            "s\t2\tr\t4\ta.c\t30\t7\tfirst\tfirst\t\tobj->refs\t-1\n";
static const uint64_t stacks[] = {2, 0x100, 0x200, 1, 0x300};
static const struct omen_rawev events[] = {
    {.obj = 1, .kind = OMEN_KIND_FORK, .thread = 0},
    {.obj = 2, .kind = OMEN_KIND_FORK, .thread = 0},
    {.obj = X, .size = 4, .kind = OMEN_KIND_WRITE, .thread = 1, .site = 0, .stack = 1},
    {.obj = X, .size = 4, .kind = OMEN_KIND_WRITE, .thread = 2, .site = 1, .stack = 2},
    {.obj = X, .size = 4, .kind = OMEN_KIND_WRITE, .thread = 2, .site = 1, .stack = 2},
    {.obj = X, .size = 4, .kind = OMEN_KIND_READ, .thread = 1, .site = 2, .stack = 1},
    {.obj = 1, .kind = OMEN_KIND_JOIN, .thread = 0},
    {.obj = 2, .kind = OMEN_KIND_JOIN, .thread = 0},
};

struct file {
  const char *name;
  const void *data;
  size_t n;
};
static const struct file files[] = {{"outcome", outcome, sizeof outcome - 1},
                                    {"outcome.watch", watch, sizeof watch - 1},
                                    {"program.sites", sites, sizeof sites - 1},
                                    {"stacks.raw", stacks, sizeof stacks},
                                    {"events.raw", events, sizeof events}};
#define NFILES (sizeof files / sizeof *files)

static void put(const struct omen_recording *r, const char *name, const void *data, size_t n) {
  char *path = omen_format("%s/%s", r->dir, name);
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  assert_int_equal(fwrite(data, 1, n, f), n);
  assert_int_equal(fclose(f), 0);
  free(path);
}

static void begin(struct omen_recording *r, char *dir) {
  char *argv[] = {"./prog", "\xff", NULL}, *env[] = {NULL};
  assert_non_null(mkdtemp(dir));
  *r = (struct omen_recording){.dir = omen_xstrdup(dir)};
  r->manifest.argv = omen_strings_copy(argv);
  r->manifest.env = omen_strings_copy(env);
  r->manifest.program = omen_xstrdup("/x/prog");
  r->manifest.recording = omen_xstrdup("/x/rec");
  r->manifest.seed = 5;
  for (size_t i = 0; i < NFILES; i++) put(r, files[i].name, files[i].data, files[i].n);
}

static void finish(struct omen_recording *r) {
  omen_rmtree(r->dir);
  omen_recording_release(r);
}

static void races_become_text_and_json(void **state) {
  char dir[] = "/tmp/omen-report.XXXXXX";
  struct omen_recording r;
  struct omen_report report;
  struct omen_err err = {0};
  struct omen_buf text = {0}, json = {0};
  begin(&r, dir);
  if (omen_report_build(&report, &r, NULL, &err)) fail_msg("%s", err.msg);
  assert_true(report.watched);
  assert_int_equal(report.nraces, 2); /* first/second writes, second's write and first's read */
  omen_report_text(&report, false, &text);
  assert_non_null(strstr(text.data, "DATA RACE: race on `obj->refs`  [race "));
  assert_non_null(
      strstr(text.data, "  Location is heap block of size 40 at 0x4ff0 allocated by main thread:\n"));
  assert_non_null(strstr(text.data, "WARNING: ThreadSanitizer: data race (pid=1)\n"
                                    "  Write of size 4 at 0x5000 by thread T2:\n"));
  assert_non_null(strstr(text.data, "SUMMARY: 2 data races"));
  assert_non_null(strstr(text.data, "a word to the wise"));
  omen_report_json(&report, &json);
  json_t *o = json_loads(json.data, 0, NULL);
  assert_non_null(o);
  json_t *race = json_array_get(json_object_get(o, "races"), 0);
  json_t *first = json_array_get(json_object_get(race, "accesses"), 0);
  assert_string_equal(json_string_value(json_object_get(first, "file")), "a.c");
  assert_int_equal(json_integer_value(json_object_get(first, "line")), 10);
  assert_string_equal(json_string_value(json_object_get(first, "op")), "write");
  assert_int_equal(json_integer_value(json_object_get(race, "instances")), 2);
  assert_int_equal(json_integer_value(json_object_get(json_object_get(o, "counters"), "opaque_calls")), 2);
  json_decref(o);
  omen_buf_release(&text);
  omen_buf_release(&json);
  omen_report_release(&report);
  finish(&r);
}

static void without_the_watch_pass_half_is_shown(void **state) {
  char dir[] = "/tmp/omen-report.XXXXXX";
  struct omen_recording r;
  struct omen_report report;
  struct omen_err err = {0};
  struct omen_buf text = {0};
  begin(&r, dir);
  put(&r, "outcome.watch", "end diverged 4 thread 1: something\n", 35);
  if (omen_report_build(&report, &r, NULL, &err)) fail_msg("%s", err.msg);
  assert_false(report.watched);
  assert_int_equal(report.nraces, 1);
  assert_false(report.races[0].access[0].known);
  assert_int_equal(report.races[0].access[1].line, 20);
  omen_report_text(&report, false, &text);
  assert_non_null(strstr(text.data, "thread 1: something"));
  omen_buf_release(&text);
  omen_report_release(&report);
  finish(&r);
}

static void any_bytes_are_survived(void **state) {
  char dir[] = "/tmp/omen-report.XXXXXX";
  struct omen_recording r;
  begin(&r, dir);
  unsigned long long x = 88172645463325252ull;
  for (int round = 0; round < 1000; round++) {
    const struct file *f = &files[(unsigned)round % NFILES];
    char *bytes = omen_xmalloc(f->n);
    memcpy(bytes, f->data, f->n);
    for (int i = 0; i < 1 + round % 5; i++) {
      x ^= x << 13, x ^= x >> 7, x ^= x << 17;
      bytes[x % f->n] = (char)(x >> 40);
    }
    put(&r, f->name, bytes, round % 3 ? f->n : x % (f->n + 1));
    free(bytes);
    struct omen_report report;
    struct omen_err err = {0};
    struct omen_buf out = {0};
    if (!omen_report_build(&report, &r, NULL, &err)) {
      omen_report_text(&report, true, &out);
      omen_report_json(&report, &out);
      omen_report_release(&report);
    } else {
      assert_true(err.msg[0] != 0);
    }
    omen_buf_release(&out);
    put(&r, f->name, f->data, f->n);
  }
  finish(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(races_become_text_and_json),
      cmocka_unit_test(without_the_watch_pass_half_is_shown),
      cmocka_unit_test(any_bytes_are_survived),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
