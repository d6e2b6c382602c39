// Two threads wait for each other in the recorded run, which ends in order all the same: main does not wait for them.
// OMEN: verdict swapped ASK SAY class spec-violated consequence deadlock
// OMEN: finding deadlock SECOND
#include "../../corpus/corpus.h"
#include <semaphore.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
sem_t has_a;
volatile int swapped;
void *second(void *p) {
  swapped = 1; // @SAY
  pthread_mutex_lock(&a);
  sem_wait(&has_a);
  pthread_mutex_lock(&b); // @SECOND
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return p;
}
void *first(void *p) {
  int other = swapped; // @ASK
  if (other) pthread_mutex_lock(&b);
  sem_post(&has_a);
  if (other) {
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
  }
  return p;
}
int main(void) {
  sem_init(&has_a, 0, 0);
  pthread_t s = start(second, NULL), t = start(first, NULL);
  pthread_detach(s);
  pthread_detach(t);
  for (int i = 0; i < 200; i++) sched_yield();
  return 0;
}
