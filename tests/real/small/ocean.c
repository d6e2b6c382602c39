/* Like SPLASH's ocean: red and black sweeps over a grid with barriers between, and a flag that every thread sets to the
 * same value when it is done. Who writes it last does not matter. */
// OMEN: levels O2
// OMEN: verdict finished DONE DONE class k-witness-harmless
#include <pthread.h>
#include <stdio.h>

enum { N = 34, THREADS = 2, STEPS = 4 };
static double grid[N][N];
static volatile int finished;
static pthread_barrier_t barrier;

static void *slave(void *arg) {
  int me = (int)(long)arg, rows = (N - 2) / THREADS, from = 1 + me * rows;
  for (int step = 0; step < STEPS; step++)
    for (int colour = 0; colour < 2; colour++) {
      for (int i = from; i < from + rows; i++)
        for (int j = 1 + (i + colour) % 2; j < N - 1; j += 2)
          grid[i][j] = 0.25 * (grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1]);
      pthread_barrier_wait(&barrier);
    }
  finished = 1; // @DONE
  return NULL;
}
int main(void) {
  pthread_t t[THREADS];
  for (int i = 0; i < N; i++) grid[0][i] = 100;
  pthread_barrier_init(&barrier, NULL, THREADS);
  for (long i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, slave, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
  printf("%.6f %d\n", grid[1][N / 2], finished);
  return 0;
}
