/* predicted: race value
 * twin (-DGUARDED): the reader takes the lock of the writer */
#include "threads.h"
static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
int value, visits, copy;
static void visit(void) {
  pthread_mutex_lock(&other);
  visits++;
  pthread_mutex_unlock(&other);
}
static void *one(void *u) {
  pthread_mutex_lock(&own);
  value++;
  pthread_mutex_unlock(&own);
  visit();
  return u;
}
static void *two(void *u) {
  visit();
#ifdef GUARDED
  pthread_mutex_lock(&own);
#endif
  copy = value;
#ifdef GUARDED
  pthread_mutex_unlock(&own);
#endif
  return u;
}
int main(void) {
  RUN(one, two);
  return 0;
}
