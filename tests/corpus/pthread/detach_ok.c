// A detached thread says that it is done with a semaphore.
// OMEN: none
#include "../corpus.h"
#include <semaphore.h>
int x;
sem_t done, gone;
void *worker(void *p) {
  pthread_detach(pthread_self());
  x = 1;
  sem_post(&done);
  sem_post(&gone);
  return p;
}
int main(void) {
  sem_init(&done, 0, 0);
  sem_init(&gone, 0, 0);
  start(worker, NULL);
  sem_wait(&done);
  int seen = x;
  sem_wait(&gone);
  return seen > 1;
}
