/* predicted: race value
 * twin (-DGUARDED): the flag under the lock decides */
#include "threads.h"
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int value, ready, copy;
static void *one(void *u) {
  value = 3;
  pthread_rwlock_rdlock(&l);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_mutex_unlock(&m);
  pthread_rwlock_unlock(&l);
  return u;
}
static void *two(void *u) {
  pthread_rwlock_wrlock(&l);
  pthread_mutex_lock(&m);
  int go = ready;
  pthread_mutex_unlock(&m);
  pthread_rwlock_unlock(&l);
#ifdef GUARDED
  if (!go) return u;
#endif
  (void)go;
  copy = value;
  return u;
}
int main(void) {
  RUN(one, two);
  return 0;
}
