/* The file of inputs: what is written is read back; any bytes are an error at worst. And the strings of a
 * run. */
/* rooms: record, quick */
#include "record/inputs.h"
#include "record/logged.h"
#include "record/manifest.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static uint64_t state = 1;
static uint64_t rnd(uint64_t n) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return (state >> 33) % n;
}

static void some_inputs(struct omen_inputs *in) {
  uint32_t n = 3;
  *in = (struct omen_inputs){0};
  omen_inputs_add(in, OMEN_INPUT_ARGC, "", &n, 4, 4, true);
  omen_inputs_add(in, OMEN_INPUT_ARGV, "1", "abc", 3, 8, true);
  omen_inputs_add(in, OMEN_INPUT_ARGV, "2", "", 0, 8, true);
  omen_inputs_add(in, OMEN_INPUT_STDIN, "", "a\0b\n", 4, 68, true);
  omen_inputs_add(in, OMEN_INPUT_ENV, "MODE", "x", 1, 8, true);
  omen_inputs_add(in, OMEN_INPUT_FILE, "/a/b", "12345678", 8, 8, false);
}

static void comes_back(void **unused) {
  struct omen_inputs in, again;
  struct omen_buf text = {0};
  struct omen_err err;
  some_inputs(&in);
  omen_inputs_render(&in, &text);
  assert_int_equal(text.len % 8, 0);
  assert_int_equal(omen_inputs_parse(&again, text.data, text.len, "x", &err), 0);
  assert_true(omen_inputs_same(&in, &again));
  for (size_t i = 0; i < in.n; i++) {
    assert_int_equal(in.list[i].room, again.list[i].room);
    assert_int_equal(in.list[i].symbolic, again.list[i].symbolic);
  }
  assert_string_equal(omen_inputs_find(&again, OMEN_INPUT_ENV, "MODE")->bytes, "x");
  assert_null(omen_inputs_find(&again, OMEN_INPUT_ENV, "MOD"));
  omen_inputs_set(&again.list[1], "longer than the room", 20);
  assert_int_equal(again.list[1].room, 20);
  assert_false(omen_inputs_same(&in, &again));
  omen_inputs_release(&again);
  omen_inputs_copy(&again, &in);
  assert_true(omen_inputs_same(&in, &again));
  omen_inputs_release(&again);
  omen_inputs_release(&in);
  omen_buf_release(&text);
}

/* Cut anywhere, one byte more, and any byte changed: an error with a message, or inputs that are whole. */
static void try(const void *data, size_t len) {
  struct omen_inputs in;
  struct omen_err err = {0};
  uint8_t *copy = malloc(len ? len : 1); /* of its very size: what is read behind it is seen by a checker */
  memcpy(copy, data, len);
  if (omen_inputs_parse(&in, copy, len, "x", &err)) {
    assert_true(err.msg[0]);
    assert_int_equal(in.n, 0);
  } else {
    struct omen_buf again = {0};
    omen_inputs_render(&in, &again);
    assert_int_equal(again.len, len); /* nothing in it was left over */
    omen_buf_release(&again);
    for (size_t i = 0; i < in.n; i++)
      if (omen_inputs_is_string(in.list[i].kind)) assert_true(in.list[i].len <= in.list[i].room);
    omen_inputs_release(&in);
  }
  free(copy);
}

static void any_bytes(void **unused) {
  struct omen_inputs in;
  struct omen_buf text = {0};
  some_inputs(&in);
  omen_inputs_render(&in, &text);
  for (size_t n = 0; n < text.len; n++) try(text.data, n);
  omen_buf_add(&text, "\0\0\0\0\0\0\0\0", 8);
  try(text.data, text.len);
  text.len -= 8;
  char *bytes = malloc(text.len);
  for (int i = 0; i < 200000; i++) {
    memcpy(bytes, text.data, text.len);
    for (uint64_t k = 1 + rnd(3); k; k--) {
      static const uint8_t edges[] = {0, 1, 0x7f, 0x80, 0xff};
      bytes[rnd(text.len)] = (char)(rnd(2) ? edges[rnd(5)] : rnd(256));
    }
    try(bytes, rnd(8) ? text.len : rnd(text.len));
  }
  for (int i = 0; i < 20000; i++) {
    size_t n = rnd(text.len);
    for (size_t k = 0; k < n; k++) bytes[k] = (char)rnd(256);
    uint64_t magic = OMEN_INPUTS_MAGIC;
    if (n >= 8) memcpy(bytes, &magic, 8);
    try(bytes, n);
  }
  free(bytes);
  omen_inputs_release(&in);
  omen_buf_release(&text);
}

static size_t total(char **list) {
  size_t n = 0;
  for (; *list; list++) n += strlen(*list) + 1;
  return n;
}

static void strings(void **unused) {
  static char *const argv[] = {"prog", "old", NULL}, *const env[] = {"A=1", "MODE=long", "B=2", NULL};
  struct omen_inputs in;
  char **a, **e;
  some_inputs(&in);
  omen_inputs_strings(&in, argv, env, &a, &e);
  assert_string_equal(a[0], "prog");
  assert_string_equal(a[1], "abc");
  assert_string_equal(a[2], "");
  assert_null(a[3]);
  assert_string_equal(e[1], "MODE=x");
  assert_memory_equal(e[3], OMEN_INPUTS_ROOM, strlen(OMEN_INPUTS_ROOM));
  assert_null(e[4]);
  size_t before = total(a) + total(e);
  omen_strings_free(a);
  omen_strings_free(e);
  /* Within their room, strings of another length leave the stack where it was. */
  omen_inputs_set(&in.list[1], "12345678", 8);
  omen_inputs_set(&in.list[4], "", 0);
  omen_inputs_strings(&in, argv, env, &a, &e);
  assert_int_equal(total(a) + total(e), before);
  omen_strings_free(a);
  omen_strings_free(e);
  /* Not set at all: then it is not there, whatever was. */
  struct omen_inputs other, again;
  assert_false(omen_inputs_other_way(&in, 1, &other));
  assert_true(omen_inputs_other_way(&in, 4, &other));
  assert_true(omen_input_unset(&other.list[4]));
  assert_false(omen_inputs_same(&in, &other));
  omen_inputs_strings(&other, argv, env, &a, &e);
  assert_string_equal(e[0], "A=1");
  assert_string_equal(e[1], "B=2");
  assert_null(e[3]);
  omen_strings_free(a);
  omen_strings_free(e);
  assert_true(omen_inputs_other_way(&other, 4, &again));
  assert_true(omen_inputs_same(&in, &again)); /* it was set to nothing */
  omen_inputs_release(&other);
  omen_inputs_release(&again);
  uint32_t n = 1;
  omen_inputs_set(&in.list[0], &n, 4);
  omen_inputs_strings(&in, argv, env, &a, &e);
  assert_null(a[1]);
  omen_strings_free(a);
  omen_strings_free(e);
  omen_inputs_release(&in);
}

/* A log of any bytes ends somewhere, and nothing outside of it is ever given out: not for a number of bytes,
 * nor for where they are said to stand. */
static void any_log(void **unused) {
  enum { LONGEST = 1400 };
  uint8_t log[LONGEST] = "OMENLOG2";
  for (int i = 0; i < 100000; i++) {
    size_t n = 8 + rnd(i % 8 ? 56 : LONGEST - 8);
    for (size_t k = 8; k < n; k++)
      log[k] = (uint8_t)(rnd(3) ? rnd(8) | (rnd(8) ? 0u : 128u) : (uint8_t)"STMEWK"[rnd(6)]);
    uint8_t *copy = malloc(n);
    memcpy(copy, log, n);
    struct omen_log_reader r;
    struct omen_log_record c;
    assert_true(omen_log_open(&r, copy, n));
    for (int steps = 0; omen_log_next_call(&r, &c); steps++) {
      const uint8_t *data;
      size_t len;
      assert_true(steps < LONGEST);
      while (omen_log_next_piece(&c.pieces, &data, &len)) assert_true(data >= copy && data + len <= copy + n);
    }
    free(copy);
  }
}

/* Two calls of one piece of 600 bytes: the second says where the first has them. */
static void shared_piece(void **unused) {
  enum { LENGTH = 600 };
  static const uint8_t head[] = {'S', 0, 0, 0, 1, 9, 0xd8, 0x04}; /* read(0) = 0, a piece at 9 of 600 bytes */
  uint8_t log[700] = "OMENLOG2";
  const uint8_t *data;
  size_t n = 8, len, first;
  memcpy(log + n, head, sizeof head);
  n += sizeof head;
  log[n++] = 0;
  first = n;
  for (int i = 0; i < LENGTH; i++) log[n++] = (uint8_t)(i * 7);
  memcpy(log + n, head, sizeof head);
  n += sizeof head;
  log[n++] = (uint8_t)first;
  struct omen_log_reader r;
  struct omen_log_record c;
  assert_true(omen_log_open(&r, log, n));
  for (int i = 0; i < 2; i++) {
    assert_true(omen_log_next_call(&r, &c));
    assert_true(omen_log_next_piece(&c.pieces, &data, &len));
    assert_int_equal(len, LENGTH);
    assert_ptr_equal(data, log + first);
  }
  assert_false(omen_log_next_call(&r, &c));
  log[n - 1] = 127; /* ends behind what comes before it */
  assert_true(omen_log_open(&r, log, n));
  assert_true(omen_log_next_call(&r, &c));
  assert_false(omen_log_next_call(&r, &c));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(comes_back), cmocka_unit_test(any_bytes),
                                     cmocka_unit_test(strings), cmocka_unit_test(any_log),
                                     cmocka_unit_test(shared_piece)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
