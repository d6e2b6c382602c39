/* What the cards of system calls (syscall/card.h) say, where others rely on it: who is in which set of calls,
 * and what descriptors' numbers do. The functions that the cards name are not linked here. */
/* rooms: runtime/syscall, quick */
#include "runtime/syscall/syscall.h"
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
/* Weak, so that nobody need define them. */
#define SERVE_recorded(written)
#define SERVE_served(function, written) OMRT_CALL(function) __attribute__((weak));
#define SERVE_passed(written)
#define CALL(call, args, serve, blocks, fds, data, order, changes, keeps, effect, loop, world, otherwise,    \
             follow)                                                                                         \
  SERVE_##serve
#define PASSED(call)
#include "runtime/syscall/table.def"
#undef SERVE_recorded
#undef SERVE_served
#undef SERVE_passed
#include "runtime/syscall/card.c"
#include "runtime/syscall/fds.c"
#include <fcntl.h>
#include <linux/close_range.h>

/* ---- sets ---- */

typedef bool in_set(const struct omrt_card *c);

/* Exactly the calls of the list, which ends with -1, are in the set. */
static void exactly(in_set *in, const int *calls) {
  bool listed[OMRT_CALLS] = {0};
  for (; *calls >= 0; calls++) listed[*calls] = true;
  for (int nr = 0; nr < OMRT_CALLS; nr++) {
    const struct omrt_card *c = omrt_card(nr);
    if (in(c) != listed[nr])
      fail_msg("%s (%d): %s", c->name ? c->name : "-", nr, listed[nr] ? "missing" : "too much");
  }
}
#define EXACTLY(in, ...) exactly(in, (const int[]){__VA_ARGS__, -1})

static bool in_digest(const struct omrt_card *c) {
  return c->data & OMRT_DATA_OUT && c->data & OMRT_DATA_BUFFER;
}
static bool shown(const struct omrt_card *c) { return c->data & OMRT_DATA_SHOWN; }
static bool rests(const struct omrt_card *c) { return c->loop == OMRT_LOOP_RESTS; }
static bool awaited(const struct omrt_card *c) { return c->how == OMRT_SERVE_RECORDED && c->blocks; }
static bool closes(const struct omrt_card *c) {
  const uint64_t a[6] = {3, 4};
  return omrt_fds_closed(c, a, 0).end;
}
static bool copies(const struct omrt_card *c) {
  const uint64_t a[6] = {3, F_DUPFD};
  return omrt_fds_copied(c, a, 5);
}

static void sets(void **state) {
  EXACTLY(in_digest, SYS_write, SYS_pwrite64, SYS_sendto);
  EXACTLY(shown, SYS_write, SYS_writev);
  EXACTLY(rests, SYS_sched_yield, SYS_nanosleep, SYS_clock_nanosleep);
  EXACTLY(awaited, SYS_read, SYS_readv, SYS_accept, SYS_accept4, SYS_recvfrom, SYS_recvmsg, SYS_recvmmsg,
          SYS_write, SYS_writev, SYS_sendto, SYS_sendmsg, SYS_sendmmsg);
  EXACTLY(closes, SYS_close, SYS_close_range, SYS_dup2, SYS_dup3);
  EXACTLY(copies, SYS_dup, SYS_dup2, SYS_dup3, SYS_fcntl);
}

/* ---- single cards ---- */

static void unknown_numbers(void **state) {
  const int numbers[] = {-1, -1000000, OMRT_CALLS - 1, OMRT_CALLS, 1 << 20};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    const struct omrt_card *c = omrt_card(numbers[i]);
    assert_null(c->name);
    assert_int_equal(c->how, OMRT_SERVE_PASSED);
  }
  assert_string_equal(omrt_card(SYS_bpf)->name, "bpf"); /* known by name */
  assert_int_equal(omrt_card(SYS_bpf)->how, OMRT_SERVE_PASSED);
}

static void every_card_is_whole(void **state) {
  for (int nr = 0; nr < OMRT_CALLS; nr++) {
    const struct omrt_card *c = omrt_card(nr);
    if (!c->name) continue;
    if (c->how != OMRT_SERVE_SERVED && !c->pieces) fail_msg("%s: nobody knows what it writes", c->name);
    if (c->arity > 6) fail_msg("%s has %d arguments", c->name, c->arity);
    unsigned way = c->data & (OMRT_DATA_IN | OMRT_DATA_OUT);
    unsigned shape = c->data & (OMRT_DATA_BUFFER | OMRT_DATA_VECTOR | OMRT_DATA_MESSAGE | OMRT_DATA_MESSAGES);
    if (c->data && (__builtin_popcount(way) != 1 || __builtin_popcount(shape) != 1))
      fail_msg("%s moves data in no way, or in two", c->name);
  }
}

static void flags_of_messages(void **state) {
  const uint64_t a[6] = {0, 1, 2, 3, 4, 5};
  assert_int_equal(omrt_card_flags(omrt_card(SYS_sendto), a), 3);
  assert_int_equal(omrt_card_flags(omrt_card(SYS_recvfrom), a), 3);
  assert_int_equal(omrt_card_flags(omrt_card(SYS_sendmsg), a), 2);
  assert_int_equal(omrt_card_flags(omrt_card(SYS_recvmsg), a), 2);
  assert_int_equal(omrt_card_flags(omrt_card(SYS_sendmmsg), a), 3);
  assert_int_equal(omrt_card_flags(omrt_card(SYS_write), a), 0);
  assert_int_equal(omrt_card_flags(omrt_card(SYS_pread64), a), 0);
}

/* ---- what becomes of descriptors' numbers ---- */

static void closed(int nr, uint64_t a0, uint64_t a1, uint64_t a2, int64_t ret, uint64_t first, uint64_t end) {
  const uint64_t a[6] = {a0, a1, a2};
  struct omrt_fds got = omrt_fds_closed(omrt_card(nr), a, ret);
  assert_int_equal(got.first, first);
  assert_int_equal(got.end, end);
}

static void closing(void **state) {
  closed(SYS_close, 5, 0, 0, 0, 5, 6);
  closed(SYS_close, 5, 0, 0, -5, 5, 6); /* also if something went wrong */
  closed(SYS_close_range, 3, 9, 0, 0, 3, 10);
  closed(SYS_close_range, 3, ~0u, 0, 0, 3, 1ull << 32);
  closed(SYS_close_range, 3, 9, CLOSE_RANGE_CLOEXEC, 0, 0, 0);
  closed(SYS_close_range, 9, 3, 0, -22, 0, 0);
  closed(SYS_dup2, 5, 7, 0, 7, 7, 8);
  closed(SYS_dup2, 5, 5, 0, 5, 0, 0);
  closed(SYS_dup3, 5, 7, O_CLOEXEC, 7, 7, 8);
  closed(SYS_dup3, 5, 7, 0, -9, 0, 0);
  closed(SYS_dup, 5, 7, 0, 6, 0, 0);
}

static void rows_follow(void **state) {
  char rows[8] = "abcdefgh";
  const struct omrt_by_fd t = {rows, 8, 1};
  const uint64_t dup[6] = {1}, dup2[6] = {2, 4}, close_[6] = {3}, range[6] = {6, ~0u};
  omrt_by_fd_after(&t, omrt_card(SYS_dup), dup, 5);
  omrt_by_fd_after(&t, omrt_card(SYS_dup2), dup2, 4);
  omrt_by_fd_after(&t, omrt_card(SYS_close), close_, 0);
  omrt_by_fd_after(&t, omrt_card(SYS_close_range), range, 0);
  assert_memory_equal(rows, "abc\0cb\0\0", 8);
  omrt_by_fd_after(&t, omrt_card(SYS_read), dup, 5); /* nor does any other call */
  assert_memory_equal(rows, "abc\0cb\0\0", 8);
  const uint64_t set[6] = {1, F_SETFL}, copy[6] = {1, F_DUPFD_CLOEXEC};
  omrt_by_fd_after(&t, omrt_card(SYS_fcntl), set, 0);
  omrt_by_fd_after(&t, omrt_card(SYS_fcntl), copy, 7);
  assert_memory_equal(rows, "abc\0cb\0b", 8);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sets),    cmocka_unit_test(unknown_numbers),   cmocka_unit_test(every_card_is_whole),
      cmocka_unit_test(closing), cmocka_unit_test(flags_of_messages), cmocka_unit_test(rows_follow),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
