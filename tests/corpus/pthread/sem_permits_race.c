// A semaphore with two permits lets both threads in at once.
// OMEN: race x A:rw A:rw
// OMEN: twin sem_permits_ok.c
#include "../corpus.h"
#include <semaphore.h>
int x;
sem_t s;
void *worker(void *p) {
  sem_wait(&s);
  x++; // @A
  return p;
}
int main(void) {
  sem_init(&s, 0, 2);
  both(worker, worker);
  return x == 0;
}
