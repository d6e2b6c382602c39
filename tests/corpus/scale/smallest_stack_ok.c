// Threads on the smallest stack there is, with locks, condition variables and formatted output.
// OMEN: none
#include "../corpus.h"
#include <limits.h>
int x, turn;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
NOINLINE void count(void) { x++; }
void *worker(void *p) {
  int me = (int)(intptr_t)p;
  pthread_mutex_lock(&m);
  while (turn != me) pthread_cond_wait(&c, &m);
  turn++;
  pthread_cond_broadcast(&c);
  count();
  pthread_mutex_unlock(&m);
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
