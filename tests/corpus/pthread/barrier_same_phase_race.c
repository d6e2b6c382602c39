// Both threads touch x in the same phase.
// OMEN: race x A:w B:r
// OMEN: twin barrier_ok.c
#include "../corpus.h"
int x;
pthread_barrier_t b;
void *writer(void *p) {
  pthread_barrier_wait(&b);
  x = 1; // @A
  return p;
}
void *reader(void *p) {
  pthread_barrier_wait(&b);
  return (void *)(long)x; // @B
}
int main(void) {
  pthread_barrier_init(&b, NULL, 2);
  both(writer, reader);
  pthread_barrier_destroy(&b);
  return 0;
}
