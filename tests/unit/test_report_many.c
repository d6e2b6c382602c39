/* Many races of one name: what giving them their ids costs is counted in comparisons of strings. Four times
 * as many races may take a little more than four times as many (they are sorted), and not sixteen times. */
/* rooms: report, quick */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>
static uint64_t steps;
static int counted(const char *a, const char *b) {
  steps++;
  return strcmp(a, b);
}
#define strcmp counted
#include "report/cluster.c"
#undef strcmp

/* Races of one name, by lines of which the order is not that of the list. */
static struct omen_collected *many(size_t n) {
  struct omen_collected *r = omen_xcalloc(n, sizeof *r);
  for (size_t i = 0; i < n; i++) {
    int line = (int)(i * 7919 % n) + 1;
    r[i].name = 0xabcdef0123450000;
    for (int k = 0; k < 2; k++) r[i].race.access[k] = (struct omen_access){.file = "a.c", .line = line};
  }
  return r;
}

static uint64_t steps_of(size_t n) {
  struct omen_collected *r = many(n);
  steps = 0;
  give_ids(r, n);
  for (size_t i = 0; i < n; i++) { /* by the order of their lines */
    char id[24];
    int line = r[i].race.access[0].line;
    snprintf(id, sizeof id, line == 1 ? "abcdef012345" : "abcdef012345-%d", line);
    assert_string_equal(r[i].race.id, id);
  }
  free(r);
  return steps;
}

static void ids_take_no_more_than_sorting(void **state) {
  uint64_t some = steps_of(1000), more = steps_of(4000);
  assert_true(some > 0);
  assert_true(more < 6 * some);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(ids_take_no_more_than_sorting)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
