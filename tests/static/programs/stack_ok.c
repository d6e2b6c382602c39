// SCAN: none
#include "scan.h"
static int *shared;
__attribute__((noinline)) static void set(int *p) { *p = 1; }
static void *first(void *arg) {
  int own = 0;
  set(&own);
  return arg;
}
static void *second(void *arg) {
  int own = 0;
  set(&own);
  return arg;
}
TWO_THREADS(first, second)
