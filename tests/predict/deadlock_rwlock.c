/* predicted: deadlock
 * twin (-DGUARDED): both read */
#include "threads.h"
static pthread_rwlock_t a = PTHREAD_RWLOCK_INITIALIZER, b = PTHREAD_RWLOCK_INITIALIZER;
#ifdef GUARDED
#define TAKE pthread_rwlock_rdlock
#else
#define TAKE pthread_rwlock_wrlock
#endif
static void both(pthread_rwlock_t *x, pthread_rwlock_t *y) {
  TAKE(x);
  TAKE(y);
  pthread_rwlock_unlock(y);
  pthread_rwlock_unlock(x);
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
  RUN(one, two);
  return 0;
}
