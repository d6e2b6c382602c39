// The lock times out, and the thread goes on as if it had it.
// OMEN: race x A:w B:w
// OMEN: twin mutex_timedlock_ok.c
#include "../corpus.h"
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *impatient(void *p) {
  struct timespec deadline = from_now(CLOCK_REALTIME, -1);
  int got = pthread_mutex_timedlock(&m, &deadline);
  MUST(got == ETIMEDOUT);
  x = 2; // @A
  return p;
}
int main(void) {
  pthread_mutex_lock(&m);
  pthread_t t = start(impatient, NULL);
  x = 1; // @B
  finish(t);
  pthread_mutex_unlock(&m);
  return x == 0;
}
