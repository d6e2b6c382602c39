// SCAN: race d
// FLAGS: -fPIC
// A switch that gives addresses; with -fPIC a table of distances.
#include "scan.h"
static int a, b, c, d, e;
__attribute__((noinline)) static int *pick(int i) {
  switch (i) {
  case 0: return &a;
  case 1: return &b;
  case 2: return &c;
  case 3: return &d;
  default: return &e;
  }
}
static volatile int which = 3;
static void *work(void *x) {
  ++*pick(which);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  d = 5;
  pthread_join(t, 0);
  return 0;
}
