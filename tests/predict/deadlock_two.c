/* predicted: deadlock
 * twin (-DGUARDED): a join */
#include "threads.h"
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int n;
static void both(pthread_mutex_t *x, pthread_mutex_t *y) {
  pthread_mutex_lock(x);
  pthread_mutex_lock(y);
  n++;
  pthread_mutex_unlock(y);
  pthread_mutex_unlock(x);
}

static void *one(void *u) {
  both(&a, &b);
  return u;
}
static void *two(void *u) {
  both(&b, &a);
  return u;
}
int main(void) {
#ifdef GUARDED
  RUN(one);
  RUN(two);
#else
  RUN(one, two);
#endif
  return 0;
}
