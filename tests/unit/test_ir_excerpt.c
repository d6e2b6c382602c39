/* ir/excerpt: expressions cut out of lines, at the columns that clang gives to accesses. */
/* rooms: ir, quick */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "ir/excerpt.h"

/* The column is where the mark ^ stands in the second line. */
static void cut(const char *line, const char *mark, const char *want) {
  char *got = omen_excerpt_cut(line, (unsigned)(strchr(mark, '^') - mark) + 1);
  if (!want)
    assert_null(got);
  else {
    assert_non_null(got);
    assert_string_equal(got, want);
  }
  free(got);
}

static void names_and_members(void **state) {
  cut("  x = obj->refs + 1;", "           ^", "obj->refs");
  cut("  return a.b.c[i];", "             ^", "a.b.c[i]");
  cut("  s += a[i + f(2)] * 2;", "       ^", "a[i + f(2)]");
  cut("  for (i = 0; i < n; i++) a[i] = 1;", "                          ^", "a[i]");
  cut("  ns::flag = v[3].x;", "                  ^", "v[3].x");
}

/* What a call of memcpy or printf touches has no better name than the call with its arguments. */
static void calls(void **state) {
  cut("  memcpy(to->name, from, sizeof *from);", "  ^", "memcpy(to->name, from, sizeof *from)");
  cut("  if (x) put (a[f(1)]) ;", "         ^", "put (a[f(1)])");
  cut("  x = s->get(1);", "         ^", "s->get(1)");
  cut("  printf(\"%s\", name,", "  ^", "printf");
}

static void operands_of_operators(void **state) {
  cut("  list->head[3] = v;", "                ^", "list->head[3]");
  cut("  counter++;", "         ^", "counter");
  cut("  ++counter;", "  ^", "counter");
  cut("  total += x;", "        ^", "total");
  cut("  *p = 1;", "     ^", "*p");
  cut("  y = *ptr->next;", "      ^", "*ptr->next");
  cut("  for (;;) a[i] = 1;", "                ^", "a[i]");
  cut("  g(x).y <<= 2;", "         ^", "g(x).y");
}

static void nothing_there(void **state) {
  cut("  return;", "        ^", NULL);
  cut("", "^", NULL);
  cut("  = ]] = (", "       ^", NULL);
  assert_null(omen_excerpt_cut("abc", 0));
  assert_null(omen_excerpt_cut("abc", 4000000000u));
}

static void any_bytes_are_survived(void **state) {
  static const char alphabet[] = "ab_1()[]->.:*+=<& \t;\"";
  unsigned seed = 3;
  for (int round = 0; round < 20000; round++) {
    char line[24];
    for (size_t i = 0; i < sizeof line - 1; i++)
      line[i] = alphabet[((seed = seed * 1103515245u + 12345u) >> 16) % (sizeof alphabet - 1)];
    line[sizeof line - 1] = 0;
    free(omen_excerpt_cut(line, (unsigned)round % 26));
  }
}

static void files_that_are_not_there(void **state) {
  struct omen_excerpt s = {0};
  assert_null(omen_excerpt_expression(&s, "/no/such/file.c", 1, 1));
  assert_null(omen_excerpt_expression(&s, "/", 1, 1));
  assert_null(omen_excerpt_expression(&s, "", 1, 1));
  assert_null(omen_excerpt_expression(&s, __FILE__, 100000, 1));
  char *text = omen_excerpt_expression(&s, __FILE__, 3, 11);
  assert_string_equal(text, "setjmp");
  free(text);
  omen_excerpt_release(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_and_members),      cmocka_unit_test(calls),
      cmocka_unit_test(operands_of_operators),  cmocka_unit_test(nothing_there),
      cmocka_unit_test(any_bytes_are_survived), cmocka_unit_test(files_that_are_not_there),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
