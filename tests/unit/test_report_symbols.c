/* report/symbols: names from debug information, checked on this very program. */
/* rooms: report, quick */
#include "report/symbols.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

struct part {
  long pad;
  struct {
    short refs, more;
  } in[2];
};
static struct part table[5] = {{1, {{1, 2}, {3, 4}}}};
int plain_global = 7;
static int grid[3][4] = {{1}};

/* The mappings of this process, as the runtime would note them. */
static struct omen_symbols *self(struct omen_pool *pool) {
  struct omen_symbols *s = omen_symbols_new(pool);
  FILE *f = fopen("/proc/self/maps", "r");
  char line[4096], path[4096], perms[8];
  unsigned long lo, hi, offset;
  assert_non_null(f);
  while (fgets(line, sizeof line, f))
    if (sscanf(line, "%lx-%lx %7s %lx %*s %*s %4095s", &lo, &hi, perms, &offset, path) == 5 &&
        perms[2] == 'x' && path[0] == '/')
      omen_symbols_add(s, path, lo, hi, offset);
  fclose(f);
  return s;
}

static void check_variable(struct omen_symbols *s, const void *at, const char *name, const char *shape,
                           uint64_t size) {
  struct omen_variable v;
  assert_true(omen_symbols_variable(s, (uint64_t)(uintptr_t)at, &v));
  assert_string_equal(v.path, name);
  assert_string_equal(v.shape, shape);
  assert_int_equal(v.part_size, size);
  assert_non_null(v.file);
  assert_non_null(strstr(v.file, "test_report_symbols.c"));
  assert_true(v.line > 0);
}

static void variables_have_their_members(void **state) {
  static int local_static;
  struct omen_pool pool = {0};
  struct omen_symbols *s = self(&pool);
  check_variable(s, &plain_global, "plain_global", "plain_global", 4);
  check_variable(s, &table[3].in[1].more, "table[3].in[1].more", "table[].in[].more", 2);
  check_variable(s, &table[0].pad, "table[0].pad", "table[].pad", 8);
  check_variable(s, &grid[2][1], "grid[2][1]", "grid[][]", 4);
  check_variable(s, (char *)&grid[1][3] + 2, "grid[1][3]", "grid[][]", 4);
  check_variable(s, &local_static, "local_static", "local_static", 4);
  struct omen_variable v;
  assert_true(omen_symbols_variable(s, (uint64_t)(uintptr_t)&local_static, &v));
  assert_string_equal(v.scope, "variables_have_their_members");
  void *heap = malloc(10);
  assert_false(omen_symbols_variable(s, (uint64_t)(uintptr_t)heap, &v));
  assert_false(omen_symbols_variable(s, 0, &v));
  free(heap);
  omen_symbols_free(s);
  omen_pool_release(&pool);
}

static void *here;
static int here_line;
static inline __attribute__((always_inline)) void inlined_one(void) {
  __asm__ volatile("lea 1f(%%rip), %0\n1: nop" : "=r"(here));
  here_line = __LINE__ - 1;
}
static __attribute__((noinline)) void outer_one(void) { inlined_one(); }

static void frames_include_inlined_functions(void **state) {
  struct omen_pool pool = {0};
  struct omen_symbols *s = self(&pool);
  outer_one();
  struct omen_frame *f = NULL;
  size_t n = 0, cap = 0;
  omen_symbols_frames(s, (uint64_t)(uintptr_t)here, false, &f, &n, &cap);
  assert_int_equal(n, 2);
  assert_string_equal(f[0].function, "inlined_one");
  assert_true(f[0].inlined);
  assert_int_equal(f[0].line, here_line);
  assert_string_equal(f[1].function, "outer_one");
  assert_int_equal(f[1].line, here_line + 3);
  assert_non_null(strstr(f[1].file, "test_report_symbols.c"));
  free(f);
  omen_symbols_free(s);
  omen_pool_release(&pool);
}

static void unknown_addresses_are_shown_as_such(void **state) {
  struct omen_pool pool = {0};
  struct omen_symbols *s = self(&pool);
  omen_symbols_add(s, "/dev/null", 0x1000, 0x2000, 0);
  omen_symbols_add(s, "/nonexistent", 0x3000, 0x4000, 0);
  struct omen_frame *f = NULL;
  size_t n = 0, cap = 0;
  omen_symbols_frames(s, 0x1234, true, &f, &n, &cap);
  assert_int_equal(n, 1);
  assert_string_equal(f[0].function, "0x1234");
  assert_null(f[0].file);
  omen_symbols_frames(s, 0, true, &f, &n, &cap);
  assert_int_equal(n, 2);
  free(f);
  omen_symbols_free(s);
  omen_pool_release(&pool);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(variables_have_their_members),
      cmocka_unit_test(frames_include_inlined_functions),
      cmocka_unit_test(unknown_addresses_are_shown_as_such),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
