/* predicted: crash object
 * twin (-DGUARDED): the pointer is taken away under the lock of its users */
#include "threads.h"
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int storage = 1, *object = &storage, n, copy;
static void visit(void) {
  pthread_mutex_lock(&l);
  n++;
  pthread_mutex_unlock(&l);
}
static void *one(void *u) {
#ifdef GUARDED
  pthread_mutex_lock(&l);
  if (object) copy = *object;
  pthread_mutex_unlock(&l);
#else
  copy = *object;
  visit();
#endif
  return u;
}
static void *two(void *u) {
  visit();
#ifdef GUARDED
  pthread_mutex_lock(&l);
#endif
  object = NULL;
#ifdef GUARDED
  pthread_mutex_unlock(&l);
#endif
  return u;
}
int main(void) {
  RUN(one, two);
  return 0;
}
