// Whether to lock is asked twice; a change in between leaves the mutex locked for ever.
// OMEN: verdict threaded LOCK OFF class spec-violated consequence deadlock
// OMEN: verdict threaded UNLOCK OFF class spec-violated consequence deadlock
#include "../../corpus/corpus.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
volatile int threaded = 1;
int count;
void *worker(void *p) {
  if (threaded) // @LOCK
    pthread_mutex_lock(&m);
  count++;
  if (threaded) // @UNLOCK
    pthread_mutex_unlock(&m);
  return p;
}
void *switcher(void *p) {
  threaded = 0; // @OFF
  return p;
}
int main(void) {
  both(worker, switcher);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return 0;
}
