/* predicted: deadlock
 * twin (-DGUARDED): the same order */
#include "threads.h"
static pthread_rwlock_t a = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *u) {
  pthread_rwlock_rdlock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_rwlock_unlock(&a);
  return u;
}
static void *two(void *u) {
#ifdef GUARDED
  pthread_rwlock_wrlock(&a);
  pthread_mutex_lock(&b);
#else
  pthread_mutex_lock(&b);
  pthread_rwlock_wrlock(&a);
#endif
  pthread_rwlock_unlock(&a);
  pthread_mutex_unlock(&b);
  return u;
}
int main(void) {
  RUN(one, two);
  return 0;
}
