/* predicted: race value
 * twin (-DGUARDED): the second thread needs the lock that the first holds at its access */
#include "threads.h"
/* Two sections of one lock keep the accesses apart in the twin, though no order between their events is forced:
 * an analysis that forgets that a held lock cannot be taken calls it a race. */
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER, m = PTHREAD_MUTEX_INITIALIZER;
int value, n, copy;
static void *one(void *u) {
#ifdef GUARDED
  pthread_mutex_lock(&m);
#endif
  value = 1;
  pthread_mutex_lock(&l);
  n++;
  pthread_mutex_unlock(&l);
#ifdef GUARDED
  pthread_mutex_unlock(&m);
#endif
  return u;
}
static void *two(void *u) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&l);
  n++;
  pthread_mutex_unlock(&l);
  pthread_mutex_unlock(&m);
  copy = value;
  return u;
}
int main(void) {
  RUN(one, two);
  return 0;
}
