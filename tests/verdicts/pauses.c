/* Linked into a natively built program by tests/verdicts/oracle: before memory accesses and branches the thread sleeps
 * now and then, as SEED says, so that rare schedules come by themselves. */
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

static __thread uint64_t state;
static unsigned threads;

static uint64_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

static void begin(void) {
  const char *seed = getenv("SEED");
  uint64_t n = __atomic_add_fetch(&threads, 1, __ATOMIC_RELAXED);
  state = (seed ? strtoull(seed, NULL, 10) : 0) * 0x9e3779b97f4a7c15u + n * 0xbf58476d1ce4e5b9u;
  state |= 1;
  for (int i = 0; i < 8; i++) next();
}

/* Short ones, and seldom a long one, in which another thread does much. */
static void sleep_maybe(void) {
  if (!state) begin();
  uint64_t r = next() >> 20;
  if (r % 3) return;
  uint64_t tenths = r / 3 % 4 + (r / 12 % 8 ? 0 : 30);
  nanosleep(&(struct timespec){.tv_nsec = (long)tenths * 100000}, NULL);
}

#define ACCESS(name)                                                                                                   \
  void name(void *p) {                                                                                                 \
    (void)p;                                                                                                           \
    sleep_maybe();                                                                                                     \
  }
ACCESS(__sanitizer_cov_load1)
ACCESS(__sanitizer_cov_load2)
ACCESS(__sanitizer_cov_load4)
ACCESS(__sanitizer_cov_load8)
ACCESS(__sanitizer_cov_load16)
ACCESS(__sanitizer_cov_store1)
ACCESS(__sanitizer_cov_store2)
ACCESS(__sanitizer_cov_store4)
ACCESS(__sanitizer_cov_store8)
ACCESS(__sanitizer_cov_store16)
ACCESS(__sanitizer_cov_trace_pc_guard)
void __sanitizer_cov_trace_pc_guard_init(void *a, void *b) {
  (void)a;
  (void)b;
}
