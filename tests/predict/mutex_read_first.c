/* predicted: race value
 * twin (-DGUARDED): the reader holds the lock of the writer */
#include "threads.h"
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int value, visits, copy;
static void *one(void *u) {
#ifdef GUARDED
  pthread_mutex_lock(&l);
  copy = value;
  visits++;
  pthread_mutex_unlock(&l);
#else
  copy = value;
  pthread_mutex_lock(&l);
  visits++;
  pthread_mutex_unlock(&l);
#endif
  return u;
}
static void *two(void *u) {
  pthread_mutex_lock(&l);
  visits++;
#ifdef GUARDED
  value = 1;
#endif
  pthread_mutex_unlock(&l);
#ifndef GUARDED
  value = 1;
#endif
  return u;
}
int main(void) {
  RUN(one, two);
  return 0;
}
