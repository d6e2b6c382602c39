/* OpenMP of every kind that orders threads, and (with an argument) one race. libomp is not instrumented: no race may
 * be reported on anything but `unguarded`. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000, THREADS = 4 };
static double a[N], b[N], c[N];
static long counter, under_critical, in_single, ordered_last, unguarded;

/* No omp.h: it is not beside every compiler. */
typedef struct {
  void *p;
} omp_lock_t;
extern void omp_init_lock(omp_lock_t *), omp_set_lock(omp_lock_t *), omp_unset_lock(omp_lock_t *), omp_destroy_lock(omp_lock_t *);

static void loops(void) {
#pragma omp parallel num_threads(THREADS)
  {
#pragma omp for
    for (int i = 0; i < N; i++) a[i] = i;
#pragma omp for schedule(dynamic, 50)
    for (int i = 0; i < N; i++) b[i] = a[N - 1 - i] * 2; /* other threads' part: the barrier orders it */
#pragma omp for schedule(guided) nowait
    for (int i = 0; i < N; i++) c[i] = a[i];
#pragma omp barrier
#pragma omp single
    in_single += (long)(b[0] + c[N - 1]);
#pragma omp master
    in_single++;
  }
}

static double reduce(void) {
  double sum = 0, most = 0;
#pragma omp parallel for num_threads(THREADS) reduction(+ : sum) reduction(max : most)
  for (int i = 0; i < N; i++) {
    sum += b[i];
    if (b[i] > most) most = b[i];
  }
  return sum + most;
}

static void locks(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel for num_threads(THREADS) ordered
  for (int i = 0; i < 40; i++) {
#pragma omp critical
    under_critical++;
#pragma omp critical(other)
    in_single++;
    omp_set_lock(&lock);
    counter++;
    omp_unset_lock(&lock);
#pragma omp ordered
    ordered_last = i;
  }
  omp_destroy_lock(&lock);
}

static long fibonacci(int n) {
  long x, y;
  if (n < 2) return n;
#pragma omp task shared(x)
  x = fibonacci(n - 1);
#pragma omp task shared(y)
  y = fibonacci(n - 2);
#pragma omp taskwait
  return x + y;
}

static long tasks(void) {
  long f = 0, chain = 0, grouped = 0;
#pragma omp parallel num_threads(THREADS)
#pragma omp single
  {
    f = fibonacci(7);
    for (int i = 0; i < 8; i++) {
#pragma omp task depend(inout : chain) shared(chain)
      chain = chain * 2 + 1;
    }
#pragma omp taskwait
#pragma omp taskgroup
    {
#pragma omp task shared(grouped)
      grouped = f;
    }
    grouped += chain;
  }
  return f * 1000 + grouped;
}

int main(int argc, char **argv) {
  for (int i = 0; i < 3; i++) loops();
  printf("%ld %.0f\n", in_single, reduce());
  locks();
  printf("%ld %ld %ld %ld\n", counter, under_critical, in_single, ordered_last);
  printf("%ld\n", tasks());
  if (argc > 1) {
#pragma omp parallel num_threads(THREADS)
    unguarded++; /* the race */
    printf("%s\n", unguarded > 0 ? "done" : "?");
  }
  return 0;
}
