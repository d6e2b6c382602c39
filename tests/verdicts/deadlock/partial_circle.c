// Two workers agree on who takes which lock first, by a flag that is read too early in the other order. Then both
// hold one, and wait for the other's; main goes on.
// OMEN: verdict turned SET ASK class spec-violated consequence deadlock
#include "../../corpus/corpus.h"
#include <sched.h>
#include <semaphore.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
sem_t first, second;
int turned;
void *one(void *p) {
  turned = 1; // @SET
  pthread_mutex_lock(&a);
  sem_post(&first);
  sem_wait(&second);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return p;
}
void *two(void *p) {
  int early = !turned; // @ASK
  if (early) pthread_mutex_lock(&b);
  sem_post(&second);
  sem_wait(&first);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  if (early) pthread_mutex_unlock(&b);
  return p;
}
int main(void) {
  sem_init(&first, 0, 0), sem_init(&second, 0, 0);
  start(one, NULL);
  start(two, NULL);
  for (int i = 0; i < 100; i++) sched_yield();
  puts("main is done");
  return 0;
}
