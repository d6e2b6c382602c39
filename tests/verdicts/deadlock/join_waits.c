// The main thread joins a thread that waits for a stop that was given too early.
// OMEN: verdict started SET ASK class spec-violated consequence deadlock
#include "../../corpus/corpus.h"
#include <semaphore.h>
sem_t stop;
volatile int started;
void *worker(void *p) {
  started = 1; // @SET
  while (sem_wait(&stop)) continue;
  return p;
}
int main(void) {
  MUST(sem_init(&stop, 0, 0) == 0);
  pthread_t t = start(worker, NULL);
  for (int i = 0; i < 3; i++) sched_yield();
  if (started) sem_post(&stop); // @ASK
  finish(t);
  return 0;
}
