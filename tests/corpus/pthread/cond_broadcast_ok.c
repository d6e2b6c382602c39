// All waiters leave the wait at once and count under the mutex.
// OMEN: none
#include "../corpus.h"
int go, woken;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *waiter(void *p) {
  pthread_mutex_lock(&m);
  while (!go) pthread_cond_wait(&c, &m);
  woken++;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 4; i++) t[i] = start(waiter, NULL);
  pthread_mutex_lock(&m);
  go = 1;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  for (int i = 0; i < 4; i++) finish(t[i]);
  return woken == 0;
}
