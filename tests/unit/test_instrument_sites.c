/* The sites file: what is written is read back, and any damage is an error. */
/* rooms: build, quick */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "build/sites.h"

static char path[64];
static int start(void **state) {
  strcpy(path, "/tmp/omen-sites-XXXXXX");
  int fd = mkstemp(path);
  close(fd);
  return fd < 0;
}
static int stop(void **state) { return unlink(path); }

static void fill(struct omen_sites *s) {
  s->module = omen_xstrdup("lib\tx.so");
  struct omen_site a = {"r", 4, "/a b/c.c", 12, 3, "f", "_Z1fv", "g:/a b/c.c:1:2", "p->x", -1, false};
  struct omen_site b = {"w", 8, NULL, 0, 0, NULL, NULL, NULL, "tab\t nl\n cr\r back\\slash \\t", 0, true};
  assert_int_equal(omen_sites_add(s, &a), 0);
  assert_int_equal(omen_sites_add(s, &b), 1);
  omen_sites_add_global(s, &(struct omen_site_global){"v", "_ZN1n1vE", 1234567890123, "/f.c", 7});
}

static void round_trip(void **state) {
  struct omen_sites s = {0}, r;
  struct omen_err e;
  fill(&s);
  assert_int_equal(omen_sites_write(&s, path, &e), 0);
  assert_int_equal(omen_sites_read(&r, path, &e), 0);
  assert_string_equal(r.module, s.module);
  assert_int_equal(r.n, 2);
  assert_int_equal(r.nglobals, 1);
  assert_string_equal(r.sites[0].file, "/a b/c.c");
  assert_false(r.sites[0].pruned);
  assert_true(r.sites[1].pruned);
  assert_string_equal(r.sites[0].inlined, "g:/a b/c.c:1:2");
  assert_string_equal(r.sites[0].linkage, "_Z1fv");
  assert_int_equal(r.sites[0].pair, -1);
  assert_string_equal(r.sites[1].text, s.sites[1].text);
  assert_string_equal(r.sites[1].file, "");
  assert_int_equal(r.sites[1].pair, 0);
  assert_int_equal(r.globals[0].size, 1234567890123);
  omen_sites_release(&r);
  omen_sites_release(&s);
}

static void damage_is_an_error(void **state) {
  struct omen_sites s = {0}, r;
  struct omen_err e;
  struct omen_buf whole = {0};
  fill(&s);
  assert_int_equal(omen_sites_write(&s, path, &e), 0);
  assert_int_equal(omen_file_read(path, &whole, &e), 0);
  for (size_t cut = 0; cut < whole.len; cut += 2) { /* cut short anywhere: an error, or fewer whole records */
    assert_int_equal(omen_file_write(path, whole.data, cut, &e), 0);
    int rc = omen_sites_read(&r, path, &e);
    if (cut && whole.data[cut - 1] != '\n') assert_int_equal(rc, -1);
    if (!rc) omen_sites_release(&r);
  }
  for (size_t at = 0; at < whole.len; at += 3) /* bytes changed: no crash */
    for (int k = 0; k < 3; k++) {
      char was = whole.data[at];
      whole.data[at] = "\0\t9"[k];
      assert_int_equal(omen_file_write(path, whole.data, whole.len, &e), 0);
      if (!omen_sites_read(&r, path, &e)) omen_sites_release(&r);
      whole.data[at] = was;
    }
  static const char *const bad[] = {"",
                                    "\n",
                                    "omen-sites\t2\tx\n",
                                    "omen-sites\t1\n",
                                    "hello\n",
                                    "omen-sites\t1\tx\ns\t1\tr\t4\tf\t1\t1\tf\tf\t\tx\t-1\n",
                                    "omen-sites\t1\tx\ns\t0\tr\t4\tf\t1\t1\tf\tf\t\tx\t7\n",
                                    "omen-sites\t1\tx\ns\t0\tr\t-4\tf\t1\t1\tf\tf\t\tx\t-1\n",
                                    "omen-sites\t1\tx\nq\n"};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    assert_int_equal(omen_file_write(path, bad[i], strlen(bad[i]), &e), 0);
    assert_int_equal(omen_sites_read(&r, path, &e), -1);
    assert_non_null(strstr(e.msg, path));
  }
  assert_int_equal(omen_sites_read(&r, "/no/such/sites", &e), -1);
  omen_buf_release(&whole);
  omen_sites_release(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(round_trip, start, stop),
      cmocka_unit_test_setup_teardown(damage_is_an_error, start, stop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
