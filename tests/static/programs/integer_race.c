// SCAN: race x
#include "scan.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *first(void *arg) {
  uintptr_t n = (uintptr_t)&x;
  *(int *)(n + 0) = 1;
  return arg;
}
static void *second(void *arg) {
  if (x) x = 2;
  return arg;
}
TWO_THREADS(first, second)
