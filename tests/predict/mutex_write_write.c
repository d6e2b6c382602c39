/* predicted: race value
 * twin (-DGUARDED): a join */
#include "threads.h"
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int value, visits;
static void *one(void *u) {
  value = 1;
  pthread_mutex_lock(&l);
  visits++;
  pthread_mutex_unlock(&l);
  return u;
}
static void *two(void *u) {
  pthread_mutex_lock(&l);
  visits++;
  pthread_mutex_unlock(&l);
  value = 2;
  return u;
}
int main(void) {
#ifdef GUARDED
  RUN(one);
  RUN(two);
#else
  RUN(one, two);
#endif
  return 0;
}
