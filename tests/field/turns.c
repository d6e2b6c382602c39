// The hottest possible sites, for tests/field/turns: two threads do nothing but work on shared memory. A third tells, every 50
// milliseconds, the time, the CPU time of the process, and how much was done.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
enum { THREADS = 2, CELLS = 512, PART = 4096 };
static volatile int hot;
static int cells[CELLS];
static _Atomic long done[THREADS];
static atomic_int stop;
__attribute__((noinline)) static unsigned part(unsigned x) {
  for (int i = 0; i < PART; i++) {
    x = x * 1664525u + 1013904223u;
    cells[x >> 23] = (int)x; // first
    if (!(i & 15)) hot = i;  // second
  }
  return x;
}
static void *work(void *number) {
  unsigned x = 1;
  while (!stop) {
    x = part(x);
    done[(long)number]++;
  }
  return (void *)(long)x;
}
static double seconds(clockid_t which) {
  struct timespec t;
  clock_gettime(which, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}
int main(int argc, char **argv) {
  pthread_t t[THREADS];
  double end = seconds(CLOCK_MONOTONIC) + (argc > 1 ? atof(argv[1]) : 1);
  for (long i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, work, (void *)i);
  while (seconds(CLOCK_MONOTONIC) < end) {
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    printf("%.6f %.6f %ld\n", seconds(CLOCK_MONOTONIC), seconds(CLOCK_PROCESS_CPUTIME_ID), done[0] + done[1]);
    fflush(stdout);
  }
  stop = 1;
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
  return 0;
}
