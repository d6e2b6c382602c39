// SCAN: race x
#include "scan.h"
static _Atomic int x;
static int y;
static void *first(void *arg) {
  x++;
  return arg;
}
static void *second(void *arg) {
  memset((void *)&x, 0, 4);
  return arg;
}
TWO_THREADS(first, second)
