// SCAN: race y
#include "scan.h"
static _Atomic int x;
static int y;
static void *first(void *arg) {
  x = 1;
  y = 1;
  return arg;
}
static void *second(void *arg) {
  if (x) printf("%d\n", y);
  return arg;
}
TWO_THREADS(first, second)
