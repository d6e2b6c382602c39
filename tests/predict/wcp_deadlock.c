/* predicted: deadlock
 * twin (-DGUARDED): a lock around both keeps the threads out of each other's way */
#include "threads.h"
/* `wcp` calls the accesses of value a race. Each needs, on the way, the lock that the other holds: no run has
 * the race, and what there is instead is the deadlock. */
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER, m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
int value, copy;
static void enter(pthread_mutex_t *kept, pthread_mutex_t *passed) {
#ifdef GUARDED
  pthread_mutex_lock(&gate);
#endif
  pthread_mutex_lock(kept);
  pthread_mutex_lock(passed);
  pthread_mutex_unlock(passed);
}
static void leave(pthread_mutex_t *kept) {
  pthread_mutex_unlock(kept);
#ifdef GUARDED
  pthread_mutex_unlock(&gate);
#endif
}
static void *one(void *u) {
  enter(&m, &l);
  value = 1;
  leave(&m);
  return u;
}
static void *two(void *u) {
  enter(&l, &m);
  copy = value;
  leave(&l);
  return u;
}
int main(void) {
  RUN(one, two);
  return 0;
}
