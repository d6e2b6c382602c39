// A thread locks a normal mutex that it already holds.
// OMEN: deadlock 0:join 1:mutex
// OMEN: twin ordered_locks_ok.c
#include "../corpus.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *p) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  return p;
}
int main(void) {
  finish(start(worker, NULL));
  return 0;
}
