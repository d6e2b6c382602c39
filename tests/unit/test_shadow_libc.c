/* Library functions: each must read and write exactly the bytes that it does. Another thread accessed every
 * byte of the region before, unordered; the bytes that race are those that the function touched. After a
 * write everything races; after a read only writes do. */
/* rooms: runtime/libc runtime/shadow, quick */
#include "shadow_fake.h"
#include "../../src/runtime/libc/memory_functions.c"
#include "../../src/runtime/libc/string.c"
#include "../../src/runtime/libc/convert.c"
#define number format_number
#include "../../src/runtime/libc/format.c"
#undef number
#include "../../src/runtime/libc/stdio.c"

/* What the symbolic room stands on, which has nothing to do here. */
int omrt_fmt(char *to, size_t cap, const char *fmt, ...) {
  (void)fmt;
  if (cap) *to = 0;
  return 0;
}

static char area[REGION];
static struct omrt_fiber *main_fiber, *other;
struct omrt_fiber *omrt_alive;

/* All of the area was accessed by the other thread, unordered. */
static void prepare_area(bool by_write) {
  memset(flagged, 0, sizeof flagged);
  omrt_shadow_reset(area, sizeof area);
  fake_run(other);
  if (by_write)
    __omen_writen(area, sizeof area, 1);
  else
    __omen_readn(area, sizeof area, 1);
  fake_run(main_fiber);
}

static void expect_at(int line, unsigned lo, unsigned n, unsigned lo2, unsigned n2) {
  for (unsigned i = 0; i < REGION; i++) {
    bool wanted = (i >= lo && i < lo + n) || (i >= lo2 && i < lo2 + n2);
    if (flagged[i] != wanted) fail_msg("line %d: byte %u is %d, not %d", line, i, flagged[i], wanted);
  }
}

/* Fills the area anew, runs the call twice, and says which bytes it reads and writes, and which of them it
 * writes. */
#define TOUCHES(fill, call, lo, n, lo2, n2, wlo, wn)                                                         \
  do {                                                                                                       \
    memset(area, 0, sizeof area), fill;                                                                      \
    prepare_area(true), call, expect_at(__LINE__, lo, n, lo2, n2);                                           \
    memset(area, 0, sizeof area), fill;                                                                      \
    prepare_area(false), call, expect_at(__LINE__, wlo, wn, 0, 0);                                           \
  } while (0)
#define AT(i, text) strcpy(area + (i), text)

static void memory_functions(void **state) {
  (void)state;
  TOUCHES(AT(0, "abc"), __omen_lib_memcpy(5, area + 100, area + 1, 33), 1, 33, 100, 33, 100, 33);
  TOUCHES(AT(0, "abc"), __omen_lib_memmove(5, area + 3, area + 1, 7), 1, 9, 0, 0, 3, 7);
  TOUCHES(AT(0, "abc"), __omen_lib_memset(5, area + 2, 1, 70), 2, 70, 0, 0, 2, 70);
  TOUCHES(AT(0, "abc"), __omen_lib_bzero(5, area + 2, 3), 2, 3, 0, 0, 2, 3);
  TOUCHES(AT(0, "abc"), __omen_lib_memcmp(5, area, area + 50, 9), 0, 9, 50, 9, 0, 0);
  TOUCHES(AT(0, "abc"), __omen_lib_bcmp(5, area, area + 50, 9), 0, 9, 50, 9, 0, 0);
  TOUCHES(AT(0, "abc"), __omen_lib_memchr(5, area, 'c', 90), 0, 3, 0, 0, 0, 0);
  TOUCHES(AT(0, "abc"), __omen_lib_memchr(5, area, 'x', 90), 0, 90, 0, 0, 0, 0);
  TOUCHES(AT(0, "abc"), __omen_lib_memcpy(5, area + 100, area + 1, 0), 0, 0, 0, 0, 0, 0);
}

static void string_functions(void **state) {
  (void)state;
  TOUCHES(AT(3, "hello"), __omen_lib_strlen(5, area + 3), 3, 6, 0, 0, 0, 0);
  TOUCHES(AT(3, "hello"), __omen_lib_strnlen(5, area + 3, 2), 3, 2, 0, 0, 0, 0);
  TOUCHES(AT(3, "hello"), __omen_lib_strnlen(5, area + 3, 20), 3, 6, 0, 0, 0, 0);
  TOUCHES(AT(3, "hello"), __omen_lib_strcpy(5, area + 50, area + 3), 3, 6, 50, 6, 50, 6);
  TOUCHES(AT(3, "hello"), __omen_lib_stpcpy(5, area + 50, area + 3), 3, 6, 50, 6, 50, 6);
  TOUCHES(AT(3, "hello"), __omen_lib_strncpy(5, area + 50, area + 3, 10), 3, 6, 50, 10, 50, 10);
  TOUCHES(AT(3, "hello"), __omen_lib_strncpy(5, area + 50, area + 3, 2), 3, 2, 50, 2, 50, 2);
  TOUCHES((AT(3, "hello"), AT(50, "12")), __omen_lib_strcat(5, area + 50, area + 3), 3, 6, 50, 8, 52, 6);
  TOUCHES((AT(3, "hello"), AT(50, "12")), __omen_lib_strncat(5, area + 50, area + 3, 2), 3, 2, 50, 5, 52, 3);
  TOUCHES((AT(3, "hello"), AT(50, "help")), __omen_lib_strcmp(5, area + 3, area + 50), 3, 4, 50, 4, 0, 0);
  TOUCHES((AT(3, "hello"), AT(50, "hello")), __omen_lib_strcmp(5, area + 3, area + 50), 3, 6, 50, 6, 0, 0);
  TOUCHES((AT(3, "hello"), AT(50, "hello")), __omen_lib_strncmp(5, area + 3, area + 50, 2), 3, 2, 50, 2, 0,
          0);
  TOUCHES((AT(3, "HELLO"), AT(50, "help")), __omen_lib_strcasecmp(5, area + 3, area + 50), 3, 4, 50, 4, 0, 0);
  TOUCHES((AT(3, "HELLO"), AT(50, "hello")), __omen_lib_strncasecmp(5, area + 3, area + 50, 3), 3, 3, 50, 3,
          0, 0);
  TOUCHES(AT(3, "hello"), __omen_lib_strchr(5, area + 3, 'l'), 3, 3, 0, 0, 0, 0);
  TOUCHES(AT(3, "hello"), __omen_lib_strchr(5, area + 3, 'x'), 3, 6, 0, 0, 0, 0);
  TOUCHES(AT(3, "hello"), __omen_lib_strrchr(5, area + 3, 'h'), 3, 6, 0, 0, 0, 0);
  TOUCHES(AT(3, "hello"), __omen_lib_strstr(5, area + 3, "el"), 3, 3, 0, 0, 0, 0);
  TOUCHES(AT(3, "hello"), __omen_lib_strstr(5, area + 3, "zz"), 3, 6, 0, 0, 0, 0);
  TOUCHES((AT(3, "hello"), AT(50, "eh")), __omen_lib_strspn(5, area + 3, area + 50), 3, 3, 50, 3, 0, 0);
  TOUCHES((AT(3, "hello"), AT(50, "l")), __omen_lib_strcspn(5, area + 3, area + 50), 3, 3, 50, 2, 0, 0);
  TOUCHES((AT(3, "hello"), AT(50, "xy")), __omen_lib_strpbrk(5, area + 3, area + 50), 3, 6, 50, 3, 0, 0);
  TOUCHES(AT(3, "hello"), free(__omen_lib_strdup(5, area + 3)), 3, 6, 0, 0, 0, 0);
  TOUCHES(AT(3, "hello"), free(__omen_lib_strndup(5, area + 3, 2)), 3, 2, 0, 0, 0, 0);
}

/* Reads and writes the pointer that it is given, too, at 100. */
static void tokens(void **state) {
  (void)state;
  char **rest = (char **)(void *)(area + 100);
  for (int by_write = 0; by_write < 2; by_write++) {
    memset(area, 0, sizeof area);
    AT(3, "one two");
    *rest = area + 3;
    prepare_area(by_write);
    assert_ptr_equal(__omen_lib_strsep(5, rest, " "), area + 3);
    assert_ptr_equal(*rest, area + 7);
    assert_string_equal(area + 3, "one");
    expect_at(__LINE__, by_write ? 3 : 6, by_write ? 4 : 1, 100, 8);
    prepare_area(by_write); /* no delimiter: the end is read, and not written */
    assert_ptr_equal(__omen_lib_strsep(5, rest, " "), area + 7);
    assert_null(*rest);
    expect_at(__LINE__, 7, by_write ? 4 : 0, 100, 8);
    prepare_area(by_write); /* no more: only looked at */
    assert_null(__omen_lib_strsep(5, rest, " "));
    expect_at(__LINE__, 0, 0, 100, by_write ? 8 : 0);
  }
}

static int by_byte(const void *x, const void *y) { return *(const char *)x - *(const char *)y; }

static void conversions_and_sorting(void **state) {
  (void)state;
  char *stop;
  TOUCHES(AT(0, "-123xy"), __omen_lib_atoi(5, area), 0, 5, 0, 0, 0, 0);
  TOUCHES(AT(0, "99"), __omen_lib_atol(5, area), 0, 3, 0, 0, 0, 0);
  TOUCHES(AT(0, "0x1fz"), __omen_lib_strtol(5, area, (char **)(void *)(area + 64), 16), 0, 5, 64, 8, 64, 8);
  TOUCHES(AT(0, "77"), __omen_lib_strtoul(5, area, NULL, 10), 0, 3, 0, 0, 0, 0);
  TOUCHES(AT(0, "2.5e3q"), __omen_lib_strtod(5, area, &stop), 0, 6, 0, 0, 0, 0);
  TOUCHES(AT(0, "52431"), __omen_lib_qsort(5, area, 5, 1, by_byte), 0, 5, 0, 0, 0, 5);
  assert_string_equal(area, "12345");
  assert_int_equal(__omen_lib_atoi(5, "-42"), -42);
}

static void formats(void **state) {
  (void)state;
  TOUCHES(AT(3, "hello"), __omen_lib_snprintf(5, area + 50, 100, "%d %s", 7, area + 3), 3, 6, 50, 8, 50, 8);
  assert_string_equal(area + 50, "7 hello");
  TOUCHES(AT(3, "hello"), __omen_lib_snprintf(5, area + 50, 3, "%5ld%-8s", 7L, area + 3), 3, 6, 50, 3, 50, 3);
  TOUCHES(AT(3, "hello"), __omen_lib_snprintf(5, NULL, 0, "%.*s", 2, area + 3), 3, 2, 0, 0, 0, 0);
  TOUCHES(AT(3, "hello"), __omen_lib_snprintf(5, NULL, 0, "%.9s", area + 3), 3, 6, 0, 0, 0, 0);
  TOUCHES(AT(3, "hello"),
          __omen_lib_sprintf(5, area + 50, "%%%Lf%g%zu%c%s", 1.0L, 2.0, (size_t)3, 'c', area + 3), 3, 6, 50,
          18, 50, 18);
  TOUCHES(AT(3, "hello"), __omen_lib_snprintf(5, NULL, 0, "a%hhn", (signed char *)area + 99), 99, 1, 0, 0, 99,
          1);
  TOUCHES(AT(3, "hello"), __omen_lib_snprintf(5, NULL, 0, "%s", (char *)NULL), 0, 0, 0, 0, 0, 0);
  TOUCHES(AT(3, "hello"), __omen_lib_snprintf(5, NULL, 0, "%1$s", area + 3), 0, 0, 0, 0, 0,
          0); /* not looked into */
  TOUCHES(AT(3, "%d"), __omen_lib_snprintf(5, NULL, 0, area + 3, 4), 3, 3, 0, 0, 0, 0);
  FILE *null = fopen("/dev/null", "w");
  TOUCHES(AT(3, "hello"), __omen_lib_fprintf(5, null, "%*d%s", 4, 5, area + 3), 3, 6, 0, 0, 0, 0);
  fclose(null);
}

static void buffers(void **state) {
  (void)state;
  int pipe_fd[2];
  assert_int_equal(pipe(pipe_fd), 0);
  TOUCHES(AT(3, "hello"), __omen_lib_write(5, pipe_fd[1], area + 3, 5), 3, 5, 0, 0, 0, 0);
  TOUCHES((void)0, __omen_lib_read(5, pipe_fd[0], area + 10, 5), 10, 5, 0, 0, 10, 5);
  assert_memory_equal(area + 10, "hello", 5);
  close(pipe_fd[0]), close(pipe_fd[1]);
  FILE *file = tmpfile();
  TOUCHES(AT(3, "hello\n"), __omen_lib_fwrite(5, area + 3, 2, 3, file), 3, 6, 0, 0, 0, 0);
  TOUCHES(AT(3, "hello\n"), __omen_lib_fputs(5, area + 3, file), 3, 7, 0, 0, 0, 0);
  TOUCHES(rewind(file), __omen_lib_fgets(5, area + 8, 100, file), 8, 7, 0, 0, 8, 7);
  TOUCHES(rewind(file), __omen_lib_fread(5, area + 8, 2, 3, file), 8, 6, 0, 0, 8, 6);
  fflush(file);
  TOUCHES((void)0, __omen_lib_pread(5, fileno(file), area + 8, 3, 0), 8, 3, 0, 0, 8, 3);
  TOUCHES((void)0, __omen_lib_pread(5, fileno(file), area + 8, 3, 4000), 0, 0, 0, 0, 0, 0);
  TOUCHES((void)0, __omen_lib_pwrite(5, fileno(file), area + 8, 3, 0), 8, 3, 0, 0, 0, 0);
  TOUCHES((void)0, __omen_lib_read(5, -1, area + 8, 3), 0, 0, 0, 0, 0, 0);
  fclose(file);
  int pair[2];
  assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
  TOUCHES((void)0, __omen_lib_send(5, pair[0], area + 20, 9, 0), 20, 9, 0, 0, 0, 0);
  TOUCHES((void)0, __omen_lib_recv(5, pair[1], area + 20, 9, 0), 20, 9, 0, 0, 20, 9);
  close(pair[0]), close(pair[1]);
}

static int set_up(void **state) {
  (void)state;
  region = (unsigned char *)area;
  fake_start(0, NULL, 0);
  main_fiber = omrt_cur;
  other = fake_fork();
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(memory_functions), cmocka_unit_test(string_functions),
      cmocka_unit_test(tokens),           cmocka_unit_test(conversions_and_sorting),
      cmocka_unit_test(formats),          cmocka_unit_test(buffers),
  };
  return cmocka_run_group_tests(tests, set_up, NULL);
}
