// A detached thread says that it is done before it is.
// OMEN: race x A:w B:r
// OMEN: twin detach_ok.c
#include "../corpus.h"
#include <semaphore.h>
int x;
sem_t done, gone;
void *worker(void *p) {
  pthread_detach(pthread_self());
  sem_post(&done);
  x = 1; // @A
  sem_post(&gone);
  return p;
}
int main(void) {
  sem_init(&done, 0, 0);
  sem_init(&gone, 0, 0);
  start(worker, NULL);
  sem_wait(&done);
  int seen = x; // @B
  sem_wait(&gone);
  return seen > 1;
}
