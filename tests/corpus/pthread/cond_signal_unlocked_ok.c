// The flag is set under the mutex, the signal comes after the unlock: allowed.
// OMEN: none
#include "../corpus.h"
int ready;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *waiter(void *p) {
  pthread_mutex_lock(&m);
  struct timespec deadline = from_now(CLOCK_REALTIME, 1);
  while (!ready)
    if (pthread_cond_timedwait(&c, &m, &deadline)) break;
  pthread_mutex_unlock(&m);
  return p;
}
void *signaller(void *p) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_mutex_unlock(&m);
  pthread_cond_signal(&c);
  return p;
}
int main(void) {
  both(waiter, signaller);
  return 0;
}
