// The classic: data, flag, signal; the consumer waits for the flag.
// OMEN: none
#include "../corpus.h"
int data, ready;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *consumer(void *p) {
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return (void *)(long)data;
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
  both(consumer, producer);
  return 0;
}
