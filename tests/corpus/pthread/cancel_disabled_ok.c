// With cancellation off the thread lives on to the place where it allows it again.
// OMEN: none
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
  x = 1;
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
  MUST(finish(t) == PTHREAD_CANCELED);
  int seen = x;
  MUST(seen == 1);
  return seen > 1;
}
