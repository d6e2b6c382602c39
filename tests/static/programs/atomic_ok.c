// SCAN: none
#include "scan.h"
static _Atomic int x;
static int y;
static void *first(void *arg) {
  x++;
  return arg;
}
static void *second(void *arg) {
  x = 1;
  return arg;
}
TWO_THREADS(first, second)
