// A semaphore with one permit, given back, is a lock; with the try and timed forms.
// OMEN: none
#include "../corpus.h"
#include <semaphore.h>
int x;
sem_t s;
void *worker(void *p) {
  struct timespec later = from_now(CLOCK_REALTIME, 3600);
  if (sem_trywait(&s)) MUST(sem_timedwait(&s, &later) == 0);
  x++;
  sem_post(&s);
  return p;
}
int main(void) {
  sem_init(&s, 0, 1);
  both(worker, worker);
  return x == 0;
}
