// SCAN: race x
#include "scan.h"
static pthread_rwlock_t m = PTHREAD_RWLOCK_INITIALIZER;
static int x;
static void *first(void *arg) {
  pthread_rwlock_rdlock(&m);
  if (x) puts("x");
  pthread_rwlock_unlock(&m);
  return arg;
}
static void *second(void *arg) {
  pthread_rwlock_rdlock(&m);
  x = 1;
  pthread_rwlock_unlock(&m);
  return arg;
}
TWO_THREADS(first, second)
