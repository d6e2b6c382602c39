/* record/manifest: what is written is read back; anything else is refused. */
/* rooms: record, quick */
#include "record/manifest.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct omen_manifest sample(void) {
  char *argv[] = {"./prog", "an argument", "\xff\xfe bytes", "", NULL}, *env[] = {"A=1", "B=\xc3\xa9", NULL};
  struct omen_manifest m = {.complete = true,
                            .omen = omen_xstrdup("0.1.0"),
                            .program = omen_xstrdup("/x/prog"),
                            .argv = omen_strings_copy(argv),
                            .env = omen_strings_copy(env),
                            .cwd = omen_xstrdup("/x"),
                            .recording = omen_xstrdup("/x/rec"),
                            .variant = omen_xstrdup("abc"),
                            .stack_limit = 8 << 20,
                            .seed = UINT64_MAX,
                            .strategy = OMEN_STRATEGY_PCT,
                            .pct_depth = 3,
                            .seconds = 1.5};
  omen_manifest_add_file(&m, "log", UINT64_MAX, 1);
  omen_manifest_add_file(&m, "lib/libx.so", 17, UINT64_MAX);
  return m;
}

static void text_of(struct omen_buf *text) {
  char path[] = "/tmp/omen-manifest.XXXXXX";
  int fd = mkstemp(path);
  assert_true(fd >= 0);
  close(fd);
  struct omen_manifest m = sample();
  struct omen_err err;
  assert_int_equal(omen_manifest_write(&m, path, &err), 0);
  omen_manifest_release(&m);
  assert_int_equal(omen_file_read(path, text, &err), 0);
  unlink(path);
}

static void what_is_written_is_read_back(void **state) {
  struct omen_buf text = {0};
  text_of(&text);
  struct omen_manifest m, was = sample();
  struct omen_err err;
  assert_int_equal(omen_manifest_parse(&m, text.data, text.len, "m", &err), 0);
  assert_true(m.complete);
  assert_string_equal(m.program, was.program);
  for (int i = 0; i < 4; i++) assert_string_equal(m.argv[i], was.argv[i]);
  assert_null(m.argv[4]);
  assert_string_equal(m.env[1], was.env[1]);
  assert_true(m.seed == UINT64_MAX);
  assert_int_equal(m.strategy, OMEN_STRATEGY_PCT);
  assert_int_equal(m.stack_limit, 8 << 20);
  assert_int_equal(m.nfiles, 2);
  assert_string_equal(m.files[1].name, "lib/libx.so");
  assert_true(m.files[0].size == UINT64_MAX && m.files[1].hash == UINT64_MAX);
  omen_manifest_release(&m);
  omen_manifest_release(&was);
  omen_buf_release(&text);
}

static void every_cut_is_refused(void **state) {
  struct omen_buf text = {0};
  text_of(&text);
  for (size_t n = 0; n < text.len; n++) {
    struct omen_manifest m;
    struct omen_err err = {0};
    assert_int_equal(omen_manifest_parse(&m, text.data, n, "m", &err), -1);
    assert_non_null(strstr(err.msg, "m: "));
  }
  omen_buf_release(&text);
}

static void every_altered_byte_is_refused(void **state) {
  struct omen_buf text = {0};
  text_of(&text);
  for (size_t i = 0; i < text.len; i++)
    for (int bit = 0; bit < 8; bit++) {
      struct omen_manifest m;
      struct omen_err err = {0};
      text.data[i] ^= (char)(1 << bit);
      assert_int_equal(omen_manifest_parse(&m, text.data, text.len, "m", &err), -1);
      text.data[i] ^= (char)(1 << bit);
    }
  omen_buf_release(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_written_is_read_back),
      cmocka_unit_test(every_cut_is_refused),
      cmocka_unit_test(every_altered_byte_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
