/* predicted: deadlock
 * twin (-DGUARDED): the second thread waits for the flag of the first */
#include "threads.h"
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int n;
static void both(pthread_mutex_t *x, pthread_mutex_t *y) {
  pthread_mutex_lock(x);
  pthread_mutex_lock(y);
  n++;
  pthread_mutex_unlock(y);
  pthread_mutex_unlock(x);
}

#include <semaphore.h>
static sem_t done;
static void *one(void *u) {
  both(&a, &b);
  sem_post(&done);
  return u;
}
static void *two(void *u) {
#ifdef GUARDED
  sem_wait(&done);
#endif
  both(&b, &a);
  return u;
}
int main(void) {
  sem_init(&done, 0, 0);
  RUN(one, two);
  return 0;
}
