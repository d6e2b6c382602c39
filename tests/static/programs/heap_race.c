// SCAN: race *
#include "scan.h"
static int *shared;
__attribute__((noinline)) static void set(int *p) { *p = 1; }
static void *first(void *arg) {
  int *p = malloc(4);
  shared = p;
  set(p);
  return arg;
}
static void *second(void *arg) {
  int *q = shared;
  if (q) set(q);
  return arg;
}
TWO_THREADS(first, second)
