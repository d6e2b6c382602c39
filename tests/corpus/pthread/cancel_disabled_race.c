// With cancellation off the thread lives on and writes on while main reads.
// OMEN: race x A:w B:r
// OMEN: twin cancel_disabled_ok.c
#include "../corpus.h"
#include <semaphore.h>
int x;
sem_t off, cancelled;
void *worker(void *p) {
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  sem_post(&off);
  while (sem_wait(&cancelled)) continue;
  pthread_testcancel();
  x = 1; // @A
  pthread_setcancelstate(old, NULL);
  pthread_testcancel();
  x = 99;
  return p;
}
int main(void) {
  sem_init(&off, 0, 0);
  sem_init(&cancelled, 0, 0);
  pthread_t t = start(worker, NULL);
  sem_wait(&off);
  pthread_cancel(t);
  sem_post(&cancelled);
  int seen = x; // @B
  MUST(finish(t) == PTHREAD_CANCELED);
  return seen > 1;
}
