/* What saved checkpoints stand on: a place in the program that is gone back to, a function on another stack,
 * the mappings of a process as /proc/self/maps has them, and the hashes by which two processes know each
 * other. */
/* rooms: runtime/checkpoint, quick */
#include "record/config.h"
#include <errno.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "../../src/runtime/checkpoint/mappings.c" /* before cmocka.h, which has a macro `skip` */
#include <cmocka.h>

static struct omen_config config;
struct omen_config *omrt_config = &config;
long omrt_sys(long n, long a, long b, long c, long d, long e, long f) {
  long r = syscall(n, a, b, c, d, e, f);
  return r < 0 ? -errno : r;
}

/* ---- a place to go back to ---- */

static unsigned control(void) {
  unsigned v;
  __asm__ volatile("stmxcsr %0" : "=m"(v));
  return v;
}
static void set_control(unsigned v) { __asm__ volatile("ldmxcsr %0" : : "m"(v)); }

static struct omrt_context place;
static __attribute__((noinline)) void go_back(int depth) {
  volatile char room[200];
  room[depth] = 1;
  if (depth) go_back(depth - 1);
  set_control(control() ^ 0x8000); /* flush to zero: it must be as it was */
  omrt_context_resume(&place);
}

static void saved_and_resumed(void **state) {
  volatile int rounds = 0;
  volatile uint64_t kept = 0x1234567890abcdef;
  unsigned before = control();
  if (omrt_context_save(&place)) {
    assert_int_equal(control(), before);
    assert_int_equal(kept, 0x1234567890abcdef + (uint64_t)rounds);
  }
  kept++;
  if (++rounds < 4) go_back(rounds * 3);
  assert_int_equal(rounds, 4);
}

/* ---- another stack ---- */

static _Alignas(16) char stack[65536];
static jmp_buf out;
static void *got;
static bool inside, aligned;
static void on_it(void *arg) {
  _Alignas(16) char here[16];
  got = arg;
  inside = (uintptr_t)here - (uintptr_t)stack < sizeof stack;
  aligned = !((uintptr_t)here & 15);
  longjmp(out, 1);
}
static void on_another_stack(void **state) {
  if (!setjmp(out)) omrt_on_stack(stack + sizeof stack - 3, on_it, &inside);
  assert_ptr_equal(got, &inside);
  assert_true(inside && aligned);
}

/* ---- mappings ---- */

static struct omen_saved_map maps[OMEN_SAVED_MAPS];
static char names[OMEN_SAVED_STRINGS], buffer[4096];
static struct omrt_mappings m = {.at = maps, .names = names};

static const struct omen_saved_map *find(uint64_t addr) {
  for (uint32_t i = 0; i < m.n; i++)
    if (m.at[i].lo <= addr && addr < m.at[i].hi) return &m.at[i];
  return NULL;
}

static void as_the_kernel_says(void **state) {
  assert_true(omrt_mappings_read(&m, buffer, sizeof buffer));
  FILE *f = fopen("/proc/self/maps", "r");
  char line[8192], prot[8], name[4096];
  uint32_t n = 0;
  while (fgets(line, sizeof line, f)) {
    uint64_t lo, hi, offset;
    *name = 0;
    assert_true(sscanf(line, "%" SCNx64 "-%" SCNx64 " %7s %" SCNx64 " %*s %*u %4095[^\n]", &lo, &hi, prot,
                       &offset, name) >= 4);
    const struct omen_saved_map *e = &m.at[n++];
    assert_int_equal(e->lo, lo);
    if (!strstr(name, "[heap]")) assert_int_equal(e->hi, hi);
    assert_int_equal(!!(e->prot & PROT_READ), prot[0] == 'r');
    assert_int_equal(!!(e->prot & PROT_WRITE), prot[1] == 'w');
    assert_int_equal(!!(e->prot & PROT_EXEC), prot[2] == 'x');
    assert_int_equal(!!(e->flags & OMEN_MAP_SHARED), prot[3] == 's');
    assert_int_equal(e->offset, offset);
    assert_string_equal(m.names + e->name, name);
  }
  fclose(f);
  assert_int_equal(m.n, n);
  assert_int_equal(m.strings & 7, 0);
}

static void kinds(void **state) {
  int here;
  void *spare = mmap(NULL, 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  void *shared = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  void *scratch = mmap((void *)OMRT_SCRATCH, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  assert_true(spare != MAP_FAILED && shared != MAP_FAILED && scratch != MAP_FAILED);
  assert_true(omrt_mappings_read(&m, buffer, sizeof buffer));
  assert_int_equal(find((uint64_t)&here)->kind, OMEN_MAP_STACK);
  assert_int_equal(find((uint64_t)&kinds)->kind, OMEN_MAP_FILE);
  assert_int_equal(find((uint64_t)spare)->kind, OMEN_MAP_MEMORY);
  assert_true(find((uint64_t)spare)->flags & OMEN_MAP_NORESERVE);
  assert_true(find((uint64_t)shared)->flags & OMEN_MAP_SHARED);
  assert_null(find((uint64_t)scratch)); /* the writer's own */
  munmap(spare, 8192);
  munmap(shared, 8192);
  munmap(scratch, 4096);
  assert_false(omrt_mappings_read(&m, buffer, 64)); /* no line fits */
}

/* ---- hashes ---- */

static void hashes(void **state) {
  assert_true(omrt_mappings_read(&m, buffer, sizeof buffer));
  assert_true(omrt_machine_hash() == omrt_machine_hash());
  uint64_t vdso = omrt_vdso_hash(&m);
  assert_true(vdso == omrt_vdso_hash(&m));
  for (uint32_t i = 0; i < m.n; i++)
    if (m.at[i].kind == OMEN_MAP_KERNEL && strcmp(m.names + m.at[i].name, "[vdso]")) m.at[i].lo -= 4096;
  assert_true(vdso != omrt_vdso_hash(&m));
  uint64_t none = omrt_watch_hash();
  config.watches = 1;
  config.watch[0] = (struct omen_watch){4096, 8};
  uint64_t one = omrt_watch_hash();
  config.watch[0].len = 4;
  assert_true(none != one && one != omrt_watch_hash());
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(saved_and_resumed),
      cmocka_unit_test(on_another_stack),
      cmocka_unit_test(as_the_kernel_says),
      cmocka_unit_test(kinds),
      cmocka_unit_test(hashes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
