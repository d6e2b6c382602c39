// The wait timed out, and the consumer takes the data although nobody said that it is there.
// OMEN: race data A:w B:r
// OMEN: twin cond_timedwait_ok.c
#include "../corpus.h"
int data, ready;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c;
void *consumer(void *p) {
  struct timespec past = from_now(CLOCK_MONOTONIC, -1);
  pthread_mutex_lock(&m);
  int got = 0;
  while (!ready && !got) got = pthread_cond_timedwait(&c, &m, &past);
  MUST(ready || got == ETIMEDOUT);
  int there = ready;
  pthread_mutex_unlock(&m);
  return (void *)(long)(data + there); // @B
}
void *producer(void *p) {
  data = 42; // @A
  return p;
}
int main(void) {
  pthread_condattr_t attr;
  pthread_condattr_init(&attr);
  MUST(pthread_condattr_setclock(&attr, CLOCK_MONOTONIC) == 0);
  MUST(pthread_cond_init(&c, &attr) == 0);
  both(consumer, producer);
  return 0;
}
