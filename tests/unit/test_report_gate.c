/* report/: patterns of suppressions, words of --fail-on, and the baseline's ratchet, on reports made by hand.
 */
/* rooms: report, quick */
#include "report/baseline.h"
#include "report/gate.h"
#include "report/suppress.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void test_patterns(void **state) {
  (void)state;
  static const struct {
    const char *pattern, *text;
    bool matches;
  } cases[] = {
      {"foo", "foo", true},       {"foo", "a foo b", true},     {"foo", "fo", false},
      {"^foo", "foobar", true},   {"^foo", "a foo", false},     {"foo$", "a foo", true},
      {"foo$", "foo a", false},   {"foo$", "foofoo", true},     {"^foo$", "foo", true},
      {"^foo$", "foofoo", false}, {"f*o", "fxxo", true},        {"^f*o$", "fxxo", true},
      {"^f*o$", "fxxoy", false},  {"*", "anything", true},      {"^*$", "x", true},
      {"a*b*c", "1a2b3c4", true}, {"a*b*c", "1a2c3b4", false},  {"^a*b*a$", "abaaba", true},
      {"$", "x", true},           {"a$b", "xa$b", true},        {"foo", "", false},
      {"foo", NULL, false},       {"*x*y*z$", "xyzxyxz", true},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    if (omen_suppression_matches(cases[i].pattern, cases[i].text) != cases[i].matches)
      fail_msg("'%s' and '%s'", cases[i].pattern, cases[i].text ? cases[i].text : "(none)");
  /* Many stars, long text: no exponential time. */
  char text[20001];
  memset(text, 'a', sizeof text - 1);
  text[sizeof text - 1] = 0;
  assert_false(omen_suppression_matches("^*a*a*a*a*a*a*a*a*a*a*b$", text));
}

static void test_words(void **state) {
  (void)state;
  struct omen_gate g;
  struct omen_err err;
  static const char *const bad[] = {"", ",", "harmful,", "harm", "never,any", "new-never", "new-", "Crash"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    if (!omen_gate_parse(&g, bad[i], &err)) fail_msg("'%s' is taken", bad[i]);
  struct omen_race crash = {.verdict = {.class = OMEN_CLASS_SPEC_VIOLATED,
                                        .consequence = OMEN_CONSEQUENCE_CRASH}},
                   benign = {.verdict = {.class = OMEN_CLASS_K_WITNESS}}, open = {0};
  assert_int_equal(omen_gate_parse(&g, "harmful", &err), 0);
  assert_true(omen_gate_race(&g, &crash) && !omen_gate_race(&g, &benign) && !omen_gate_race(&g, &open));
  assert_int_equal(omen_gate_parse(&g, "deadlock,k-witness-harmless", &err), 0);
  assert_true(!omen_gate_race(&g, &crash) && omen_gate_race(&g, &benign));
  assert_int_equal(omen_gate_parse(&g, "new-any", &err), 0);
  assert_true(g.fresh && omen_gate_race(&g, &crash) && omen_gate_race(&g, &open));
  crash.mark.known = true;
  open.mark.suppressed = "x";
  assert_true(!omen_gate_race(&g, &crash) && !omen_gate_race(&g, &open));
}

/* A baseline, by way of its file. */
static void again(struct omen_baseline *b) {
  char path[] = "/tmp/omen-baseline-XXXXXX";
  int fd = mkstemp(path);
  struct omen_buf text = {0};
  struct omen_err err = {0};
  omen_baseline_write(b, &text);
  assert_int_equal(write(fd, text.data, text.len), (ssize_t)text.len);
  close(fd);
  omen_baseline_release(b);
  if (omen_baseline_read(b, path, &err)) fail_msg("%s", err.msg);
  unlink(path);
  struct omen_buf second = {0};
  omen_baseline_write(b, &second);
  assert_string_equal(text.data, second.data);
  omen_buf_release(&text);
  omen_buf_release(&second);
}

static void test_ratchet(void **state) {
  (void)state;
  struct omen_race races[3] = {
      {.id = "b",
       .verdict = {.class = OMEN_CLASS_SPEC_VIOLATED, .consequence = OMEN_CONSEQUENCE_CRASH},
       .location = {.name = "x\"y"}},
      {.id = "a", .verdict = {.class = OMEN_CLASS_K_WITNESS}, .location = {.name = "y"}},
      {.id = "c",
       .verdict = {.class = OMEN_CLASS_OUTPUT_DIFFERS, .consequence = OMEN_CONSEQUENCE_OUTPUT},
       .location = {.name = "z"}}};
  struct omen_report r = {.races = races, .nraces = 2};
  struct omen_baseline b = {.there = true};
  struct omen_baseline_change c;
  omen_baseline_mark(&b, &r);
  assert_int_equal(races[0].mark.baseline, OMEN_BASELINE_NEW);
  omen_baseline_update(&b, &r, false, &c);
  assert_true(b.races.n == 0 && c.added == 0); /* nothing comes in by itself */
  omen_baseline_update(&b, &r, true, &c);
  assert_true(b.races.n == 2 && c.added == 2 && !strcmp(b.races.v[0].id, "a"));
  again(&b);
  r.nraces = 3;
  races[0].verdict = (struct omen_verdict){.class = OMEN_CLASS_SINGLE_ORDERING};
  races[1].verdict =
      (struct omen_verdict){.class = OMEN_CLASS_SPEC_VIOLATED, .consequence = OMEN_CONSEQUENCE_DEADLOCK};
  omen_baseline_mark(&b, &r);
  assert_true(races[0].mark.known && races[0].mark.baseline == OMEN_BASELINE_UPDATED);  /* better */
  assert_true(!races[1].mark.known && races[1].mark.baseline == OMEN_BASELINE_UPDATED); /* worse */
  assert_true(!races[2].mark.known && races[2].mark.baseline == OMEN_BASELINE_NEW);
  omen_baseline_update(&b, &r, false, &c);
  assert_true(b.races.n == 2 && c.lowered == 1 && c.kept == 1 && c.dropped == 0);
  assert_int_equal(b.races.v[0].class, OMEN_CLASS_K_WITNESS);       /* a: worse, and so as it was */
  assert_int_equal(b.races.v[1].class, OMEN_CLASS_SINGLE_ORDERING); /* b: lowered */
  again(&b);
  races[1].verdict = (struct omen_verdict){0}; /* no budget left: as it was */
  omen_baseline_mark(&b, &r);
  assert_true(races[1].mark.known);
  r.nraces = 1; /* a and c are gone */
  omen_baseline_update(&b, &r, false, &c);
  assert_true(b.races.n == 1 && c.dropped == 1 && !strcmp(b.races.v[0].id, "b"));
  races[0].mark.suppressed = "s.txt:1";
  omen_baseline_update(&b, &r, true, &c);
  assert_true(b.races.n == 0);
  omen_baseline_release(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_patterns), cmocka_unit_test(test_words),
                                     cmocka_unit_test(test_ratchet)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
