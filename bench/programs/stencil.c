/* Jacobi iteration on a square grid: rows are shared out, a barrier after every step. SIZE: rows. */
#include "bench.h"

enum { STEPS = 60 };
static long n;
static double *grid[2];
static pthread_barrier_t barrier;

static void relax_row(double *restrict out, const double *restrict in, long row) {
  const double *up = in + (row - 1) * n, *here = in + row * n, *down = in + (row + 1) * n;
  for (long c = 1; c < n - 1; c++) out[row * n + c] = 0.25 * (up[c] + down[c] + here[c - 1] + here[c + 1]);
}

static void relax(int id) {
  long from, to;
  share(n - 2, id, &from, &to);
  for (int step = 0; step < STEPS; step++) {
    for (long row = from + 1; row < to + 1; row++) relax_row(grid[1 - step % 2], grid[step % 2], row);
    pthread_barrier_wait(&barrier);
  }
}

int main(int argc, char **argv) {
  n = arguments(argc, argv) + 2;
  for (int i = 0; i < 2; i++) {
    grid[i] = must_alloc((size_t)(n * n) * sizeof(double));
    for (long c = 0; c < n; c++) grid[i][c] = 100.0, grid[i][c * n] = 50.0;
  }
  pthread_barrier_init(&barrier, NULL, (unsigned)team_size);
  team(relax);
  uint64_t sum = 0;
  for (long i = 0; i < n * n; i++) sum = mix(sum, (uint64_t)(grid[STEPS % 2][i] * 1e6));
  return finish(sum);
}
