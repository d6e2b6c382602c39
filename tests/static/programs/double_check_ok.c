// SCAN: none
#include "scan.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int x;
static int *p;
static void *first(void *arg) {
  pthread_mutex_lock(&m);
  if (!p) p = calloc(1, 4);
  x = *p;
  pthread_mutex_unlock(&m);
  return arg;
}
static void *second(void *arg) {
  pthread_mutex_lock(&m);
  if (!p) p = calloc(1, 4);
  x = *p;
  pthread_mutex_unlock(&m);
  return arg;
}
TWO_THREADS(first, second)
