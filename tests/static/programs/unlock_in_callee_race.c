// SCAN: race x
#include "scan.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int x;
__attribute__((noinline)) static void drop(void) { pthread_mutex_unlock(&m); }
static void *first(void *arg) {
  pthread_mutex_lock(&m);
  drop();
  x++;
  return arg;
}
static void *second(void *arg) {
  pthread_mutex_lock(&m);
  x = 1;
  pthread_mutex_unlock(&m);
  return arg;
}
TWO_THREADS(first, second)
