/* predicted: race value
 * twin (-DGUARDED): whoever comes first holds, at its access, a lock that the other needs on its way */
#include "threads.h"
/* Twin: no lock is held at both accesses, and no data makes an order: `wcp` calls it a race, which no run
 * has. */
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER, m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER; /* no deadlock */
int value, copy;
static void take_both(pthread_mutex_t *kept, pthread_mutex_t *passed) {
  pthread_mutex_lock(&gate);
  pthread_mutex_lock(kept);
#ifdef GUARDED
  pthread_mutex_lock(passed);
  pthread_mutex_unlock(passed);
#else
  (void)passed;
#endif
  pthread_mutex_unlock(&gate);
}
static void *one(void *u) {
  take_both(&m, &l);
  value = 1;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&gate); /* orders the two in the recorded run */
  pthread_mutex_unlock(&gate);
  return u;
}
static void *two(void *u) {
  take_both(&l, &m);
  copy = value;
  pthread_mutex_unlock(&l);
  return u;
}
int main(void) {
  RUN(one, two);
  return 0;
}
