// A timed lock that waits long enough.
// OMEN: none
#include "../corpus.h"
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *impatient(void *p) {
  struct timespec deadline = from_now(CLOCK_REALTIME, 3600);
  MUST(pthread_mutex_timedlock(&m, &deadline) == 0);
  x = 2;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_mutex_lock(&m);
  pthread_t t = start(impatient, NULL);
  x = 1;
  pthread_mutex_unlock(&m);
  finish(t);
  return x == 0;
}
