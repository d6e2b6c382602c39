// The wait may time out; the data is taken only if the flag says so.
// OMEN: none
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
  if (!there) return p;
  return (void *)(long)(data + there);
}
void *producer(void *p) {
  data = 42;
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
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
