// SCAN: race *
#include "scan.h"
static int *shared;
__attribute__((noinline)) static void set(int *p) { *p = 1; }
static void *first(void *arg) {
  int own = 0;
  shared = &own;
  set(&own);
  return own ? arg : NULL;
  return arg;
}
static void *second(void *arg) {
  if (shared) set(shared);
  return arg;
}
TWO_THREADS(first, second)
