// Data first, then the post.
// OMEN: none
#include "../corpus.h"
#include <semaphore.h>
int data;
sem_t s;
void *producer(void *p) {
  data = 1;
  sem_post(&s);
  return p;
}
void *consumer(void *p) {
  sem_wait(&s);
  return (void *)(long)data;
}
int main(void) {
  sem_init(&s, 0, 0);
  both(producer, consumer);
  sem_destroy(&s);
  return 0;
}
