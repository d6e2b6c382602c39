/* predicted: race last
 * twin (-DGUARDED): the index is set under the lock, with what it counts */
#include "threads.h"
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int table[4] = {1, 2, 3, 4}, last = -1, n, copy;
static void *one(void *u) {
#ifndef GUARDED
  last = 3;
#endif
  pthread_mutex_lock(&l);
#ifdef GUARDED
  last = 3;
#endif
  n = 4;
  pthread_mutex_unlock(&l);
  return u;
}
static void *two(void *u) {
  pthread_mutex_lock(&l);
  n++;
#ifdef GUARDED
  int at = last;
#endif
  pthread_mutex_unlock(&l);
#ifndef GUARDED
  int at = last;
#endif
  if (at >= 0) copy = table[at];
  return u;
}
int main(void) {
  RUN(one, two);
  return 0;
}
