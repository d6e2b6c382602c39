/* predicted: race value
 * twin (-DGUARDED): one lock for both */
#include "threads.h"
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
#ifdef GUARDED
#define B a
#else
#define B b
#endif
int value, visits;
static pthread_mutex_t common = PTHREAD_MUTEX_INITIALIZER;
static void visit(void) {
  pthread_mutex_lock(&common);
  visits++;
  pthread_mutex_unlock(&common);
}
static void *one(void *u) {
  pthread_mutex_lock(&a);
  value++;
  pthread_mutex_unlock(&a);
  visit();
  return u;
}
static void *two(void *u) {
  visit();
  pthread_mutex_lock(&B);
  value++;
  pthread_mutex_unlock(&B);
  return u;
}
int main(void) {
  (void)b;
  RUN(one, two);
  return 0;
}
