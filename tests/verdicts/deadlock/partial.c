// Two threads wait for each other while a third goes on and would end the program in order.
// OMEN: verdict swapped ASK SAY class spec-violated consequence deadlock
#include "../../corpus/corpus.h"
#include <semaphore.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
sem_t has_a, has_b;
volatile int swapped;
void *first(void *p) {
  int other = swapped; // @ASK
  pthread_mutex_lock(other ? &b : &a);
  if (other) sem_post(&has_b), sem_wait(&has_a);
  pthread_mutex_lock(other ? &a : &b);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return p;
}
void *second(void *p) {
  swapped = 1; // @SAY
  pthread_mutex_lock(&a);
  sem_post(&has_a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return p;
}
int main(void) {
  sem_init(&has_a, 0, 0);
  sem_init(&has_b, 0, 0);
  pthread_t s = start(first, NULL), t = start(second, NULL);
  pthread_detach(s);
  pthread_detach(t);
  for (int i = 0; i < 200; i++) sched_yield();
  return 0;
}
