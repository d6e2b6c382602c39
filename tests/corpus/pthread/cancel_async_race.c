// A thread cancelled asynchronously in its loop; main reads before the join.
// OMEN: race x A:w B:r sometimes
// OMEN: tsan-blind
// OMEN: twin cancel_async_ok.c
#include "../corpus.h"
#include <semaphore.h>
int x;
volatile int spin;
sem_t looping;
void *loops(void *p) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  sem_post(&looping);
  x = 1; // @A
  for (;;) spin = 1;
  return p;
}
int main(void) {
  sem_init(&looping, 0, 0);
  pthread_t t = start(loops, NULL);
  sem_wait(&looping);
  int seen = x; // @B
  pthread_cancel(t);
  MUST(finish(t) == PTHREAD_CANCELED);
  return seen > 1;
}
