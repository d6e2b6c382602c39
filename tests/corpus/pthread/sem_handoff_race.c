// The semaphore is posted before the data is there.
// OMEN: race data A:w B:r
// OMEN: twin sem_handoff_ok.c
#include "../corpus.h"
#include <semaphore.h>
int data;
sem_t s;
void *producer(void *p) {
  sem_post(&s);
  data = 1; // @A
  return p;
}
void *consumer(void *p) {
  sem_wait(&s);
  return (void *)(long)data; // @B
}
int main(void) {
  sem_init(&s, 0, 0);
  both(producer, consumer);
  sem_destroy(&s);
  return 0;
}
