// A program whose sites are switched on and off while eight threads run through them. What a site must not
// touch is checked: flags, general and vector registers, the red zone, the stack. "right" if every sum is
// what it must be. tests/field/storm builds and runs it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
enum { THREADS = 8, CELLS = 64 };
static int shared[CELLS];
static long flag, wide[4];
static double real[CELLS];
static atomic_bool stop;

// A leaf: locals in the red zone, values in registers and flags across the stores.
__attribute__((noinline)) static unsigned leaf(unsigned x, int *cells) {
  volatile unsigned local[16];
  unsigned carry = 0;
  for (unsigned i = 0; i < 16; i++) {
    local[i] = x * (i + 1);
    cells[i + 16] = 7; // A
    unsigned sum;
    carry += __builtin_uadd_overflow(x, local[i], &sum);
    cells[i] = (int)sum; // B
    flag = 5;            // C
    x = sum ^ (x << 3);
  }
  return x + carry + local[3] + local[15];
}
// Vector registers live across sites.
__attribute__((noinline)) static double vectors(double x) {
  double a[8], sum = 0;
  for (int i = 0; i < 8; i++) a[i] = x + i;
  for (int k = 0; k < 8; k++) {
    for (int i = 0; i < 8; i++) a[i] = a[i] * 1.0625 + 0.5;
    real[k] = x;         // D
    wide[k & 3] = 77777; // E
  }
  for (int i = 0; i < 8; i++) sum += a[i] * (i + 1);
  return sum;
}
static void *work(void *which) {
  int own[CELLS];
  unsigned want = leaf(12345, own), got;
  double real_want = vectors(1.5), real_got;
  long bad = 0;
  (void)which;
  while (!stop) {
    got = leaf(12345, shared);
    real_got = vectors(1.5);
    bad += got != want || memcmp(&real_got, &real_want, sizeof real_got);
  }
  return (void *)bad;
}
int main(int argc, char **argv) {
  pthread_t t[THREADS];
  void *bad;
  long all = 0;
  for (long i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, work, (void *)i);
  usleep(1000 * (argc > 1 ? (unsigned)atoi(argv[1]) : 100));
  stop = 1;
  for (int i = 0; i < THREADS; i++) {
    pthread_join(t[i], &bad);
    all += (long)bad;
  }
  puts(all ? "WRONG" : "right");
  return all != 0;
}
