// SCAN: race ready
#include "scan.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, x;
static void *first(void *arg) {
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return arg;
}
static void *second(void *arg) {
  ready = 1;
  pthread_cond_signal(&c);
  return arg;
}
TWO_THREADS(first, second)
