/* predicted: output value
 * twin (-DGUARDED): main joins the first thread before it makes the second */
#include "threads.h"
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int value, visits;
static void visit(void) {
  pthread_mutex_lock(&l);
  visits++;
  pthread_mutex_unlock(&l);
}
static void *one(void *u) {
  value = 5;
  visit();
  return u;
}
static void *two(void *u) {
  visit();
  printf("%d\n", value);
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
