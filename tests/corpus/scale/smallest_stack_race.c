// Threads on the smallest stack there is, with a race.
// OMEN: race x A:rw A:rw
// OMEN: twin smallest_stack_ok.c
#include "../corpus.h"
#include <limits.h>
int x, turn;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
NOINLINE void count(void) { x++; } // @A
void *worker(void *p) {
  int me = (int)(intptr_t)p;
  count();
  return (void *)(long)me;
}
int main(void) {
  pthread_attr_t attr;
  pthread_t t[8];
  pthread_attr_init(&attr);
  MUST(pthread_attr_setstacksize(&attr, PTHREAD_STACK_MIN) == 0);
  for (intptr_t i = 0; i < 8; i++) MUST(pthread_create(&t[i], &attr, worker, (void *)(7 - i)) == 0);
  for (int i = 0; i < 8; i++) finish(t[i]);
  return x == 0;
}
