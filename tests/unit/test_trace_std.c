/* STD text: what is accepted, what is refused and with which line, names of every form, well-formedness. */
/* rooms: trace, quick */
#include "trace/source.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static long read_all(const char *text, size_t n, struct omen_event *ev, struct omen_source **out,
                     struct omen_err *err) {
  struct omen_source *s = omen_source_memory(text, n, 0, err);
  if (!s) return -1;
  long total = 0, got;
  while ((got = omen_source_read(s, ev + total, 3, err)) > 0) total += got;
  if (out && got == 0)
    *out = s;
  else
    omen_source_close(s);
  return got < 0 ? got : total;
}

static void name_is(const struct omen_source *s, enum omen_space space, uint32_t id, const char *want) {
  size_t n;
  const char *have = omen_names_get(&s->names[space], id, &n);
  assert_int_equal(n, strlen(want));
  assert_memory_equal(have, want, n);
}

static void forms(void **state) {
  static const char text[] = "# a comment\r\n"
                             "\n"
                             "T0|fork(T1)|main.c:3\r\n"
                             "T0|acq(L1)|1\n"
                             "  T0 | w( obj.field[3] ) | java.util.Foo|bar \n"
                             "T0|rel(L1)|1\n"
                             "T1|begin()|0\n"
                             "T1|begin|0\n"
                             "T1|r(V(1))|007\n"
                             "T1|r(V1)|7\n"
                             "T1|ar(V1)|7\n"
                             "T1|cpy(a,b)|7\n"
                             "T0|join(T1)|2"; /* no line end */
  struct omen_event ev[32];
  struct omen_source *s;
  struct omen_err err;
  assert_int_equal(read_all(text, sizeof text - 1, ev, &s, &err), 11);
  assert_int_equal(ev[0].kind, OMEN_KIND_FORK);
  name_is(s, OMEN_SPACE_LOC, ev[0].loc, "main.c:3");
  assert_int_equal(ev[2].kind, OMEN_KIND_WRITE);
  name_is(s, OMEN_SPACE_VAR, ev[2].obj, "obj.field[3]");
  name_is(s, OMEN_SPACE_LOC, ev[2].loc, "java.util.Foo|bar");
  name_is(s, OMEN_SPACE_VAR, ev[6].obj, "V(1)");
  assert_int_not_equal(ev[6].loc, ev[7].loc); /* 007 is not 7 */
  assert_int_equal(ev[7].loc, ev[8].loc);
  assert_int_equal(ev[8].kind, OMEN_KIND_AREAD);
  name_is(s, OMEN_SPACE_SYNC, ev[9].obj, "a");
  name_is(s, OMEN_SPACE_SYNC, ev[9].aux, "b");
  assert_int_equal(ev[10].kind, OMEN_KIND_JOIN);
  assert_int_equal(ev[10].obj, ev[6].thread);
  omen_source_close(s);
}

static void refused(void **state) {
  static const struct {
    const char *text, *message;
  } cases[] = {
      {"T0|r(x)|1\nrubbish\n", "line 2"},
      {"T0|r(x)|1\n\n# c\nT0|q(x)|1\n", "line 4: unknown operation"},
      {"T0|r(x)\n", "line 1"},
      {"T0|r(x|1\n", "line 1"},
      {"T0|r()|1\n", "operand is missing"},
      {"T0|r|1\n", "needs an operand"},
      {"T0|r(x)|\n", "location is missing"},
      {"|r(x)|1\n", "thread is missing"},
      {"T0|cpy(a)|1\n", "two operands"},
      {"T0|rel(l)|1\n", "line 1: releases a lock that the thread does not hold"},
      {"T0|acq(l)|1\nT0|acq(l)|1\nT0|rel(l)|1\nT0|rel(l)|1\nT0|rel(l)|1\n", "line 5"},
      {"# x\nT0|acq(l)|1\n\nT1|acq(l)|1\n", "line 4: acquires a lock that another thread holds"},
      {"T0|acq(l)|1\nT1|rel(l)|1\n", "line 2"},
      {"T0|fork(T1)|1\nT1|r(x)|1\nT0|join(T1)|1\nT1|w(x)|1\n",
       "line 4: an event of a thread after it was joined"},
      {"T0|join(T0)|1\n", "joins itself"},
      {"T0|fork(T0)|1\n", "forks itself"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct omen_event ev[32];
    struct omen_err err = {{0}};
    assert_int_equal(read_all(cases[i].text, strlen(cases[i].text), ev, NULL, &err), -1);
    if (!strstr(err.msg, cases[i].message)) fail_msg("'%s' has no '%s'", err.msg, cases[i].message);
  }
}

static void long_line(void **state) {
  struct omen_buf b = {0};
  omen_buf_adds(&b, "T0|r(x)|1\nT0|r(");
  for (int i = 0; i < 300000; i++) omen_buf_add(&b, "y", 1);
  omen_buf_adds(&b, ")|1\n");
  struct omen_event ev[32];
  struct omen_err err;
  assert_int_equal(read_all(b.data, b.len, ev, NULL, &err), -1);
  assert_non_null(strstr(err.msg, "line 2: the line is longer"));
  omen_buf_release(&b);
}

static void reentrant(void **state) {
  static const char text[] = "T0|acq(l)|1\nT0|acq(l)|2\nT0|rel(l)|3\nT0|w(x)|4\nT0|rel(l)|5\nT1|acq(l)|6\n";
  struct omen_event ev[32];
  struct omen_err err;
  assert_int_equal(read_all(text, sizeof text - 1, ev, NULL, &err), 6);
  assert_int_equal(ev[0].kind, OMEN_KIND_ACQ);
  assert_true(omen_kind_is_noop(ev[1].kind) && omen_kind_is_noop(ev[2].kind));
  assert_int_equal(ev[4].kind, OMEN_KIND_REL);
}

/* Interning is exact for names of any form, in any order, also when the table by number grows late. */
static void names(void **state) {
  struct omen_names n;
  omen_names_init(&n);
  char text[64];
  uint32_t count = 0, ids[20000];
  for (uint32_t i = 0; i < 20000; i++) {
    int len = i % 4 == 0   ? snprintf(text, sizeof text, "V%u", i * 97)
              : i % 4 == 1 ? snprintf(text, sizeof text, "V0%u", i)
              : i % 4 == 2 ? snprintf(text, sizeof text, "%u", i)
                           : snprintf(text, sizeof text, "long.name.number.%u", i);
    bool fresh;
    ids[i] = omen_names_intern(&n, text, (size_t)len, &fresh);
    assert_true(fresh);
    assert_int_equal(ids[i], count++);
  }
  for (int round = 0; round < 2; round++)
    for (uint32_t i = 0; i < 20000; i++) {
      int len = i % 4 == 0   ? snprintf(text, sizeof text, "V%u", i * 97)
                : i % 4 == 1 ? snprintf(text, sizeof text, "V0%u", i)
                : i % 4 == 2 ? snprintf(text, sizeof text, "%u", i)
                             : snprintf(text, sizeof text, "long.name.number.%u", i);
      bool fresh;
      assert_int_equal(omen_names_intern(&n, text, (size_t)len, &fresh), ids[i]);
      assert_false(fresh);
      size_t have;
      const char *s = omen_names_get(&n, ids[i], &have);
      assert_int_equal(have, len);
      assert_memory_equal(s, text, have);
    }
  omen_names_release(&n);
}

/* More than the buffer, so that lines are cut everywhere; read twice with the same numbers. */
static void large(void **state) {
  struct omen_buf b = {0};
  for (int i = 0; i < 60000; i++)
    omen_buf_addf(&b, "T%d|%s(V%d)|%d\n", i % 11, i % 3 ? "r" : "w", i * 7 % 5003, i % 997);
  struct omen_err err;
  struct omen_source *s = omen_source_memory(b.data, b.len, 0, &err);
  uint64_t sum[2] = {0};
  for (int pass = 0; pass < 2; pass++) {
    struct omen_event ev[100];
    long n;
    uint64_t i = 0;
    while ((n = omen_source_read(s, ev, 100, &err)) > 0)
      for (long k = 0; k < n; k++, i++)
        sum[pass] += (i + 1) * (ev[k].obj * 31 + ev[k].loc * 7 + ev[k].thread + ev[k].kind);
    assert_int_equal(n, 0);
    assert_int_equal(i, 60000);
    assert_int_equal(omen_source_rewind(s, &err), 0);
  }
  assert_true(sum[0] == sum[1]);
  assert_int_equal(omen_source_count(s, OMEN_SPACE_THREAD), 11);
  assert_int_equal(omen_source_count(s, OMEN_SPACE_VAR), 5003);
  assert_int_equal(omen_source_count(s, OMEN_SPACE_LOC), 997);
  omen_source_close(s);
  omen_buf_release(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(forms),     cmocka_unit_test(refused),
                                     cmocka_unit_test(long_line), cmocka_unit_test(reentrant),
                                     cmocka_unit_test(names),     cmocka_unit_test(large)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
