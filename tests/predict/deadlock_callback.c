/* predicted: deadlock
 * twin (-DGUARDED): the callback is called without the lock */
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

static void notify(void) {
  pthread_mutex_lock(&b);
  n++;
  pthread_mutex_unlock(&b);
}
static void *one(void *u) {
  pthread_mutex_lock(&a);
  n++;
#ifdef GUARDED
  pthread_mutex_unlock(&a);
  notify();
#else
  notify();
  pthread_mutex_unlock(&a);
#endif
  return u;
}
static void *two(void *u) {
  both(&b, &a);
  return u;
}
int main(void) {
  RUN(one, two);
  return 0;
}
