/* predicted: race
 * twin (-DGUARDED): the members lie under their own lock */
#include "threads.h"
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER, own = PTHREAD_MUTEX_INITIALIZER;
struct {
  int hits, misses;
} stats;
int n;
static void visit(void) {
  pthread_mutex_lock(&l);
  n++;
  pthread_mutex_unlock(&l);
}
static void count(void) {
#ifdef GUARDED
  pthread_mutex_lock(&own);
#endif
  stats.misses++;
#ifdef GUARDED
  pthread_mutex_unlock(&own);
#endif
}
static void *one(void *u) {
  count();
  visit();
  return u;
}
static void *two(void *u) {
  visit();
  count();
  return u;
}
int main(void) {
  (void)own;
  RUN(one, two);
  return 0;
}
