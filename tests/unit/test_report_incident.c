/* report/: incidents in every form, on reports made by hand: what the text leads with, what counts, what a
 * baseline and suppressions know; and reports in which nothing is known, or every text is strange. */
/* rooms: report, quick */
#include "report/baseline.h"
#include "report/gate.h"
#include "report/html.h"
#include "report/incident_words.h"
#include "report/suppress.h"
#include "report/write.h"
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* T2 looks whether there is room, T1 counts, T2 writes behind the array. */
static struct omen_frame frames[] = {
    {.function = "append", .file = "list.c", .path = "/x/list.c", .line = 12, .module = "list"}};
static struct omen_shown_step steps[] = {
    {.thread = 2, .to = -1, .does = "reads", .value = "3", .at = {"append", "list.c", "/x/list.c", 11}},
    {.thread = 2, .to = 1, .does = "is stopped", .chosen = true, .at = {"append", "list.c", "/x/list.c", 12}},
    {.thread = 1, .to = -1, .does = "writes", .value = "4", .at = {"append", "list.c", "/x/list.c", 13}},
    {.thread = 1, .to = 2, .does = "ends"},
};
static struct omen_shown shown = {
    .alternate = true,
    .steps = steps,
    .nsteps = 4,
    .decided = 5,
    .matter = 1,
    .end = {.how = OMEN_END_SIGNAL, .status = 11, .thread = 2, .stack = {frames, 1}},
    .other = {.how = OMEN_END_EXIT, .thread = -1}};

#define SIDE(thread_, write_, line_)                                                                         \
  {.thread = thread_, .write = write_, .at = {"append", "list.c", "/x/list.c", line_}, .text = "length"}

struct made {
  struct omen_caused_pair pairs[2];
  struct omen_report_incident incidents[2];
  struct omen_race races[3];
  struct omen_report r;
};

static struct omen_access access_at(int thread, bool write, int line) {
  return (struct omen_access){.known = true,
                              .thread = thread,
                              .write = write,
                              .size = 4,
                              .function = "append",
                              .file = "list.c",
                              .path = "/x/list.c",
                              .line = line,
                              .stack = {frames, 1}};
}

/* A race that causes it, a harmless one, and one that was not judged. */
static void make(struct made *m) {
  *m = (struct made){
      .pairs = {
          {.race = "aaaaaaaaaaaa", .variable = "length", .side = {SIDE(2, false, 11), SIDE(1, true, 13)}},
          {.race = "aaaaaaaaaaaa", .variable = "length", .side = {SIDE(1, true, 13), SIDE(2, false, 12)}}}};
  m->incidents[0] =
      (struct omen_report_incident){.id = "i0000beef",
                                    .consequence = OMEN_CONSEQUENCE_CRASH,
                                    .what = "the program dies of signal 11",
                                    .at = {"append", "list.c", "/x/list.c", 12},
                                    .runs = 4,
                                    .confirmed = true,
                                    .cause = OMEN_CAUSE_RACE,
                                    .tested = true,
                                    .enough = 0,
                                    .because = "only because T2 read `length` at list.c:11 before T1 "
                                               "wrote it at list.c:13",
                                    .pairs = m->pairs,
                                    .npairs = 2,
                                    .replay = "omen replay r --incident i0000beef",
                                    .prevented = "omen replay r --incident i0000beef --prevented",
                                    .shown = &shown};
  m->races[0] = (struct omen_race){.id = "aaaaaaaaaaaa",
                                   .schedulable = true,
                                   .verdict = {.class = OMEN_CLASS_SPEC_VIOLATED,
                                               .consequence = OMEN_CONSEQUENCE_CRASH,
                                               .proof = OMEN_PROOF_REPLAYED,
                                               .what = "dies",
                                               .replay = "omen replay r --race aaaaaaaaaaaa",
                                               .incident = "i0000beef",
                                               .shown = &shown},
                                   .location = {.name = "length", .size = 4, .thread = -1},
                                   .access = {access_at(1, true, 13), access_at(2, false, 11)}};
  m->races[1] = (struct omen_race){
      .id = "cccccccccccc",
      .schedulable = true,
      .verdict = {.class = OMEN_CLASS_K_WITNESS, .proof = OMEN_PROOF_EXPLORED, .what = "alike"},
      .location = {.name = "calm", .size = 4, .thread = -1},
      .access = {access_at(1, true, 3), access_at(2, false, 4)}};
  m->races[2] = (struct omen_race){.id = "bbbbbbbbbbbb",
                                   .schedulable = true,
                                   .verdict = {.class = OMEN_CLASS_UNKNOWN,
                                               .proof = OMEN_PROOF_TIMEOUT,
                                               .not_judged = "its replays diverged"},
                                   .location = {.name = "odd", .size = 4, .thread = -1},
                                   .access = {access_at(1, true, 5), access_at(2, false, 6)}};
  m->r = (struct omen_report){.recording = "r",
                              .width = 200, /* no line is broken */
                              .strategy = "run",
                              .watched = true,
                              .races = m->races,
                              .nraces = 3,
                              .incidents = m->incidents,
                              .nincidents = 1};
}

static char *text_of(const struct omen_report *r) {
  struct omen_buf out = {0};
  omen_report_text(r, true, &out);
  return out.data;
}

static void has(const char *text, const char *part) {
  if (strstr(text, part)) return;
  fprintf(stderr, "%s\n", text);
  fail_msg("no '%s'", part);
}
static void has_not(const char *text, const char *part) {
  if (!strstr(text, part)) return;
  fprintf(stderr, "%s\n", text);
  fail_msg("'%s' is there", part);
}
/* Each comes behind the one before. */
static void in_order(const char *text, const char *const *parts) {
  for (const char *at = text; *parts; parts++) {
    const char *found = strstr(at, *parts);
    if (!found) {
      fprintf(stderr, "%s\n", text);
      fail_msg("no '%s' behind the others", *parts);
    }
    at = found + 1;
  }
}

/* ---- the text ---- */

static void the_text_leads_with_incidents(void **state) {
  struct made m;
  make(&m);
  char *text = text_of(&m.r);
  in_order(text,
           (const char *const[]){
               "==================\nCRASH: at list.c:12 in append  [incident i0000beef]\n"
               "  The program dies of signal 11 (Segmentation fault) at address 0x0, in thread T2:\n",
               "  The order that does it:\n    T2 ", "list.c:11    (reads 3) ",
               "(is stopped before list.c:12)", "| list.c:13    (writes 4)", "<- signal 11",
               "    1 switch of the scheduler matters (others were left out).\n",
               "  It happens only because T2 read `length` at list.c:11 before T1 wrote it at list.c:13 "
               "(data race).\n",
               "  Race aaaaaaaaaaaa on `length`, in this order:\n    T2   reads   list.c:11  \n    T1   "
               "writes  list.c:13  \n"
               "    T2   reads   list.c:12",
               "  Tested: with any of these orders reversed, and the rest as it was, it does not happen.",
               "  Needed, not enough: the recorded schedule with nothing but them changed does not fail.\n",
               "  What would prevent it: T2's accesses to `length` at list.c:11 and list.c:12 in one "
               "critical section,",
               "  See it happen:  omen replay r --incident i0000beef   (--gdb: in gdb)\n",
               "  See it prevented:  omen replay r --incident i0000beef --prevented\n",
               "==================\nCRASH: race on `length`  [race aaaaaaaaaaaa]\n  It causes incident "
               "i0000beef, above.\n"
               "WARNING: ThreadSanitizer: data race (pid=1)\n",
               "==================\nNOT JUDGED: race on `odd`  [race bbbbbbbbbbbb]\n  Not judged: its "
               "replays diverged.\n",
               "==================\nHARMLESS, as far as tried: race on `calm`  [race cccccccccccc]\n",
               "SUMMARY: 1 incident, 3 data races: 1 spec-violated, 1 k-witness-harmless, 1 not judged\n",
               NULL});
  has_not(text, "--race aaaaaaaaaaaa"); /* one mistake is one entry */
  free(text);
  m.races[0].verdict.incident = NULL; /* it has evidence of its own, and is a cause of the same */
  text = text_of(&m.r);
  has(text, "  It causes incident i0000beef, above.  By itself:  omen replay r --race aaaaaaaaaaaa\n");
  free(text);
  m.races[0].verdict.consequence =
      OMEN_CONSEQUENCE_DEADLOCK; /* it does something else as well: at full length */
  text = text_of(&m.r);
  has(text, "DEADLOCK: race on `length`");
  has_not(text, "It causes incident");
  free(text);
  m.incidents[0].mark.suppressed = "s.txt:1";
  text = text_of(&m.r);
  has_not(text, "i0000beef");
  has(text, "SUMMARY: 3 data races");
  free(text);
}

/* What another incident of the same races is told of stays short, unless each is asked for. */
static void one_mistake_is_told_once(void **state) {
  struct made m;
  make(&m);
  m.incidents[1] = m.incidents[0];
  strcpy(m.incidents[1].id, "i0000dead");
  m.incidents[1].replay = "omen replay r --incident i0000dead";
  m.r.nincidents = 2;
  char *text = text_of(&m.r);
  in_order(text,
           (const char *const[]){"[incident i0000beef]", "The order that does it", "[incident i0000dead]",
                                 "  The same mistake as incident i0000beef, told above (--all",
                                 "  See it happen:  omen replay r --incident i0000dead\n", NULL});
  has_not(strstr(text, "[incident i0000dead]"), "The order that does it");
  free(text);
  struct omen_buf out = {0};
  omen_report_text(&m.r, OMEN_TEXT_EACH, &out);
  has(strstr(out.data, "[incident i0000dead]"), "The order that does it");
  omen_buf_release(&out);
  struct omen_caused_pair other = m.pairs[0]; /* another variable is another mistake */
  other.variable = "calm";
  m.incidents[1].pairs = &other;
  m.incidents[1].npairs = 1;
  text = text_of(&m.r);
  has(strstr(text, "[incident i0000dead]"), "The order that does it");
  has_not(text, "The same mistake");
  free(text);
}

static void causes_are_told_by_their_kind(void **state) {
  struct made m;
  make(&m);
  struct omen_report_incident *i = &m.incidents[0];
  m.r.nraces = 0;
  for (int k = 0; k < 2; k++) m.pairs[k].region = true, m.pairs[k].race = NULL, m.pairs[k].variable = "lock";
  i->cause = OMEN_CAUSE_ATOMICITY;
  i->enough = 1;
  char *text = text_of(&m.r);
  has(text, "(atomicity violation).\n  Regions of `lock`, in this order:\n    T2   takes   list.c:11");
  has(text, "T2's regions of `lock` at list.c:11 and list.c:12 in one critical section, and T1's");
  has(text, "  Enough: the");
  has(text, "SUMMARY: 1 incident\n");
  free(text);
  i->further = 1;
  text = text_of(&m.r);
  has(text, "reversed it does not happen, but something else goes wrong; with 1 further order"
            " reversed, nothing does.\n");
  has_not(text, "and the rest as it was");
  free(text);
  i->cause = OMEN_CAUSE_ORDER;
  i->npairs = 1;
  i->enough = -1;
  i->tested = false;
  text = text_of(&m.r);
  has(text,
      "T1's region at list.c:13 always before T2's region at list.c:11 (join, or wait for a condition).");
  has(text, "Not tested: no run with that order reversed could be made.\n");
  has_not(text, "nough");
  free(text);
  i->cause = OMEN_CAUSE_UNKNOWN;
  i->npairs = 0;
  i->because = i->prevented = NULL;
  text = text_of(&m.r);
  has(text, "  Cause not found.\n  No order was found without which it would not happen.\n");
  has_not(text, "prevent");
  free(text);
  i->confirmed = false;
  text = text_of(&m.r);
  has(text, "  The program dies of signal 11.\n  It was seen in 4 explorations, but not again in a fresh "
            "process: not judged.\n");
  has(text, "SUMMARY: 1 incident that did not show again\n");
  free(text);
}

/* ---- what counts ---- */

static void incidents_count(void **state) {
  struct made m;
  struct omen_gate g;
  struct omen_err err;
  make(&m);
  m.r.races++; /* without the one that is harmful itself */
  m.r.nraces--;
  static const struct {
    const char *words;
    bool counts;
  } cases[] = {{"harmful", true},   {"any", true},           {"crash", true},
               {"deadlock", false}, {"spec-violated", true}, {"output-differs", false},
               {"never", false},    {"new-harmful", true}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    assert_int_equal(omen_gate_parse(&g, cases[k].words, &err), 0);
    if (omen_gate_incident(&g, &m.incidents[0]) != cases[k].counts) fail_msg("%s", cases[k].words);
    assert_int_equal(omen_gate_not_judged(&g, &m.r), g.never ? 0 : 1);
  }
  assert_int_equal(omen_gate_parse(&g, "harmful", &err), 0);
  assert_int_equal(omen_gate_count(&g, &m.r), 1);
  m.incidents[0].mark.known = true;
  assert_int_equal(omen_gate_count(&g, &m.r), 0);
  m.incidents[0].mark = (struct omen_mark){0};
  m.incidents[0].confirmed = false;
  assert_int_equal(omen_gate_count(&g, &m.r), 0);
  assert_int_equal(omen_gate_not_judged(&g, &m.r), 2);
  m.races[2].mark.suppressed = m.incidents[0].mark.suppressed = "s.txt:1";
  assert_int_equal(omen_gate_not_judged(&g, &m.r), 0);
}

static void a_baseline_knows_incidents(void **state) {
  struct made m;
  struct omen_baseline b = {.there = true};
  struct omen_baseline_change c;
  struct omen_buf text = {0};
  make(&m);
  omen_baseline_mark(&b, &m.r);
  assert_int_equal(m.incidents[0].mark.baseline, OMEN_BASELINE_NEW);
  omen_baseline_update(&b, &m.r, false, &c);
  assert_true(!b.incidents.n && !c.added); /* nothing comes in by itself */
  omen_baseline_update(&b, &m.r, true, &c);
  assert_true(b.incidents.n == 1 && c.added == 4);
  omen_baseline_write(&b, &text);
  has(text.data, "\"incidents\": [\n    {\"id\": \"");
  has(text.data, "\"consequence\": \"crash\", \"location\": \"append\"}");
  char path[] = "/tmp/omen-baseline-XXXXXX";
  int fd = mkstemp(path);
  assert_int_equal(write(fd, text.data, text.len), (ssize_t)text.len);
  close(fd);
  omen_baseline_release(&b);
  struct omen_err err = {0};
  if (omen_baseline_read(&b, path, &err)) fail_msg("%s", err.msg);
  unlink(path);
  strcpy(m.incidents[0].id, "i11111111"); /* another build: other addresses, and other lines */
  m.incidents[0].at.line = frames[0].line = 40;
  omen_baseline_mark(&b, &m.r);
  frames[0].line = 12;
  assert_true(m.incidents[0].mark.known && m.incidents[0].mark.baseline == OMEN_BASELINE_UNCHANGED);
  m.incidents[0].consequence = OMEN_CONSEQUENCE_DEADLOCK;
  omen_baseline_mark(&b, &m.r);
  assert_true(!m.incidents[0].mark.known);
  m.incidents[0].consequence = OMEN_CONSEQUENCE_CRASH;
  /* A race that was not judged stays as it was. */
  b.races.v[1].class = OMEN_CLASS_SPEC_VIOLATED;
  assert_string_equal(b.races.v[1].id, "bbbbbbbbbbbb");
  omen_baseline_mark(&b, &m.r);
  assert_true(m.races[2].mark.known);
  m.incidents[0].confirmed = false; /* and so does an incident that was seen only once this time */
  omen_baseline_update(&b, &m.r, false, &c);
  assert_int_equal(b.races.v[1].class, OMEN_CLASS_SPEC_VIOLATED);
  assert_true(b.incidents.n == 1 && !c.dropped);
  m.r.nincidents = 0;
  omen_baseline_update(&b, &m.r, false, &c);
  assert_true(!b.incidents.n && c.dropped == 1);
  omen_baseline_release(&b);
  omen_buf_release(&text);
}

static void read_baseline(struct omen_baseline *b, const char *text) {
  char path[] = "/tmp/omen-baseline-XXXXXX";
  int fd = mkstemp(path);
  struct omen_err err = {0};
  assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
  close(fd);
  if (omen_baseline_read(b, path, &err)) fail_msg("%s", err.msg);
  unlink(path);
}

static void a_baseline_of_the_time_before(void **state) {
  struct made m;
  struct omen_baseline b;
  make(&m);
  read_baseline(&b, "{\"version\": 1, \"races\": [{\"id\": \"aaaaaaaaaaaa\", \"class\": \"spec-violated\", "
                    "\"consequence\": \"crash\"}], \"failures\": []}");
  omen_baseline_mark(&b, &m.r);
  assert_true(m.incidents[0].mark.known);
  omen_baseline_release(&b);
  read_baseline(
      &b, "{\"version\": 1, \"races\": [{\"id\": \"aaaaaaaaaaaa\", \"class\": \"k-witness-harmless\"}]}");
  omen_baseline_mark(&b, &m.r);
  assert_false(m.incidents[0].mark.known);
  omen_baseline_release(&b);
  read_baseline(&b, "{\"version\": 1, \"incidents\": [], \"races\": [{\"id\": \"aaaaaaaaaaaa\", \"class\": "
                    "\"spec-violated\", \"consequence\": \"crash\"}]}");
  omen_baseline_mark(&b, &m.r);
  assert_false(m.incidents[0].mark.known);
  omen_baseline_release(&b);
}

/* ---- suppressions ---- */

static void read_suppressions(struct omen_suppressions *s, const char *text) {
  char path[] = "/tmp/omen-suppressions-XXXXXX";
  int fd = mkstemp(path);
  struct omen_err err = {0};
  assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
  close(fd);
  if (omen_suppressions_read(s, path, "2026-01-01", &err)) fail_msg("%s", err.msg);
  unlink(path);
}

static bool hides(struct omen_report *r, const char *line) {
  struct omen_suppressions s = {0};
  read_suppressions(&s, line);
  omen_suppressions_mark(&s, r);
  bool hidden = r->incidents[0].mark.suppressed != NULL;
  if (hidden && !s.v[0].hits) fail_msg("'%s' is not counted", line);
  omen_suppressions_release(&s);
  return hidden;
}

static void suppressions_know_incidents(void **state) {
  struct made m;
  make(&m);
  assert_true(hides(&m.r, "incident:^append$"));
  assert_true(m.races[0].mark.suppressed && !m.races[1].mark.suppressed); /* the race has no other evidence */
  assert_true(hides(&m.r, "incident:list.c"));
  assert_true(hides(&m.r, "incident:i0000beef"));
  assert_true(hides(&m.r, "class:crash"));
  assert_true(hides(&m.r, "class:spec-violated"));
  assert_true(hides(&m.r, "race_id:aaaaaaaaaaaa")); /* all that causes it */
  assert_true(hides(&m.r, "race:^append$"));
  assert_false(hides(&m.r, "race_id:cccccccccccc"));
  assert_false(hides(&m.r, "incident:^other$"));
  assert_false(hides(&m.r, "deadlock:append"));
  assert_false(hides(&m.r, "incident:append expires=2025-01-01"));
  m.pairs[1].race = NULL; /* one that the report does not have: by its own places */
  m.pairs[1].variable = "count";
  assert_false(hides(&m.r, "race_id:aaaaaaaaaaaa"));
  assert_true(hides(&m.r, "race_id:aaaaaaaaaaaa\nrace:^count$"));
  m.pairs[1].region = true;
  assert_false(hides(&m.r, "race_id:aaaaaaaaaaaa\nrace:^count$"));
  make(&m); /* with one incident goes its race, and not another incident of that race */
  m.incidents[1] = m.incidents[0];
  strcpy(m.incidents[1].id, "i22222222");
  m.r.nincidents = 2;
  assert_true(hides(&m.r, "incident:i0000beef"));
  assert_true(m.races[0].mark.suppressed && !m.incidents[1].mark.suppressed);
}

static void what_is_suggested_suppresses(void **state) {
  struct made m;
  struct omen_buf text = {0};
  make(&m);
  m.incidents[0].what = "two\nlines";
  omen_suppressions_suggest(&m.r, &text);
  has(text.data, "\n# Crash at list.c:12 in append: two lines. It happens only because");
  char *line = strstr(text.data, "\nincident:^");
  assert_non_null(line);
  strcpy(m.incidents[0].id, "i33333333"); /* another build */
  char *copy = omen_format("%.*s", (int)strcspn(line + 1, "\n"), line + 1);
  assert_true(hides(&m.r, copy));
  free(copy);
  omen_buf_release(&text);
}

/* ---- the other forms ---- */

static json_t *sarif_of(const struct omen_report *r) {
  struct omen_buf out = {0};
  omen_report_sarif(r, &out);
  json_t *o = json_loadb(out.data, out.len, 0, NULL);
  assert_non_null(o);
  omen_buf_release(&out);
  return o;
}

static const char *string_of(json_t *o, const char *key) {
  return json_string_value(json_object_get(o, key));
}

static void sarif_has_them(void **state) {
  struct made m;
  make(&m);
  json_t *log = sarif_of(&m.r), *run = json_array_get(json_object_get(log, "runs"), 0);
  json_t *results = json_object_get(run, "results"), *first = json_array_get(results, 0);
  assert_int_equal(json_array_size(results), 4);
  assert_string_equal(string_of(first, "ruleId"), "incident");
  json_t *rules = json_object_get(json_object_get(json_object_get(run, "tool"), "driver"), "rules");
  json_int_t index = json_integer_value(json_object_get(first, "ruleIndex"));
  assert_string_equal(string_of(json_array_get(rules, (size_t)index), "id"), "incident");
  has(string_of(json_object_get(first, "message"), "text"),
      "What would prevent it: T2's accesses to `length`");
  assert_int_equal(json_array_size(json_object_get(first, "relatedLocations")), 4);
  assert_int_equal(json_array_size(json_object_get(first, "codeFlows")), 1); /* the other run has no steps */
  has(string_of(json_object_get(first, "properties"), "prevented"), "--prevented");
  assert_string_equal(string_of(json_array_get(results, 3), "ruleId"), "not-judged");
  json_decref(log);
}

static void junit_and_markdown_have_them(void **state) {
  struct made m;
  struct omen_gate g;
  struct omen_err err;
  struct omen_buf out = {0};
  make(&m);
  m.incidents[1] =
      (struct omen_report_incident){.id = "i44444444", .runs = 1, .consequence = OMEN_CONSEQUENCE_OVERFLOW};
  m.r.nincidents = 2;
  assert_int_equal(omen_gate_parse(&g, "harmful", &err), 0);
  omen_report_junit(&m.r, &g, &out);
  has(out.data, "tests=\"5\" failures=\"2\" errors=\"2\" skipped=\"0\"");
  has(out.data, "<testcase name=\"incident i0000beef\"");
  has(out.data, "<failure type=\"crash\"");
  has(out.data, "<error type=\"overflow\"");
  has(out.data, "<error type=\"not-judged\"");
  omen_buf_release(&out);
  omen_report_markdown(&m.r, &g, &out);
  has(out.data, "2 incidents, 3 data races, 0 failures of the run itself; 2 count. 2 could not be judged.");
  has(out.data, "| **fails** | incident: crash | `length` | Crash at list.c:12 in append");
  has(out.data, "| | not judged | `odd` |");
  omen_buf_release(&out);
  assert_int_equal(omen_gate_parse(&g, "unclassified", &err), 0); /* asked for: a failure, and so no error */
  omen_report_junit(&m.r, &g, &out);
  has(out.data, "failures=\"1\" errors=\"1\"");
  omen_buf_release(&out);
}

/* All forms, of anything: nothing but what must be there, and strings that no form may trip over. */
static void all_forms(struct omen_report *r) {
  struct omen_gate g;
  struct omen_err err;
  struct omen_buf out[5] = {0};
  assert_int_equal(omen_gate_parse(&g, "any", &err), 0);
  omen_report_text(r, true, &out[0]);
  omen_report_junit(r, &g, &out[1]);
  omen_report_markdown(r, &g, &out[2]);
  omen_suppressions_suggest(r, &out[3]);
  omen_report_html(r, &out[4]);
  json_decref(sarif_of(r));
  for (int i = 0; i < 5; i++) {
    assert_true(out[i].len && strlen(out[i].data) == out[i].len);
    omen_buf_release(&out[i]);
  }
}

static void anything_goes(void **state) {
  static const char odd[] = "\xff\xc3(<&\"'|`*\n\x01%s</script>]]>\xe2\x82";
  struct omen_caused_pair pairs[2] = {{.side = {{.thread = -1}}}, {.region = true}};
  struct omen_shown nothing = {.end = {.how = OMEN_END_UNKNOWN, .thread = -1}, .other = {.thread = -1}};
  struct omen_report_incident i = {.id = "", .confirmed = true};
  struct omen_report r = {.recording = "", .incidents = &i, .nincidents = 1};
  for (int cause = 0; cause < OMEN_CAUSE_COUNT; cause++)
    for (int what = 0; what < OMEN_CONSEQUENCE_COUNT; what++) {
      i = (struct omen_report_incident){.id = "i", .confirmed = true, .cause = (enum omen_cause_kind)cause};
      i.consequence = (enum omen_consequence)what;
      all_forms(&r);
      i.pairs = pairs;
      i.npairs = 2;
      i.shown = &nothing;
      all_forms(&r);
      i.confirmed = false;
      all_forms(&r);
    }
  struct made m;
  make(&m);
  struct omen_report_incident *one = &m.incidents[0];
  strcpy(one->id, "i\xff<&");
  one->what = one->because = one->replay = one->prevented = odd;
  one->at = (struct omen_where){odd, odd, odd, 3};
  for (int k = 0; k < 2; k++) m.pairs[k].variable = m.pairs[k].race = odd, m.pairs[k].side[k].at = one->at;
  m.races[2].verdict.not_judged = m.races[0].verdict.incident = odd;
  all_forms(&m.r);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_text_leads_with_incidents),
                                     cmocka_unit_test(one_mistake_is_told_once),
                                     cmocka_unit_test(causes_are_told_by_their_kind),
                                     cmocka_unit_test(incidents_count),
                                     cmocka_unit_test(a_baseline_knows_incidents),
                                     cmocka_unit_test(a_baseline_of_the_time_before),
                                     cmocka_unit_test(suppressions_know_incidents),
                                     cmocka_unit_test(what_is_suggested_suppresses),
                                     cmocka_unit_test(sarif_has_them),
                                     cmocka_unit_test(junit_and_markdown_have_them),
                                     cmocka_unit_test(anything_goes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
