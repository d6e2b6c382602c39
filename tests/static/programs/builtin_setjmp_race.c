// SCAN: race counter
// __builtin_setjmp comes back without the lock.
#include "scan.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int counter;
__attribute__((noinline)) static void back(void **b) {
  pthread_mutex_unlock(&m);
  __builtin_longjmp(b, 1);
}
static void *work(void *x) {
  void *b[5];
  pthread_mutex_lock(&m);
  if (!__builtin_setjmp(b)) back(b);
  counter++;
  return 0;
}
static void *other(void *x) {
  pthread_mutex_lock(&m);
  counter++;
  pthread_mutex_unlock(&m);
  return 0;
}
TWO_THREADS(work, other)
