// Whoever finishes posts only if somebody said that he waits.
// OMEN: verdict done SET ASK class spec-violated consequence deadlock
// OMEN: maybe waiting * * class spec-violated consequence deadlock
#include "../../corpus/corpus.h"
#include <semaphore.h>
sem_t sem;
volatile int done, waiting;
void *finisher(void *p) {
  done = 1;      // @SET
  if (waiting)
    sem_post(&sem);
  return p;
}
void *waiter(void *p) {
  if (!done) { // @ASK
    waiting = 1;
    sem_wait(&sem);
  }
  return p;
}
int main(void) {
  MUST(sem_init(&sem, 0, 0) == 0);
  both(finisher, waiter);
  return 0;
}
