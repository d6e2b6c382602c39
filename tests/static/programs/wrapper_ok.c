// SCAN: none
#include "scan.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int x;
__attribute__((noinline)) static void take(pthread_mutex_t *p) { pthread_mutex_lock(p); }
__attribute__((noinline)) static void give(pthread_mutex_t *p) { pthread_mutex_unlock(p); }
static void *first(void *arg) {
  take(&m);
  x++;
  give(&m);
  return arg;
}
static void *second(void *arg) {
  take(&m);
  x = 1;
  give(&m);
  return arg;
}
TWO_THREADS(first, second)
