// Signalling without the mutex is fine; setting the flag without it is not.
// OMEN: race ready A:w B:r
// OMEN: twin cond_signal_unlocked_ok.c
#include "../corpus.h"
int ready;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *waiter(void *p) {
  pthread_mutex_lock(&m);
  struct timespec deadline = from_now(CLOCK_REALTIME, 1);
  while (!ready) // @B
    if (pthread_cond_timedwait(&c, &m, &deadline)) break;
  pthread_mutex_unlock(&m);
  return p;
}
void *signaller(void *p) {
  ready = 1; // @A
  pthread_cond_signal(&c);
  return p;
}
int main(void) {
  both(waiter, signaller);
  return 0;
}
