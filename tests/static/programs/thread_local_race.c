// SCAN: race x
#include "scan.h"
static __thread int x;
static int *shared;
static int y;
static void *first(void *arg) {
  shared = &x;
  x++;
  return arg;
}
static void *second(void *arg) {
  int *p = shared;
  if (p) *p = 1;
  return arg;
}
TWO_THREADS(first, second)
