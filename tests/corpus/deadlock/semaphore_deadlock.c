// A semaphore that nobody posts.
// OMEN: deadlock 0:join 1:semaphore
// OMEN: twin ../pthread/sem_handoff_ok.c
#include "../corpus.h"
#include <semaphore.h>
sem_t s;
void *worker(void *p) {
  while (sem_wait(&s)) continue;
  return p;
}
int main(void) {
  sem_init(&s, 0, 0);
  finish(start(worker, NULL));
  return 0;
}
