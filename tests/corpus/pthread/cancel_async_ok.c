// A thread cancelled asynchronously in its loop; main reads after the join.
// OMEN: none
#include "../corpus.h"
#include <semaphore.h>
int x;
volatile int spin;
sem_t looping;
void *loops(void *p) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  sem_post(&looping);
  x = 1;
  for (;;) spin = 1;
  return p;
}
int main(void) {
  sem_init(&looping, 0, 0);
  pthread_t t = start(loops, NULL);
  sem_wait(&looping);
  pthread_cancel(t);
  MUST(finish(t) == PTHREAD_CANCELED);
  int seen = x;
  return seen > 1;
}
