/* predicted: race value
 * twin (-DGUARDED): the data comes before the barrier */
#include "threads.h"
static pthread_barrier_t b;
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int value, visits, copy;
static void visit(void) {
  pthread_mutex_lock(&l);
  visits++;
  pthread_mutex_unlock(&l);
}
static void *one(void *u) {
#ifdef GUARDED
  value = 3;
  pthread_barrier_wait(&b);
#else
  pthread_barrier_wait(&b);
  value = 3;
#endif
  visit();
  return u;
}
static void *two(void *u) {
  pthread_barrier_wait(&b);
  visit();
  copy = value;
  return u;
}
int main(void) {
  pthread_barrier_init(&b, NULL, 2);
  RUN(two, one);
  return 0;
}
