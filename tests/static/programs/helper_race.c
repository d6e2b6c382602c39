// SCAN: race x
#include "scan.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int x;
__attribute__((noinline)) static void bump(void) { x++; }
static void *first(void *arg) {
  pthread_mutex_lock(&m);
  bump();
  pthread_mutex_unlock(&m);
  return arg;
}
static void *second(void *arg) {
  bump();
  return arg;
}
TWO_THREADS(first, second)
