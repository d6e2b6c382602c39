// SCAN: race x
#include "scan.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *first(void *arg) {
  struct timespec t = {1, 0};
  if (!pthread_mutex_timedlock(&m, &t)) pthread_mutex_unlock(&m);
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
