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

enum { TEXT = 0x1000, TEXT_SIZE = 64 };

static void image(struct omen_image *i, const void *table, size_t n) {
  static const char code[TEXT_SIZE];
  *i = (struct omen_image){.text_address = TEXT};
  omen_buf_add(&i->text, code, sizeof code);
  omen_buf_add(&i->table, table, n);
}

static void entries(void **state) {
  const struct omen_watch_entry given[] = {
      {TEXT, 4, OMEN_WATCH_WRITE, OMEN_WATCH_MARK, 7, 3, 99},
      {TEXT + TEXT_SIZE, 4, OMEN_WATCH_WRITE, OMEN_WATCH_MARK, 8, 3, 99}, /* behind the code */
      {0, 4, OMEN_WATCH_WRITE, OMEN_WATCH_MARK, 9, 3, 99},                /* the linker left the code out */
      {TEXT, 4, OMEN_WATCH_WRITE, 0, 10, 3, 99},                          /* no entry */
      {TEXT + TEXT_SIZE - 1, 8, OMEN_WATCH_READ, OMEN_WATCH_MARK, 11, 3, 99}};
  struct omen_image i;
  struct omen_watch_table t;
  image(&i, given, sizeof given - 1);
  omen_watch_table_read(&i, &t);
  assert_int_equal(t.n, 1); /* the last is not whole */
  omen_watch_table_release(&t);
  omen_image_release(&i);
  image(&i, given, sizeof given);
  omen_watch_table_read(&i, &t);
  assert_int_equal(t.n, 2);
  assert_memory_equal(&t.entries[0], &given[0], sizeof *given);
  assert_memory_equal(&t.entries[1], &given[4], sizeof *given);
  omen_watch_table_release(&t);
  omen_image_release(&i);
}

static void any_bytes(void **state) {
  uint32_t seed = 1, w[61];
  size_t found = 0;
  for (int round = 0; round < 20000; round++) {
    for (size_t k = 0; k < 61; k++) {
      seed = seed * 1664525u + 1013904223u;
      w[k] = k % 6 == 2 ? (uint32_t)OMEN_WATCH_MARK << 24 | (seed & 0xffffff)
             : k % 6    ? (k % 6 == 1 ? 0 : seed)
                        : TEXT + (seed >> 16) % 80;
    }
    struct omen_image i;
    struct omen_watch_table t;
    image(&i, w, seed % 245);
    omen_watch_table_read(&i, &t);
    for (size_t k = 0; k < t.n; k++) assert_true(t.entries[k].address - TEXT < TEXT_SIZE);
    found += t.n;
    omen_watch_table_release(&t);
    omen_image_release(&i);
  }
  assert_true(found > 20000);
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
