// Threads one after the other, some detached, get the same stack again: their locals have no common past.
// OMEN: none
#include "../corpus.h"
#include <semaphore.h>
sem_t done;
NOINLINE void touch(volatile char *q, int n) {
  for (int i = 0; i < n; i++) q[i] = (char)i;
}
void *worker(void *p) {
  volatile char local[256];
  touch(local, 256);
  sem_post(&done);
  return p;
}
int main(void) {
  sem_init(&done, 0, 0);
  for (int i = 0; i < 6; i++) {
    pthread_t t = start(worker, NULL);
    if (i % 2) finish(t);
    else pthread_detach(t);
  }
  for (int i = 0; i < 6; i++) sem_wait(&done);
  return 0;
}
