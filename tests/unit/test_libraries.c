/* The list of libraries that run as variants (build/libraries.h): what it says, and files of any bytes. */
/* rooms: build, quick */
#include "build/libraries.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/omen-libraries-XXXXXX";

static void write_list(const char *text, size_t len) {
  char *path = omen_format("%s/" OMEN_LIBRARIES, folder);
  assert_int_equal(omen_file_write(path, text, len, NULL), 0);
  free(path);
}

static int read_list(const char *text, struct omen_libraries *l) {
  write_list(text, strlen(text));
  return omen_libraries_read(l, folder, NULL);
}

static void no_file_is_an_empty_list(void **state) {
  struct omen_libraries l;
  assert_int_equal(omen_libraries_read(&l, "/nowhere", NULL), 0);
  assert_int_equal(l.n, 0);
}

static void lines_are_libraries(void **state) {
  struct omen_libraries l;
  assert_int_equal(
      read_list("libp.so\t1\t2\t3\t4\t5\t/a b/libp.so\t\n-\t6\t7\t8\t9\t10\t/q.so\tno bitcode\n", &l), 0);
  assert_int_equal(l.n, 2);
  assert_string_equal(l.v[0].name, "libp.so");
  assert_string_equal(l.v[0].path, "/a b/libp.so");
  assert_int_equal(l.v[0].inode, 2);
  assert_int_equal(l.v[0].nanoseconds, 5);
  assert_null(l.v[1].name);
  assert_string_equal(l.v[1].why, "no bitcode");
  omen_libraries_release(&l);
}

static void damage_is_an_error(void **state) {
  static const char *const bad[] = {"x",
                                    "\n",
                                    "libp.so\t1\t2\t3\t4\t5\t/libp.so\n",
                                    "libp.so\t1\t2\t3\t4\t5\t/libp.so\t\t\n", /* one field more */
                                    "libp.so\t1\tx\t3\t4\t5\t/libp.so\t\n",
                                    "../p.so\t1\t2\t3\t4\t5\t/libp.so\t\n",
                                    "..\t1\t2\t3\t4\t5\t/libp.so\t\n",
                                    "p.so\t1\t2\t3\t4\t5\tlibp.so\t\n",
                                    "p.so\t1\t2\t99999999999999999999999\t4\t5\t/libp.so\t\n"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    struct omen_libraries l;
    assert_int_equal(read_list(bad[i], &l), -1);
    assert_int_equal(l.n, 0);
  }
}

static void any_bytes(void **state) {
  static const char alphabet[] = "\t\t\t\n0123/-ap.\0\xff";
  unsigned long long seed = 1;
  for (int round = 0; round < 300; round++) {
    char text[200];
    size_t len = 0, want = (size_t)(seed >> 33) % sizeof text;
    for (; len < want; len++) {
      seed = seed * 6364136223846793005ull + 1442695040888963407ull;
      text[len] = alphabet[(seed >> 40) % (sizeof alphabet - 1)];
    }
    struct omen_libraries l;
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    write_list(text, len);
    if (!omen_libraries_read(&l, folder, NULL)) omen_libraries_release(&l);
  }
}

static void what_is_no_library_is_listed_as_it_is(void **state) {
  struct omen_libraries l;
  char *file = omen_format("%s/plain", folder), *list = omen_format("%s/" OMEN_LIBRARIES, folder);
  unlink(list);
  assert_int_equal(omen_file_write(file, "plain", 5, NULL), 0);
  assert_int_equal(omen_libraries_add(folder, file, OMEN_VARIANT_ANALYSIS, NULL), 0);
  assert_int_equal(omen_libraries_add(folder, file, OMEN_VARIANT_ANALYSIS, NULL), 0); /* known by now */
  assert_int_equal(omen_libraries_read(&l, folder, NULL), 0);
  assert_int_equal(l.n, 1);
  assert_null(l.v[0].name);
  assert_true(strlen(l.v[0].why) > 0);
  omen_libraries_release(&l);
  assert_int_equal(omen_libraries_add(folder, "relative", OMEN_VARIANT_ANALYSIS, NULL), -1);
  free(file);
  free(list);
}

static int make_folder(void **state) { return mkdtemp(folder) ? 0 : -1; }
static int remove_folder(void **state) { return omen_rmtree(folder); }

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(no_file_is_an_empty_list),
                                     cmocka_unit_test(lines_are_libraries),
                                     cmocka_unit_test(damage_is_an_error), cmocka_unit_test(any_bytes),
                                     cmocka_unit_test(what_is_no_library_is_listed_as_it_is)};
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
