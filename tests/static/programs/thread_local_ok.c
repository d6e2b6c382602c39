// SCAN: none
#include "scan.h"
static __thread int x;
static int *shared;
static int y;
static void *first(void *arg) {
  x++;
  y = 0;
  return arg;
}
static void *second(void *arg) {
  x--;
  return arg;
}
TWO_THREADS(first, second)
