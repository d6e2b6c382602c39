// The cleanup handler of a cancelled thread writes what main reads after the join.
// OMEN: none
#include "../corpus.h"
#include <semaphore.h>
int x;
sem_t never;
void cleanup(void *p) { x = 1; }
void *waits(void *p) {
  pthread_cleanup_push(cleanup, NULL);
  while (sem_wait(&never)) continue;
  pthread_cleanup_pop(0);
  return p;
}
int main(void) {
  sem_init(&never, 0, 0);
  pthread_t t = start(waits, NULL);
  MUST(pthread_cancel(t) == 0);
  MUST(finish(t) == PTHREAD_CANCELED);
  int seen = x;
  MUST(seen == 1);
  return seen > 1;
}
