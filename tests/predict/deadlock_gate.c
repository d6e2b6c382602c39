/* predicted: deadlock
 * twin (-DGUARDED): a gate around both */
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

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *u) {
  pthread_mutex_lock(&gate);
  both(&a, &b);
  pthread_mutex_unlock(&gate);
  return u;
}
static void *two(void *u) {
#ifdef GUARDED
  pthread_mutex_lock(&gate);
#endif
  both(&b, &a);
#ifdef GUARDED
  pthread_mutex_unlock(&gate);
#endif
  return u;
}
int main(void) {
  RUN(one, two);
  return 0;
}
