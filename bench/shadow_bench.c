/* What the shadow costs, part by part, without a program around it: ns for a slow path, bytes a second for
 * ranges, ns for a lock by the number of threads. Build and run: clang-19 -O2 -fno-builtin
 * -fno-strict-aliasing -D_GNU_SOURCE -Isrc bench/shadow_bench.c -lcmocka -o /tmp/shadow_bench */
#define REAL_RACES
#include "../tests/unit/shadow_fake.h"
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
#define CELLS (1 << 20)
static uint32_t *data;
static struct omrt_clk clk;
static void new_segment(void) { omrt_hb_release(&clk); }

/* Runs `call` for each i; the best of five, in ns each. `before` comes first, unmeasured. */
#define MEASURE(what, n, before, call)                                                                       \
  do {                                                                                                       \
    double best = 1e9;                                                                                       \
    for (int round = 0; round < 5; round++) {                                                                \
      before;                                                                                                \
      double t0 = now();                                                                                     \
      for (uint64_t i = 0; i < (n); i++) call;                                                               \
      double t = (now() - t0) / (double)(n);                                                                 \
      if (t < best) best = t;                                                                                \
    }                                                                                                        \
    printf("%-58s %8.2f ns\n", what, best * 1e9);                                                            \
  } while (0)

static void range_speed(uint64_t bytes) {
  char what[100];
  uint64_t n = (64u << 20) / bytes;
  snprintf(what, sizeof what, "range write, %lu bytes, own already", (unsigned long)bytes);
  MEASURE(what, n, __omen_writen(data, bytes, 1), (omrt_reset_count++, __omen_writen(data, bytes, 1)));
  snprintf(what, sizeof what, "range write, %lu bytes, another segment", (unsigned long)bytes);
  MEASURE(what, n, , (omrt_self->stale = true, omrt_now_load(), __omen_writen(data, bytes, 1)));
  snprintf(what, sizeof what, "range read, %lu bytes, seen already", (unsigned long)bytes);
  MEASURE(what, n, (new_segment(), __omen_readn(data, bytes, 1)),
          (omrt_reset_count++, __omen_readn(data, bytes, 1)));
  snprintf(what, sizeof what, "range read, %lu bytes, known by the cache", (unsigned long)bytes);
  MEASURE(what, n, , __omen_readn(data, bytes, 1));
}

static void locks(int threads) {
  char what[100];
  struct omrt_fiber *main_fiber = omrt_cur, **f = calloc((size_t)threads, sizeof *f);
  struct omrt_clk lock = {0};
  for (int i = 0; i < threads; i++) f[i] = fake_fork();
  snprintf(what, sizeof what, "lock + write + unlock, handed round %d threads", threads);
  MEASURE(what, 200000, ,
          (fake_run(f[i % (uint64_t)threads]), omrt_hb_lock(&lock, NULL), prog_write(data, 4, 1),
           omrt_hb_unlock(&lock, NULL)));
  snprintf(what, sizeof what, "lock + write + unlock, one of %d threads", threads);
  fake_run(f[0]);
  omrt_hb_lock(&lock, NULL), omrt_hb_unlock(&lock, NULL);
  MEASURE(what, 200000, , (omrt_hb_lock(&lock, NULL), prog_write(data, 4, 1), omrt_hb_unlock(&lock, NULL)));
  snprintf(what, sizeof what, "atomic rmw acq_rel, handed round %d threads", threads);
  MEASURE(what, 200000, , (fake_run(f[i % (uint64_t)threads]), __omen_atomic_rmw(&data[9], 4 | 4 << 8, 1)));
  fake_run(main_fiber);
  for (int i = 0; i < threads; i++) fake_end(f[i], main_fiber), omrt_hb_join(main_fiber, f[i]);
  omrt_clk_reset(&lock);
}

int main(void) {
  data = mmap(NULL, 4 * CELLS, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  fake_start(0, NULL, 0);
  struct omrt_fiber *main_fiber = omrt_cur, *other = fake_fork();
  uint64_t some = 8192;
  MEASURE("write4, nothing known", some, omrt_shadow_reset(data, some * 4), __omen_write4(&data[i], 1));
  MEASURE("write4, written by an earlier segment", some, new_segment(), __omen_write4(&data[i], 1));
  MEASURE("read4, written by an earlier segment", some, new_segment(), __omen_read4(&data[i], 1));
  MEASURE("write4 after that", some, new_segment(), __omen_write4(&data[i], 1));
  MEASURE("write8, written by an earlier segment", some, new_segment(),
          __omen_write8(&data[(2 * i) % some], 1));
  MEASURE("read8, the same", some, new_segment(), __omen_read8(&data[(2 * i) % some], 1));
  MEASURE("write1, byte by byte", some, (omrt_shadow_reset(data, some)), __omen_write1((char *)data + i, 1));
  MEASURE("read1, one flag alone in its cell", some, (omrt_shadow_reset(data, some)),
          __omen_read1((char *)data, 1));
  MEASURE("write4, 4 MiB, another segment", CELLS, new_segment(), __omen_write4(&data[i], 1));
  fake_run(main_fiber);
  MEASURE("fresh memory, 64 bytes", 100000, , omrt_shadow_reset(&data[(i % 1000) * 16], 64));
  MEASURE("fresh memory, 60 KiB", 1000, , omrt_shadow_reset(data, 60 << 10));
  MEASURE("fresh memory, 128 KiB, then written", 1000, ,
          (omrt_shadow_reset(data, 128 << 10), __omen_writen(data, 128 << 10, 1)));
  static const uint64_t sizes[] = {8, 16, 32, 64, 256, 4096, 65536, 4u << 20};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) range_speed(sizes[i]);
  fake_end(other, main_fiber);
  static const int threads[] = {2, 8, 64, 200};
  for (size_t i = 0; i < 4; i++) locks(threads[i]);
  printf("%lu segments, %u words of histories, %lu collections\n", (unsigned long)omrt_seg_total,
         omrt_table.used, (unsigned long)omrt_table.collected);
  return 0;
}
