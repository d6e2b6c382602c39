// SCAN: false 1 an atomic flag orders
#include "scan.h"
static _Atomic int x;
static int y;
static void *first(void *arg) {
  y = 1;
  x = 1;
  return arg;
}
static void *second(void *arg) {
  if (x) printf("%d\n", y);
  return arg;
}
TWO_THREADS(first, second)
