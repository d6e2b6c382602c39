/* predicted: race value
 * twin (-DGUARDED): each link of the chain waits for the one before */
#include "threads.h"
#include <semaphore.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static sem_t first, second;
int value, na, nb, copy;
static void take(pthread_mutex_t *m, int *n) {
  pthread_mutex_lock(m);
  ++*n;
  pthread_mutex_unlock(m);
}
static void *one(void *u) {
  value = 1;
  take(&a, &na);
  sem_post(&first);
  return u;
}
static void *link(void *u) {
#ifdef GUARDED
  sem_wait(&first);
#endif
  take(&a, &na);
  take(&b, &nb);
  sem_post(&second);
  return u;
}
static void *two(void *u) {
#ifdef GUARDED
  sem_wait(&second);
#endif
  take(&b, &nb);
  copy = value;
  return u;
}
int main(void) {
  sem_init(&first, 0, 0);
  sem_init(&second, 0, 0);
  RUN(one, link, two);
  return 0;
}
