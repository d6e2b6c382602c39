// A flag under a mutex hands the data over: the data itself needs no lock.
// OMEN: none
#include "../corpus.h"
int data, ready;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
NOINLINE void publish(void) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_mutex_unlock(&m);
}
NOINLINE int published(void) {
  pthread_mutex_lock(&m);
  int r = ready;
  pthread_mutex_unlock(&m);
  return r;
}
void *producer(void *p) {
  data = 42;
  publish();
  return p;
}
void *consumer(void *p) {
  if (!published()) return p;
  return (void *)(long)data;
}
int main(void) {
  both(producer, consumer);
  return 0;
}
