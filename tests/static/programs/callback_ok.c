// SCAN: none
#include "scan.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int calls, v[4] = {3, 1, 2, 0};
static int compare(const void *a, const void *b) {
  calls++;
  return *(const int *)a - *(const int *)b;
}
static void *first(void *arg) {
  pthread_mutex_lock(&m);
  qsort(v, 4, 4, compare);
  pthread_mutex_unlock(&m);
  return arg;
}
static void *second(void *arg) {
  pthread_mutex_lock(&m);
  qsort(v, 4, 4, compare);
  pthread_mutex_unlock(&m);
  return arg;
}
TWO_THREADS(first, second)
