/* predicted: race value
 * twin (-DGUARDED): the data comes before the signal */
#include "threads.h"
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int value, ready, visits, copy;
static void *one(void *u) {
#ifdef GUARDED
  value = 3;
#endif
  pthread_mutex_lock(&l);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&l);
#ifndef GUARDED
  value = 3;
#endif
  pthread_mutex_lock(&l);
  visits++;
  pthread_mutex_unlock(&l);
  return u;
}
static void *two(void *u) {
  pthread_mutex_lock(&l);
  visits++;
  while (!ready) pthread_cond_wait(&c, &l);
  pthread_mutex_unlock(&l);
  copy = value;
  return u;
}
int main(void) {
  RUN(one, two);
  return 0;
}
