// The producer signals first and writes the data after it let the mutex go.
// OMEN: race data A:w B:r
// OMEN: twin cond_wait_ok.c
#include "../corpus.h"
int data, ready;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *consumer(void *p) {
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return (void *)(long)data; // @B
}
void *producer(void *p) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  data = 42; // @A
  return p;
}
int main(void) {
  both(consumer, producer);
  return 0;
}
