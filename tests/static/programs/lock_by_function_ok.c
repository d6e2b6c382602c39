// SCAN: none
#include "scan.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int x;
__attribute__((noinline)) static pthread_mutex_t *lock_of(int which) { return which ? &m : &n; }
__attribute__((noinline)) static pthread_mutex_t *the_lock(void) { return &m; }
static void *first(void *arg) {
  pthread_mutex_lock(the_lock());
  x++;
  pthread_mutex_unlock(the_lock());
  return arg;
}
static void *second(void *arg) {
  pthread_mutex_lock(&m);
  x = 1;
  pthread_mutex_unlock(&m);
  return arg;
}
TWO_THREADS(first, second)
