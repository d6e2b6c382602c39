/* The table of accesses: what the plugin writes is read back; any bytes are survived; candidates from JSON.
 */
/* rooms: field, quick */
#include "build/watch_table.h"
#include "field/field_candidates.h"
#include "field/image.h"
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
/* cmocka wants the above first */
#include <cmocka.h>

static void words(struct omen_image *i, const uint32_t *w, size_t n) {
  *i = (struct omen_image){.table_address = 0x1000};
  omen_buf_add(&i->table, w, n * sizeof *w);
}

static void entries(void **state) {
  const uint32_t head = OMEN_WATCH_MARK | OMEN_WATCH_WRITE << 16 | 4;
  const uint32_t function = OMEN_WATCH_MARK | OMEN_WATCH_FUNCTION << 16 | 2;
  const uint32_t w[] = {0x20, 0xfffffff0u, head, 7, 3, 99, 0x40, 0x123, function, 0, 0, 0, head, 8, 1, 99};
  struct omen_image i;
  struct omen_watch_table t;
  words(&i, w, sizeof w / sizeof *w);
  omen_watch_table_read(&i, &t);
  assert_int_equal(t.n, 3);
  assert_int_equal(t.entries[0].n, 2);
  assert_int_equal(t.addresses[0], 0x1020);
  assert_int_equal(t.addresses[1], 0x1004 - 16);
  assert_int_equal(t.entries[0].line, 7);
  assert_int_equal(t.entries[0].kind, OMEN_WATCH_WRITE);
  assert_int_equal(t.entries[1].kind, OMEN_WATCH_FUNCTION);
  assert_int_equal(t.entries[1].size, 2);
  assert_int_equal(t.addresses[t.entries[1].first + 1], 0x123);
  assert_int_equal(t.entries[2].n, 0); /* merged away */
  omen_watch_table_release(&t);
  omen_image_release(&i);
}

static void any_bytes(void **state) {
  uint32_t seed = 1, w[61];
  for (int round = 0; round < 20000; round++) {
    for (size_t k = 0; k < 61; k++) {
      seed = seed * 1664525u + 1013904223u;
      w[k] = seed % 3 ? seed : OMEN_WATCH_MARK | (seed & 0xffffff);
    }
    struct omen_image i;
    struct omen_watch_table t;
    words(&i, w, seed % 62);
    omen_watch_table_read(&i, &t);
    for (size_t k = 0; k < t.n; k++) {
      assert_true(t.entries[k].first + t.entries[k].n <= t.addresses_n);
      if (t.entries[k].kind & OMEN_WATCH_FUNCTION) assert_int_equal(t.entries[k].n, 2);
    }
    omen_watch_table_release(&t);
    omen_image_release(&i);
  }
}

static int read_text(const char *text, struct omen_field_candidates *c) {
  char path[] = "/tmp/omen-candidates-XXXXXX";
  int fd = mkstemp(path);
  struct omen_err err;
  assert_true(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
  close(fd);
  int status = omen_field_candidates_read(c, path, &err);
  unlink(path);
  return status;
}

static void both_doors(void **state) {
  struct omen_field_candidates c = {0};
  const char *access = "{\"op\":\"write\",\"file\":\"a.c\",\"line\":3}";
  char text[512];
  snprintf(text, sizeof text, "{\"candidates\":[{\"id\":\"one\",\"accesses\":[%s,%s]}]}", access, access);
  assert_int_equal(read_text(text, &c), 0);
  snprintf(text, sizeof text,
           "{\"races\":[{\"id\":\"two\",\"accesses\":[%s,%s]},{\"id\":\"one\",\"accesses\":[%s,%s]}]}",
           access, access, access, access);
  assert_int_equal(read_text(text, &c), 0);
  assert_int_equal(c.n, 2);
  assert_string_equal(c.v[1].id, "two");
  assert_true(c.v[0].place[1].writes && !c.v[0].place[1].reads);
  snprintf(text, sizeof text, "{\"races\":[{\"id\":\"half\",\"accesses\":[%s]},{\"id\":7},3]}", access);
  assert_int_equal(read_text(text, &c), 0);
  assert_int_equal(c.n, 2);
  assert_int_not_equal(read_text("{}", &c), 0);
  assert_int_not_equal(read_text("{", &c), 0);
  omen_field_candidates_release(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(entries), cmocka_unit_test(any_bytes),
                                     cmocka_unit_test(both_doors)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
