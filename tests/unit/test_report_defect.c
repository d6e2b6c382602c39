/* Defects from the lines of an outcome to words, text and JSON, and back; any bytes are survived. */
/* rooms: report record, quick */
#include "record/defect_words.h"
#include "report/defect.h"
#include "report/verdict_json.h"
#include "report/write.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char outcome[] =
    "end exit 0\ncounter events 9\nthread 0 -1 run pcs \nthread 1 0 done pcs 0x10\nthread 2 0 done pcs 0x10\n"
    "defect 0 use-after-free 2 1 0x5008 4 w heap 0x5000 40 pcs 0x100,0x200\n"
    "made 0 0 pcs 0x30\n"
    "gone 0 1 pcs 0x40,0x41\n"
    "defect 1 out-of-bounds 1 0 0x6028 4 r heap 0x6000 40 pcs 0x100\n"
    "made 1 0 pcs 0x30\n"
    "defect 2 double-free 0 4294967295 0x7000 0 - heap 0x7000 16 pcs 0x50\n"
    "defect 3 invariant 1 1 0x8000 4 w - 0x2 0 pcs 0x60\n"
    "says 3 count >= 0: count is -1\n"
    "defect 4 deadlock 1 4294967295 0x0 0 - - 0x0 0 pcs 0x70\n"
    "waits 4 1 mutex 0x9000 2 pcs 0x70\n"
    "holds 4 2 mutex 0x9000 pcs 0x71\n"
    "defect 5 out-of-bounds 1 0 0x7ff10 1 w stack 0x7ff00 16 pcs 0x100\n"
    "says 5 variable room of filler\n";
static const char sites[] = "omen-sites\t1\tprog\n"
                            "s\t0\tr\t4\ta.c\t10\t3\tfirst\tfirst\t\tobj->refs\t-1\n"
                            "s\t1\tw\t4\ta.c\t20\t5\tsecond\tsecond\t\tobj->refs\t-1\n";

static void put(const struct omen_recording *r, const char *name, const void *data, size_t n) {
  char *path = omen_format("%s/%s", r->dir, name);
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  assert_int_equal(fwrite(data, 1, n, f), n);
  assert_int_equal(fclose(f), 0);
  free(path);
}

static void begin(struct omen_recording *r, char *dir, const char *text, size_t n) {
  char *argv[] = {"./prog", NULL}, *env[] = {NULL};
  assert_non_null(mkdtemp(dir));
  *r = (struct omen_recording){.dir = omen_xstrdup(dir)};
  r->manifest.argv = omen_strings_copy(argv);
  r->manifest.env = omen_strings_copy(env);
  r->manifest.program = omen_xstrdup("/x/prog");
  r->manifest.recording = omen_xstrdup("/x/rec");
  put(r, "outcome", text, n);
  put(r, "program.sites", sites, sizeof sites - 1);
}

static void finish(struct omen_recording *r) {
  omen_rmtree(r->dir);
  omen_recording_release(r);
}

#define HAS(text, part) assert_non_null(strstr(text, part))
static const char *word(json_t *o, const char *key) { return json_string_value(json_object_get(o, key)); }

static void findings_in_text_and_json(void **unused) {
  char dir[] = "/tmp/omen-defect.XXXXXX";
  struct omen_recording r;
  struct omen_report report;
  struct omen_err err = {0};
  struct omen_buf text = {0}, json = {0};
  begin(&r, dir, outcome, sizeof outcome - 1);
  if (omen_report_build(&report, &r, NULL, &err)) fail_msg("%s", err.msg);
  assert_int_equal(report.ndefects, 6);
  assert_int_equal(report.nfindings, 6);
  omen_report_add_failure(&report, "my rec"); /* the run itself did not fail */
  assert_int_equal(report.nfindings, 6);
  assert_string_equal(report.findings[0].replay, "omen replay 'my rec'");
  omen_report_text(&report, false, &text);
  HAS(text.data, "ERROR: heap use after free: write of 4 bytes in thread T2 at a.c:20 (second)\n");
  HAS(text.data, "That is 8 bytes inside a block of 40 bytes, which begins at 0x5000.\n");
  HAS(text.data, "It was allocated by the main thread:\n");
  HAS(text.data, "and freed by thread T1:\n");
  HAS(text.data, "ERROR: heap buffer overflow: read of 4 bytes in thread T1 at a.c:10 (first)\n");
  HAS(text.data, "That is 0 bytes after a block of 40 bytes");
  HAS(text.data, "ERROR: double free in the main thread");
  HAS(text.data, "ERROR: invariant: write of 4 bytes in thread T1 at a.c:20 (second)\n");
  HAS(text.data, "  count >= 0: count is -1\n");
  HAS(text.data, "0 bytes after the local variable `room` of filler (16 bytes)");
  HAS(text.data, "ERROR: deadlock in thread T1");
  HAS(text.data, "Thread T1 waits for mutex `0x9000`, held by thread T2:");
  HAS(text.data, "Thread T2 holds mutex `0x9000`, taken at:");
  HAS(text.data,
      "SUMMARY: 6 defects: 1 use-after-free, 2 out-of-bounds, 1 double-free, 1 invariant, 1 deadlock\n");
  omen_report_json(&report, &json);
  json_t *o = json_loads(json.data, 0, NULL), *list = json_object_get(o, "findings"),
         *one = json_array_get(list, 0);
  assert_int_equal(json_array_size(list), 6);
  assert_string_equal(word(one, "consequence"), "use-after-free");
  assert_string_equal(word(one, "kind"), "use-after-free");
  assert_string_equal(word(one, "file"), "a.c");
  assert_string_equal(word(one, "op"), "write");
  assert_int_equal(json_integer_value(json_object_get(one, "line")), 20);
  assert_int_equal(json_integer_value(json_object_get(one, "thread")), 2);
  json_t *object = json_object_get(one, "object");
  assert_string_equal(word(object, "place"), "heap");
  assert_int_equal(json_integer_value(json_object_get(object, "offset")), 8);
  assert_int_equal(json_integer_value(json_object_get(json_object_get(object, "freed"), "thread")), 1);
  assert_string_equal(word(json_array_get(list, 1), "consequence"), "overflow");
  assert_string_equal(word(json_array_get(list, 3), "says"), "count >= 0: count is -1");
  assert_int_equal(json_array_size(json_object_get(json_array_get(list, 4), "waits")), 1);
  json_decref(o);
  omen_buf_release(&text);
  omen_buf_release(&json);
  omen_report_release(&report);
  finish(&r);
}

/* What evidence.json has of a defect gives the same again. */
static void there_and_back(void **unused) {
  char dir[] = "/tmp/omen-defect.XXXXXX";
  struct omen_recording r;
  struct omen_report report;
  struct omen_err err = {0};
  begin(&r, dir, outcome, sizeof outcome - 1);
  if (omen_report_build(&report, &r, NULL, &err)) fail_msg("%s", err.msg);
  for (size_t i = 0; i < report.ndefects; i++) {
    json_t *first = json_object(), *second = json_object();
    omen_defect_to_json(first, report.defects[i]);
    struct omen_report_defect *d = omen_defect_from_json(&report, first);
    assert_non_null(d);
    assert_true(omen_defect_same(d, report.defects[i]));
    assert_string_equal(d->act, report.defects[i]->act);
    assert_string_equal(d->hit, report.defects[i]->hit);
    omen_defect_to_json(second, d);
    if (!json_equal(first, second)) fail_msg("%s\n%s", json_dumps(first, 0), json_dumps(second, 0));
    omen_defect_release(d);
    json_decref(first);
    json_decref(second);
  }
  assert_null(omen_defect_from_json(&report, NULL));
  struct omen_report_defect other = *report.defects[3]; /* another invariant, broken by the same access */
  other.base = 3;
  assert_false(omen_defect_same(&other, report.defects[3]));
  omen_report_release(&report);
  finish(&r);
}

/* A verdict that was kept, as text: the heading by consequence, what happens first. */
static void race_with_a_defect(void **unused) {
  static const char kept[] = "{\"class\":\"spec-violated\",\"consequence\":\"%s\",\"proof\":\"replayed\","
                             "\"what\":\"w\",\"schedules\":6,"
                             "\"evidence\":{\"replay\":\"omen replay "
                             "R\",\"order\":\"alternate\",\"end\":{\"how\":\"defect\",\"defect\":"
                             "{\"kind\":\"%s\",\"title\":\"a "
                             "title\",\"thread\":2,\"op\":\"write\",\"size\":1,\"file\":\"a.c\",\"line\":7,"
                             "\"stack\":[],\"object\":{\"place\":\"heap\",\"size\":8,\"where\":\"1 byte "
                             "after a block of 8 bytes\"}}},"
                             "\"other_end\":{\"how\":\"exit\",\"status\":0}}}";
  static const char *const titles[][3] = {{"overflow", "out-of-bounds", "OVERFLOW: "},
                                          {"use-after-free", "use-after-return", "USE AFTER FREE: "},
                                          {"double-free", "double-free", "DOUBLE FREE: "},
                                          {"invalid-free", "invalid-free", "INVALID FREE: "},
                                          {"misuse", "join-twice", "MISUSE: "},
                                          {"invariant", "invariant", "BROKEN INVARIANT: "},
                                          {"assertion", "check", "CHECK FAILED: "},
                                          {"undefined", "division", "UNDEFINED: "},
                                          {"deadlock", "deadlock", "DEADLOCK: "}};
  for (size_t i = 0; i < sizeof titles / sizeof *titles; i++) {
    struct omen_report report = {0};
    struct omen_race race = {.id = "1234", .severity = 4, .location.name = "box"};
    struct omen_buf text = {0};
    char *json = omen_format(kept, titles[i][0], titles[i][1]);
    json_t *o = json_loads(json, 0, NULL);
    assert_non_null(o);
    assert_true(omen_verdict_from_json(&report, o, &race.verdict));
    report.races = &race;
    report.nraces = 1;
    omen_report_text(&report, false, &text);
    assert_non_null(text.data);
    const char *heading = strstr(text.data, titles[i][2]);
    if (!heading) fail_msg("%s", text.data);
    HAS(heading, "race on `box`");
    HAS(heading, "  A title: write of 1 byte at 0x0 by thread T2:\n");
    HAS(heading, "That is 1 byte after a block of 8 bytes.\n");
    HAS(heading, "<- ");
    HAS(heading, "In the other order the program ends with status 0.");
    report.races = NULL;
    report.nraces = 0;
    omen_report_release(&report);
    omen_buf_release(&text);
    json_decref(o);
    free(json);
  }
}

static void where_it_hit(void **unused) {
  static const struct {
    uint64_t addr, len;
    const char *hit;
  } cases[] = {{0x100, 4, "at the start of X"},
               {0x104, 4, "4 bytes inside X"},
               {0x110, 4, "0 bytes after X"},
               {0x11c, 1, "12 bytes after X"},
               {0xff, 1, "1 byte before X"},
               {0xfc, 8, "4 bytes before X, reaching into it"},
               {0x10c, 8, "12 bytes inside X, reaching 4 bytes past its end"},
               {0x100, 17, "at the start of X, reaching 1 byte past its end"},
               {0, 1, "256 bytes before X"}};
  struct omen_out_defect d = {.kind = OMEN_DEFECT_OUT_OF_BOUNDS, .base = 0x100, .size = 16, .place = "heap"};
  char text[100];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    d.addr = cases[i].addr;
    d.len = cases[i].len;
    omen_defect_hit(&d, "X", text, sizeof text);
    assert_string_equal(text, cases[i].hit);
  }
  d.base = 8, d.size = UINT64_MAX, d.addr = UINT64_MAX, d.len = UINT64_MAX; /* any numbers */
  omen_defect_hit(&d, "X", text, sizeof text);
  d.place[0] = 0;
  omen_defect_hit(&d, "X", text, sizeof text);
  assert_string_equal(text, "");
}

static void any_bytes_are_survived(void **unused) {
  unsigned long long x = 88172645463325252ull;
  char bytes[sizeof outcome], dir[] = "/tmp/omen-defect.XXXXXX";
  struct omen_recording r;
  begin(&r, dir, outcome, sizeof outcome - 1);
  for (int round = 0; round < 1000; round++) {
    memcpy(bytes, outcome, sizeof bytes);
    for (int i = 0; i < 1 + round % 9; i++) {
      x ^= x << 13, x ^= x >> 7, x ^= x << 17;
      bytes[x % (sizeof bytes - 1)] =
          (char)(round & 1 ? x >> 32 : (unsigned long long)" 0159\nfxw-"[x >> 40 & 7]);
    }
    put(&r, "outcome", bytes, sizeof bytes - 1);
    struct omen_report report;
    struct omen_buf text = {0}, json = {0};
    struct omen_err err = {0};
    if (omen_report_build(&report, &r, NULL, &err)) continue;
    omen_report_text(&report, true, &text);
    omen_report_json(&report, &json);
    json_t *o = json_loads(json.data, 0, NULL), *one;
    assert_non_null(o);
    size_t i;
    json_array_foreach(json_object_get(o, "findings"), i, one)
        omen_defect_release(omen_defect_from_json(&report, one));
    json_decref(o);
    omen_buf_release(&text);
    omen_buf_release(&json);
    omen_report_release(&report);
  }
  finish(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(findings_in_text_and_json), cmocka_unit_test(there_and_back),
      cmocka_unit_test(race_with_a_defect),        cmocka_unit_test(where_it_hit),
      cmocka_unit_test(any_bytes_are_survived),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
