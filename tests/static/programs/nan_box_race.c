// SCAN: race it
// Pointers in doubles that go through functions.
#include "scan.h"
static double cell;
static double box(void *p) {
  double d;
  uint64_t b = (uint64_t)(uintptr_t)p | 0x7ff8ull << 48;
  memcpy(&d, &b, 8);
  return d;
}
static void *unbox(double d) {
  uint64_t b;
  memcpy(&b, &d, 8);
  return (void *)(uintptr_t)(b & 0xffffffffffffull);
}
static void *work(void *x) {
  ++*(int *)unbox(cell);
  return 0;
}
int main(int argc, char **argv) {
  pthread_t t;
  int *it = calloc(4, 4);
  cell = argc > 5 ? box(argv) : box(it);
  pthread_create(&t, 0, work, 0);
  it[0] = 5;
  pthread_join(t, 0);
  return 0;
}
