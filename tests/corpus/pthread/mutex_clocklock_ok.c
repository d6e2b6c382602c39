// pthread_mutex_clocklock on the monotonic clock: times out while another thread holds the mutex, succeeds after.
// OMEN: none
#include "../corpus.h"
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *late(void *p) {
  struct timespec past = from_now(CLOCK_MONOTONIC, -1), future = from_now(CLOCK_MONOTONIC, 3600);
  int got = pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &past);
  MUST(got == ETIMEDOUT || got == 0);
  if (got) MUST(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &future) == 0);
  x++;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_mutex_lock(&m);
  pthread_t t = start(late, NULL);
  x++;
  pthread_mutex_unlock(&m);
  finish(t);
  return x != 2;
}
