// A mutex and a rwlock that is written, in opposite order.
// OMEN: defect potential-deadlock
#include "../defects.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static void *one(void *p) {
  pthread_mutex_lock(&m);
  pthread_rwlock_wrlock(&rw); // @BAD
  pthread_rwlock_unlock(&rw);
  pthread_mutex_unlock(&m);
  return p;
}
static void *two(void *p) {
  pthread_rwlock_wrlock(&rw);
  if (!bad) pthread_rwlock_unlock(&rw);
  pthread_mutex_lock(&m); // @BAD
  pthread_mutex_unlock(&m);
  if (bad) pthread_rwlock_unlock(&rw);
  return p;
}
int main(void) {
  pthread_t t = start(one, NULL), u = start(two, NULL);
  finish(t);
  finish(u);
  puts("done");
  return 0;
}
