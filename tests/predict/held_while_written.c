/* predicted: race value
 * twin (-DGUARDED): the second thread takes the lock that the first holds */
#include "threads.h"
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int value, n, copy;
static void *one(void *u) {
  pthread_mutex_lock(&a);
  value = 1;
  pthread_mutex_lock(&b);
  n++;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return u;
}
static void *two(void *u) {
#ifdef GUARDED
  pthread_mutex_lock(&a);
#endif
  pthread_mutex_lock(&b);
  n++;
  pthread_mutex_unlock(&b);
  copy = value;
#ifdef GUARDED
  pthread_mutex_unlock(&a);
#endif
  return u;
}
int main(void) {
  RUN(one, two);
  return 0;
}
