/* A stand-in for the runtime, for the instrumenter's tests. It answers the calls of runtime/abi.h, keeps the
 * shadow cells as the inlined checks expect them, and writes to standard output, for every stretch between
 * two points, which bytes below 4 GiB were read and which written (a byte both read and written counts as
 * written). The tests' programs are linked with their data there, at the same addresses in every variant. */
#include "runtime/abi.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct omen_hot __omen_hot;
struct omen_left __omen_left[OMEN_LEFT];
static uint8_t *state; /* of each low byte: 0 nothing, 1 read, 2 written */
static uint32_t *touched;
static size_t ntouched, cap;
static uint32_t segment;
static uint64_t slow_calls, range_calls;

static void reserve(uint64_t from, uint64_t size) {
  void *p = mmap((void *)from, size, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (p != (void *)from) abort();
}

static void fresh(void) {
  segment++;
  uint64_t w = 2 * segment, r = 2 * segment + 1;
  __omen_hot.w2 = w << 32 | w;
  __omen_hot.r2 = r << 32 | r;
  __omen_hot.ticks = 0; /* every tick comes through */
}

__attribute__((constructor(101))) static void start(void) {
  state = mmap(NULL, 1ull << 32, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (state == MAP_FAILED) abort();
  reserve(OMEN_SHADOW(0), 1ull << 33);                  /* of the executable and what is near it */
  reserve(OMEN_SHADOW(0x7e0000000000), 0x020000000000); /* of stacks and libraries */
  __omen_hot.line = OMEN_LINE;
  fresh();
}

static int by_address(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static void end_segment(void) {
  if (ntouched) qsort(touched, ntouched, sizeof *touched, by_address);
  for (size_t i = 0; i < ntouched;) {
    size_t j = i + 1;
    while (j < ntouched && touched[j] == touched[j - 1] + 1 && state[touched[j]] == state[touched[i]]) j++;
    printf("%c %x+%zx\n", state[touched[i]] == 2 ? 'w' : 'r', touched[i], j - i);
    i = j;
  }
  if (ntouched) printf("-\n");
  for (size_t i = 0; i < ntouched; i++) state[touched[i]] = 0;
  ntouched = 0;
  fresh();
}

__attribute__((destructor)) static void stop(void) {
  end_segment();
  if (getenv("STUB_COUNTS"))
    fprintf(stderr, "%llu slow calls, %llu ranges\n", (unsigned long long)slow_calls,
            (unsigned long long)range_calls);
}

static void touch(const void *addr, uint64_t n, int how) {
  uint64_t a = (uint64_t)addr;
  if (n > 1u << 30) {
    printf("a range of %llu bytes\n", (unsigned long long)n);
    abort();
  }
  if (a >> 32) return;
  for (uint64_t i = 0; i < n; i++) {
    if (!state[a + i]) {
      if (ntouched == cap) touched = realloc(touched, (cap = cap ? cap * 2 : 4096) * sizeof *touched);
      touched[ntouched++] = (uint32_t)(a + i);
    }
    if (state[a + i] < how) state[a + i] = (uint8_t)how;
  }
}

/* Whole cells only: a cell that is touched in part must not look as if all of it were. */
static void set_cells(const void *addr, uint64_t n, int how) {
  uint64_t a = ((uint64_t)addr + 3) & ~3ull, end = ((uint64_t)addr + n) & ~3ull;
  for (; a < end; a += 4) {
    uint32_t *cell = (uint32_t *)OMEN_SHADOW(a);
    if (*cell != (uint32_t)__omen_hot.w2) *cell = (uint32_t)(how == 2 ? __omen_hot.w2 : __omen_hot.r2);
  }
}

static void seen(const void *addr, uint64_t n, int how) {
  touch(addr, n, how);
  set_cells(addr, n, how);
}

#define CHECKS(n)                                                                                            \
  void __omen_read##n(const void *addr, uint32_t site) {                                                     \
    slow_calls++;                                                                                            \
    seen(addr, n, 1);                                                                                        \
  }                                                                                                          \
  void __omen_write##n(void *addr, uint32_t site) {                                                          \
    slow_calls++;                                                                                            \
    seen(addr, n, 2);                                                                                        \
  }
CHECKS(1)
CHECKS(2)
CHECKS(4)
CHECKS(8)
CHECKS(16)
#define SPANS(n)                                                                                             \
  void __omen_read##n##u(const void *addr, uint32_t site) {                                                  \
    slow_calls++;                                                                                            \
    seen(addr, n, 1);                                                                                        \
  }                                                                                                          \
  void __omen_write##n##u(void *addr, uint32_t site) {                                                       \
    slow_calls++;                                                                                            \
    seen(addr, n, 2);                                                                                        \
  }
SPANS(2)
SPANS(4)
SPANS(8)
SPANS(16)
#define CALLED(n)                                                                                            \
  void __omen_check_read##n(const void *addr, uint32_t site) { __omen_read##n(addr, site); }                 \
  void __omen_check_write##n(void *addr, uint32_t site) { __omen_write##n(addr, site); }
CALLED(1)
CALLED(2)
CALLED(4)
CALLED(8)
CALLED(16)
CALLED(2u)
CALLED(4u)
CALLED(8u)
CALLED(16u)
#define MISSED(n)                                                                                            \
  void __omen_missed_read##n(const void *addr, uint32_t site) { __omen_read##n(addr, site); }                \
  void __omen_missed_write##n(void *addr, uint32_t site) { __omen_write##n(addr, site); }
MISSED(4)
MISSED(8)
void __omen_readn(const void *addr, uint64_t len, uint32_t site) {
  range_calls++;
  seen(addr, len, 1);
}
void __omen_read_run(const void *addr, uint64_t len, uint32_t site) {
  range_calls++;
  seen(addr, len, 1);
}
void __omen_writen(void *addr, uint64_t len, uint32_t site) {
  range_calls++;
  seen(addr, len, 2);
}
static void strided(const char *addr, int64_t stride, uint64_t count, uint64_t size, int how) {
  range_calls++;
  for (uint64_t i = 0; i < count; i++) seen(addr + (int64_t)i * stride, size, how);
}
void __omen_read_strided(const void *a, int64_t stride, uint64_t count, uint64_t size, uint32_t s) {
  strided(a, stride, count, size, 1);
}
void __omen_write_strided(void *a, int64_t stride, uint64_t count, uint64_t size, uint32_t s) {
  strided(a, stride, count, size, 2);
}

static void op(const char *what, const void *addr, uint64_t x, uint32_t how) {
  end_segment();
  printf("%s %llx %llx %x\n", what, (unsigned long long)(uintptr_t)addr, (unsigned long long)x, how);
}
void __omen_atomic_load(const void *addr, uint32_t how, uint32_t site) { op("load", addr, 0, how); }
void __omen_atomic_store(void *addr, uint32_t how, uint32_t site) { op("store", addr, 0, how); }
void __omen_atomic_rmw(void *addr, uint32_t how, uint32_t site) { op("rmw", addr, 0, how); }
void __omen_atomic_cas(void *addr, uint64_t e, uint32_t how, uint32_t site) { op("cas", addr, e, how); }
void __omen_fence(uint32_t order, uint32_t site) { op("fence", NULL, 0, order); }
void __omen_tick(uint32_t site) { op("tick", NULL, 0, 0); }
void __omen_opaque(void) {}
void __omen_hidden_begin(uint32_t what, uint32_t n, ...) { (void)what, (void)n; }
void __omen_hidden_end(uint32_t what) { (void)what; }
void __omen_pointer_begin(uint64_t code, uint32_t what, uint64_t a, uint64_t b, uint64_t c, uint64_t d) {}
void __omen_pointer_end(uint64_t code) {}
void __omen_pause(uint32_t site) { op("pause", NULL, 0, 0); }
uint32_t __omen_module_register(const char *name, uint32_t sites) {
  printf("module %s\n", name);
  return 1000;
}

/* Comparisons that fail, and gaps: written down too. Frames lie on the stack, where nothing is. */
void __omen_bounds(const void *addr, uint64_t len, const void *base, uint64_t size, uint32_t how,
                   uint32_t site) {
  printf("bounds %+lld+%llu of %llu\n", (long long)((const char *)addr - (const char *)base),
         (unsigned long long)len, (unsigned long long)size);
}
void __omen_index(int64_t index, uint64_t limit, uint32_t how, uint32_t site) {
  printf("index %lld of %llu\n", (long long)index, (unsigned long long)limit);
}
void __omen_arithmetic(int64_t left, int64_t right, uint32_t how, uint32_t site) {
  printf("arithmetic %lld %lld %u\n", (long long)left, (long long)right, how);
}
void __omen_scope_enter(void *frame, uint32_t k) {}
void __omen_scope_leave(void *frame, uint32_t k) {}
void __omen_frame_enter(void *frame, const struct omen_frame_layout *l) {
  uint64_t at = OMEN_FRAME_HEADER;
  for (uint32_t i = 0; i < l->n; at = l->variable[i].at + l->variable[i].size, i++)
    if (l->variable[i].at < at || (uint64_t)frame % 16) abort();
  if (at >= l->size) abort();
}
void __omen_frame_leave(void *frame, const struct omen_frame_layout *l) {}
void __omen_array_enter(void *whole, uint64_t size, const struct omen_frame_layout *l, const void *fp) {
  if (l->size || l->n != 1 || (uint64_t)whole % 16 || whole >= fp) abort();
  memset(whole, 0xee, l->variable[0].at);
  memset((char *)whole + l->variable[0].at + size, 0xee, ((size + 31) & ~15ull) - size);
}
void __omen_arrays_leave(const void *from, const void *to) {
  if (from > to) abort();
}
void __omen_globals_register(const struct omen_global_gap *gaps, uint64_t n) {
  for (uint64_t i = 0; i < n; i++)
    for (uint64_t k = 0; k < gaps[i].gap; k++)
      if (((const char *)gaps[i].base)[gaps[i].size + k]) abort();
}

void *__omen_lib_memcpy(uint32_t site, void *d, const void *s, uint64_t n) {
  end_segment();
  seen(s, n, 1);
  seen(d, n, 2);
  return memcpy(d, s, n);
}
void *__omen_lib_memset(uint32_t site, void *d, int c, uint64_t n) {
  end_segment();
  seen(d, n, 2);
  return memset(d, c, n);
}
uint64_t __omen_lib_strlen(uint32_t site, const char *s) {
  end_segment();
  seen(s, strlen(s) + 1, 1);
  return strlen(s);
}
int __omen_lib_printf(uint32_t site, const char *f, ...) { return 0; }

/* What the programs call to end a stretch. */
void point(void) {
  end_segment();
  printf("point\n");
}
/* A value that no compiler knows. */
long opaque_value(long v) { return v; }
