/* predicted: race value
 * twin (-DGUARDED): a join */
#include "threads.h"
#include <time.h>
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int value, n, copy;
static void visit(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  t.tv_sec += 10;
  if (pthread_mutex_timedlock(&l, &t)) return;
  n++;
  pthread_mutex_unlock(&l);
}
static void *one(void *u) {
  value = 3;
  visit();
  return u;
}
static void *two(void *u) {
  visit();
  copy = value;
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
