// One thread writes before the barrier, the other reads after it.
// OMEN: none
#include "../corpus.h"
int x;
pthread_barrier_t b;
void *writer(void *p) {
  x = 1;
  pthread_barrier_wait(&b);
  return p;
}
void *reader(void *p) {
  pthread_barrier_wait(&b);
  return (void *)(long)x;
}
int main(void) {
  pthread_barrier_init(&b, NULL, 2);
  both(writer, reader);
  pthread_barrier_destroy(&b);
  return 0;
}
