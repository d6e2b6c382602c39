/* Blocked matrix multiplication of ints; tiles come from a shared counter. SIZE: rows (rounded up to whole tiles). */
#include "bench.h"

enum { T = 32 };
static long n, tiles, next_tile;
static int *a, *b, *c;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void tile(long ti, long tj) {
  for (long tk = 0; tk < n; tk += T)
    for (long i = ti; i < ti + T; i++)
      for (long k = tk; k < tk + T; k++) {
        int f = a[i * n + k];
        for (long j = tj; j < tj + T; j++) c[i * n + j] += f * b[k * n + j];
      }
}

static void multiply(int id) {
  (void)id;
  for (;;) {
    pthread_mutex_lock(&lock);
    long t = next_tile++;
    pthread_mutex_unlock(&lock);
    if (t >= tiles * tiles) return;
    tile(t / tiles * T, t % tiles * T);
  }
}

int main(int argc, char **argv) {
  tiles = (arguments(argc, argv) + T - 1) / T;
  n = tiles * T;
  size_t bytes = (size_t)(n * n) * sizeof(int);
  a = must_alloc(bytes);
  b = must_alloc(bytes);
  c = must_alloc(bytes);
  uint64_t seed = 11, sum = 0;
  for (long i = 0; i < n * n; i++) a[i] = (int)(next_random(&seed) % 100), b[i] = (int)(next_random(&seed) % 100);
  team(multiply);
  for (long i = 0; i < n * n; i++) sum = mix(sum, (uint64_t)c[i]);
  return finish(sum);
}
