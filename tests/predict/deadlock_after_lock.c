/* predicted: deadlock
 * twin (-DGUARDED): the second begins behind the flag under a lock */
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

static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int finished, visits;
static void *one(void *u) {
  both(&a, &b);
  pthread_mutex_lock(&l);
  visits++;
  finished = 1;
  pthread_mutex_unlock(&l);
  return u;
}
static void *two(void *u) {
  pthread_mutex_lock(&l);
  visits++;
  int go = finished;
  pthread_mutex_unlock(&l);
#ifdef GUARDED
  if (!go) return u;
#endif
  (void)go;
  both(&b, &a);
  return u;
}
int main(void) {
  RUN(one, two);
  return 0;
}
