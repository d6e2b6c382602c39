// SCAN: none
#include "scan.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int x;
__attribute__((noinline)) static int down(int n) {
  x++;
  return n ? down(n - 1) + 1 : 0;
}
static void *first(void *arg) {
  pthread_mutex_lock(&m);
  down(3);
  pthread_mutex_unlock(&m);
  return arg;
}
static void *second(void *arg) {
  pthread_mutex_lock(&m);
  down(4);
  pthread_mutex_unlock(&m);
  return arg;
}
TWO_THREADS(first, second)
