// Tried until it is free.
// OMEN: options --ignore-mutexes
// OMEN: verdict * * * class single-ordering
#include "../../corpus/corpus.h"
#include <sched.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *worker(void *p) {
  while (pthread_mutex_trylock(&m)) sched_yield();
  x++;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  both(worker, worker);
  printf("%d\n", x);
  return 0;
}
