/* What a run wrote, unit by unit (classify/units.h). */
/* rooms: classify, quick */
#include "classify/units.h"
#include "record/rawout.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static struct omen_output out[2][16];
static struct omen_result run[2];

static void fresh(void) {
  for (int i = 0; i < 2; i++) run[i] = (struct omen_result){.outputs = out[i], .hash = (uint64_t)i + 1};
}
static void put(int which, uint32_t fd, uint32_t thread, const char *data, size_t len) {
  struct omen_result *r = &run[which];
  assert_true(r->noutputs < 16);
  out[which][r->noutputs++] = (struct omen_output){.fd = fd, .thread = thread, .data = data, .len = len};
}
static void say(int which, uint32_t fd, uint32_t thread, const char *text) {
  put(which, fd, thread, text, strlen(text));
}

struct tally {
  int all, of[OMEN_UNIT_PART + 1];
};
static void count(void *to, const struct omen_output_unit *u) {
  struct tally *t = to;
  t->all++;
  t->of[u->kind]++;
}
/* Units that only the first run has. */
static struct tally only_first(void) {
  struct omen_units u = {0};
  struct tally t = {0};
  for (int i = 0; i < 2; i++) omen_units_add(&u, i, 0, &run[i]);
  for (size_t i = 0; i < u.n; i++)
    if (u.kept[i].in[0] && !u.kept[i].in[1]) t.all++, t.of[u.kept[i].kind]++;
  omen_units_release(&u);
  return t;
}

static void kinds(void **unused) {
  fresh();
  say(0, 1, 1, "12: value=6, by T3\nplain words here\n");
  struct tally t = {0};
  omen_units_each(&run[0], count, &t);
  assert_int_equal(t.of[OMEN_UNIT_END], 1);
  assert_int_equal(t.of[OMEN_UNIT_LINE], 2);
  assert_int_equal(t.of[OMEN_UNIT_SHAPE], 1);
  assert_int_equal(t.of[OMEN_UNIT_FIELD], 3);
  assert_int_equal(t.of[OMEN_UNIT_WORD], 4 + 2);
  assert_int_equal(t.of[OMEN_UNIT_MESSAGE] + t.of[OMEN_UNIT_PART], 0);
}

/* One number differs: the line, the number in its place, and the number behind its word; the shape does not.
 */
static void one_number(void **unused) {
  fresh();
  say(0, 1, 1, "12: value=6, by 3\n");
  say(1, 1, 1, "12: value=5, by 3\n");
  struct tally t = only_first();
  assert_int_equal(t.of[OMEN_UNIT_LINE], 1);
  assert_int_equal(t.of[OMEN_UNIT_SHAPE], 0);
  assert_int_equal(t.of[OMEN_UNIT_FIELD], 1);
  assert_int_equal(t.of[OMEN_UNIT_WORD], 2);
}

/* The order of lines, calls and descriptors' numbers are no difference; the number of lines is. */
static void what_does_not_matter(void **unused) {
  fresh();
  say(0, 1, 1, "a 1\nb 2\n");
  say(0, 7, 1, "x\n");
  say(1, 9, 2, "x\n");
  say(1, 1, 2, "b 2");
  say(1, 1, 2, "\na 1\n");
  assert_int_equal(only_first().all, 0);
  fresh();
  say(0, 1, 1, "tick\ntick\n");
  say(1, 1, 1, "tick\n");
  assert_int_equal(only_first().of[OMEN_UNIT_LINE], 1);
  fresh();
  say(0, 1, 1, "x\n"); /* on standard output is not on standard error */
  say(1, 2, 1, "x\n");
  assert_int_equal(only_first().of[OMEN_UNIT_LINE], 1);
  fresh();
  run[0].outcome.status = 3;
  assert_int_equal(only_first().of[OMEN_UNIT_END], 1);
}

/* Pieces of several threads mix; each thread's line is found all the same. */
static void torn(void **unused) {
  fresh();
  const char *pieces[] = {"value ", "6", "number ", "1\n", "\n"};
  const uint32_t by[] = {1, 1, 2, 2, 1};
  for (int i = 0; i < 5; i++) say(0, 1, by[i], pieces[i]);
  say(1, 1, 1, "value 6\n");
  say(1, 1, 2, "number ");
  say(1, 1, 2, "1\n");
  struct omen_units u = {0};
  for (int i = 0; i < 2; i++) omen_units_add(&u, i, 0, &run[i]);
  int shared = 0;
  for (size_t i = 0; i < u.n; i++)
    shared += u.kept[i].kind == OMEN_UNIT_LINE && u.kept[i].in[0] && u.kept[i].in[1];
  omen_units_release(&u);
  assert_int_equal(shared, 2);
}

static void binary(void **unused) {
  fresh();
  put(0, 1, 1, "\0\1\2\3", 4);
  put(1, 1, 1, "\0\1\2\4", 4);
  struct tally t = only_first();
  assert_int_equal(t.of[OMEN_UNIT_MESSAGE], 1);
  assert_int_equal(t.of[OMEN_UNIT_PART], 1);
  assert_int_equal(t.of[OMEN_UNIT_LINE], 0);
}

static uint64_t wanted;
static enum omen_unit_kind wanted_kind;
static void pick(void *to, const struct omen_output_unit *u) {
  if (u->kind == wanted_kind) *(uint64_t *)to = u->hash; /* the last */
}
static void choose(enum omen_unit_kind kind) {
  wanted = 0;
  wanted_kind = kind;
  omen_units_each(&run[0], pick, &wanted);
  assert_true(wanted != 0);
}

static void found(void **unused) {
  fresh();
  say(0, 1, 1, "a\nb\nvalue 6\n");
  say(1, 1, 1, "a\nvalue 5\nb\n");
  choose(OMEN_UNIT_LINE);
  struct omen_unit_found f = omen_unit_find(&run[0], wanted);
  assert_true(f.found);
  assert_int_equal(f.fd, 1);
  assert_int_equal(f.at, 4);
  assert_int_equal(f.len, 7);
  assert_false(omen_unit_find(&run[1], wanted).found);
  assert_true(omen_unit_apart(&run[0], &run[1], wanted));
  assert_false(omen_unit_apart(&run[1], &run[0], wanted));
}

/* The same bytes in two calls are the same; other bytes are not. */
static void cut_into_calls(void **unused) {
  fresh();
  put(0, 4, 1, "\1\2\3\4", 4);
  put(1, 4, 1, "\1\2", 2);
  put(1, 4, 1, "\3\4", 2);
  choose(OMEN_UNIT_MESSAGE);
  assert_false(omen_unit_find(&run[1], wanted).found);
  assert_false(omen_unit_apart(&run[0], &run[1], wanted));
  run[1].outputs[1].data = "\3\5";
  assert_true(omen_unit_apart(&run[0], &run[1], wanted));
}

/* More than there is room for: counted, and the rest still right. */
static void full(void **unused) {
  struct omen_units u = {0};
  struct omen_buf text = {0};
  for (int i = 0; i < OMEN_UNITS_MAX; i++) omen_buf_addf(&text, "%d\n", i);
  fresh();
  put(0, 1, 1, text.data, text.len);
  put(1, 1, 1, text.data, text.len);
  for (int i = 0; i < 2; i++) omen_units_add(&u, i, 0, &run[i]);
  assert_int_equal(u.n, OMEN_UNITS_MAX);
  assert_true(u.cut > 0);
  for (size_t i = 0; i < u.n; i++) assert_true(u.kept[i].in[0] == u.kept[i].in[1]);
  omen_buf_release(&text);
  omen_units_release(&u);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(kinds), cmocka_unit_test(one_number),     cmocka_unit_test(what_does_not_matter),
      cmocka_unit_test(torn),  cmocka_unit_test(binary),         cmocka_unit_test(found),
      cmocka_unit_test(full),  cmocka_unit_test(cut_into_calls),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
