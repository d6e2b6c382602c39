/* LU decomposition by blocks, without pivoting, of a matrix with a heavy diagonal. Blocks are dealt out round-robin,
 * a barrier between the three stages of a step. SIZE: rows (rounded up to whole blocks). */
#include "bench.h"

enum { B = 16 };
static long n, nb;
static double *a;
static pthread_barrier_t barrier;

static double *block(long i, long j) { return a + i * B * n + j * B; }
static int mine(int id, long i, long j) { return (i * 7 + j) % team_size == id; }

static void factor(double *d) {
  for (int k = 0; k < B; k++)
    for (int i = k + 1; i < B; i++) {
      d[i * n + k] /= d[k * n + k];
      for (int j = k + 1; j < B; j++) d[i * n + j] -= d[i * n + k] * d[k * n + j];
    }
}

static void solve_row(const double *d, double *x) { /* x := inverse(L of d) x */
  for (int k = 0; k < B; k++)
    for (int i = k + 1; i < B; i++)
      for (int j = 0; j < B; j++) x[i * n + j] -= d[i * n + k] * x[k * n + j];
}

static void solve_column(const double *d, double *x) { /* x := x inverse(U of d) */
  for (int k = 0; k < B; k++)
    for (int i = 0; i < B; i++) {
      x[i * n + k] /= d[k * n + k];
      for (int j = k + 1; j < B; j++) x[i * n + j] -= x[i * n + k] * d[k * n + j];
    }
}

static void update(double *x, const double *left, const double *up) {
  for (int i = 0; i < B; i++)
    for (int k = 0; k < B; k++) {
      double f = left[i * n + k];
      for (int j = 0; j < B; j++) x[i * n + j] -= f * up[k * n + j];
    }
}

static void decompose(int id) {
  for (long k = 0; k < nb; k++) {
    if (mine(id, k, k)) factor(block(k, k));
    pthread_barrier_wait(&barrier);
    for (long i = k + 1; i < nb; i++) {
      if (mine(id, k, i)) solve_row(block(k, k), block(k, i));
      if (mine(id, i, k)) solve_column(block(k, k), block(i, k));
    }
    pthread_barrier_wait(&barrier);
    for (long i = k + 1; i < nb; i++)
      for (long j = k + 1; j < nb; j++)
        if (mine(id, i, j)) update(block(i, j), block(i, k), block(k, j));
    pthread_barrier_wait(&barrier);
  }
}

int main(int argc, char **argv) {
  nb = (arguments(argc, argv) + B - 1) / B;
  n = nb * B;
  a = must_alloc((size_t)(n * n) * sizeof *a);
  uint64_t seed = 5, sum = 0;
  for (long i = 0; i < n * n; i++) a[i] = (double)(next_random(&seed) % 1000) / 1000.0;
  for (long i = 0; i < n; i++) a[i * n + i] += (double)n;
  pthread_barrier_init(&barrier, NULL, (unsigned)team_size);
  team(decompose);
  for (long i = 0; i < n * n; i++) sum = mix(sum, (uint64_t)(int64_t)(a[i] * 1e6));
  return finish(sum);
}
