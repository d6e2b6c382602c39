// The result of trylock is ignored: a failed one neither locks nor orders.
// OMEN: race x A:w B:w
// OMEN: twin mutex_trylock_ok.c
#include "../corpus.h"
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *tries(void *p) {
  int got = pthread_mutex_trylock(&m);
  x = 2; // @A
  if (got == 0) pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_mutex_lock(&m);
  pthread_t t = start(tries, NULL);
  x = 1; // @B
  finish(t);
  pthread_mutex_unlock(&m);
  return x == 0;
}
