// Three threads join each other in a ring.
// OMEN: deadlock 0:semaphore 1:join 2:join 3:join
// OMEN: twin ../pthread/join_ok.c
#include "../corpus.h"
#include <semaphore.h>
enum { N = 3 };
pthread_t t[N];
pthread_barrier_t all_there;
sem_t never;
void *worker(void *p) {
  pthread_barrier_wait(&all_there);
  pthread_join(t[((intptr_t)p + 1) % N], NULL);
  return p;
}
int main(void) {
  pthread_barrier_init(&all_there, NULL, N + 1);
  sem_init(&never, 0, 0);
  for (intptr_t i = 0; i < N; i++) t[i] = start(worker, (void *)i);
  pthread_barrier_wait(&all_there);
  while (sem_wait(&never)) continue;
  return 0;
}
