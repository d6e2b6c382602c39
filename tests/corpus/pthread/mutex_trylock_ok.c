// A thread writes only if trylock succeeded.
// OMEN: none
#include "../corpus.h"
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *tries(void *p) {
  if (pthread_mutex_trylock(&m) != 0) return p;
  x = 2;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_mutex_lock(&m);
  pthread_t t = start(tries, NULL);
  x = 1;
  pthread_mutex_unlock(&m);
  finish(t);
  return x == 0;
}
