// The cleanup handler of a cancelled thread writes what main reads without waiting for the thread's end.
// OMEN: race x A:w B:r
// OMEN: twin cancel_cleanup_ok.c
#include "../corpus.h"
#include <semaphore.h>
int x;
sem_t never;
void cleanup(void *p) { x = 1; } // @A
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
  int seen = x; // @B
  MUST(finish(t) == PTHREAD_CANCELED);
  return seen > 1;
}
