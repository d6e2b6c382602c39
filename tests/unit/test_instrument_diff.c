/* What the instrumenter leaves out must not be missed: each program under instrument/diff_*.c is instrumented
 * twice, with and without every optimisation of checks, and run with the stub runtime, which writes down the
 * bytes read and written between any two points. The two must write the same. */
/* rooms: build, quick */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <glob.h>
#include "instrument_tools.h"

static void build_and_run(const char *name, bool no_optimise) {
  tools_instrument(name, (struct omen_instrument_options){.opt_level = 2, .no_optimise = no_optimise});
  /* data at the same addresses in both, whatever the size of the code */
  tools_run("clang-19 -no-pie -fuse-ld=lld-19 -Wl,-Tdata=0x10000000,-Tbss=0x20000000 %s/%s.o %s/stub.o -o "
            "%s/%s.exe",
            scratch, name, scratch, scratch, name);
  tools_run("cd %s && timeout 60 ./%s.exe > %s.%s", scratch, name, name, no_optimise ? "all" : "few");
}

static void compare(const char *source, const char *flags) {
  tools_compile(source, flags, "p.bc");
  build_and_run("p", true);
  build_and_run("p", false);
  char *all = tools_text("p.all"), *few = tools_text("p.few");
  assert_true(strlen(all) > 1000);
  if (strcmp(all, few)) {
    size_t at = 0, line = 1;
    while (all[at] == few[at]) line += all[at++] == '\n';
    fail_msg("%s %s: from line %zu on, other bytes were seen", source, flags, line);
  }
  free(all);
  free(few);
}

static void same_bytes_seen(void **state) {
  char pattern[600];
  glob_t g;
  snprintf(pattern, sizeof pattern, "%s/instrument/diff_*.c", tests_folder);
  assert_int_equal(glob(pattern, 0, NULL, &g), 0);
  tools_run("clang-19 -O1 -I%s/../../src -c %s/instrument/stub.c -o %s/stub.o", tests_folder, tests_folder,
            scratch);
  for (size_t i = 0; i < g.gl_pathc; i++) {
    compare(g.gl_pathv[i], "-O0");
    compare(g.gl_pathv[i], "-O1");
    compare(g.gl_pathv[i], "-O2");
  }
  compare(g.gl_pathv[0], "-O3 -mavx2");
  globfree(&g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(same_bytes_seen, tools_start, tools_stop)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
