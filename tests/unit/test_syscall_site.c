/* Places that make system calls and are rewritten to jump: what is taken for one, and that the code which is
 * made for it does the same, in a process that has left control (the way through the runtime is
 * tests/cli/run_call_sites.sh). */
/* rooms: runtime/syscall, quick */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>
#include "runtime/syscall/site.c"

struct omrt_fiber *omrt_all;
long omrt_sys(long nr, long a, long b, long c, long d, long e, long f) { return -ENOSYS; }
bool omrt_page_readable(uintptr_t addr) { return true; }
void omrt_site_entry(void) {}
void omrt_site_entry_compared(void) {}

enum { CALL = 128, SIZE = 4096 };
static uint8_t *code, *stub;

static uint64_t lay(const char *bytes, size_t n, size_t after) {
  memset(code, 0x90, SIZE);
  memcpy(code + CALL, bytes, n);
  return (uint64_t)code + CALL + after;
}
static enum omrt_site_kind kind(uint64_t after) {
  return omrt_site_kind(after, (uint64_t)code, (uint64_t)code + SIZE);
}

#define PID "\xb8\x27\x00\x00\x00\x0f\x05\xc3" /* mov $39, %eax; syscall; ret */
/* xor %eax, %eax; syscall; cmp $-4096, %rax; ja 1f; ret; 1: mov $-1, %eax; ret */
#define READ "\x31\xc0\x0f\x05\x48\x3d\x00\xf0\xff\xff\x77\x01\xc3\xb8\xff\xff\xff\xff\xc3"

static void what_is_taken(void **state) {
  assert_int_equal(kind(lay(PID, 8, 7)), OMRT_SITE_MOVED);
  assert_int_equal(kind(lay(READ, 19, 4)), OMRT_SITE_ZERO);
  assert_int_equal(kind(lay("\x31\xc0\x0f\x05\xc3", 5, 4)), OMRT_SITE_NONE); /* not enough room */
  assert_int_equal(kind(lay("\xb8\x27\x00\x00\x00\x90\x0f\x05\xc3", 9, 8)), OMRT_SITE_NONE);
  assert_int_equal(kind(lay("\xb8\x27\x00\x00\x00\xcd\x80\xc3", 8, 7)), OMRT_SITE_NONE);
  assert_int_equal(kind(lay("\xb8\x27\x00\x01\x00\x0f\x05\xc3", 8, 7)),
                   OMRT_SITE_NONE); /* no call's number */
  uint64_t after = lay(READ, 19, 4);
  assert_int_equal(omrt_site_kind(after, (uint64_t)code, after + 8), OMRT_SITE_NONE);
}

/* Where somebody branches to what the jump would lie over. */
static void what_is_branched_to(void **state) {
  static const struct {
    size_t at;
    const char *bytes;
    size_t n;
  } branch[] = {{CALL - 2, "\x74\x02", 2},
                {CALL - 2, "\xeb\x04", 2},
                {CALL - 5, "\xe9\x02\x00\x00\x00", 5},
                {CALL + 64, "\x0f\x84\xbc\xff\xff\xff", 6}, /* back to the call */
                {CALL + 64, "\x0f\x8f\xbe\xff\xff\xff", 6}};
  for (size_t i = 0; i < sizeof branch / sizeof *branch; i++) {
    uint64_t after = lay(READ, 19, 4);
    memcpy(code + branch[i].at, branch[i].bytes, branch[i].n);
    assert_int_equal(kind(after), OMRT_SITE_NONE);
  }
  uint64_t after = lay(READ, 19, 4);
  memcpy(code + CALL - 2, "\xeb\x00", 2); /* to its beginning: the jump is there */
  assert_int_equal(kind(after), OMRT_SITE_ZERO);
}

static void redirect(uint64_t after, const void *entry) {
  uint8_t jump[OMRT_SITE_JUMP];
  enum omrt_site_kind k = kind(after);
  omrt_sites_on = entry != NULL;
  omrt_site_code(stub, (uint64_t)stub, k, after, (uint64_t)entry, (uint64_t)&omrt_sites_on);
  assert_true(omrt_site_jump(jump, omrt_site_from(k, after), (uint64_t)stub));
  memcpy((void *)omrt_site_from(k, after), jump, sizeof jump);
}

static void does_the_same(void **state) {
  int fds[2];
  char got[4];
  redirect(lay(PID, 8, 7), NULL);
  assert_int_equal(((long (*)(void))(uintptr_t)(code + CALL))(), getpid());
  redirect(lay(READ, 19, 4), NULL);
  long (*reads)(int, char *, long) = (long (*)(int, char *, long))(uintptr_t)(code + CALL);
  assert_int_equal(pipe(fds), 0);
  assert_int_equal(write(fds[1], "abc", 3), 3);
  assert_int_equal(reads(fds[0], got, sizeof got), 3);
  assert_memory_equal(got, "abc", 3);
  assert_int_equal((int)reads(-1, got, 4), -1); /* by way of the comparison */
  close(fds[0]);
  close(fds[1]);
}

/* Through the runtime: to the entry, with the way back in rcx. */
static void goes_to_the_entry(void **state) {
  static const uint8_t entry[] = {0x48, 0x89, 0xc8, 0xc3}; /* mov %rcx, %rax; ret */
  uint64_t after = lay(PID, 8, 7);
  memcpy(code, entry, sizeof entry);
  redirect(after, code);
  assert_int_equal(((long (*)(void))(uintptr_t)(code + CALL))(), after);
  uint8_t jump[OMRT_SITE_JUMP];
  assert_false(omrt_site_jump(jump, 0x1000, 0x1000 + (3ull << 30)));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_taken), cmocka_unit_test(what_is_branched_to),
                                     cmocka_unit_test(does_the_same), cmocka_unit_test(goes_to_the_entry)};
  code = mmap(NULL, 2 * SIZE, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  stub = code + SIZE;
  return cmocka_run_group_tests(tests, NULL, NULL);
}
