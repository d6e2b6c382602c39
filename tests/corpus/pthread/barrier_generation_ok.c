// Positive control for a clock a generation. The last to arrive runs ahead to the next barrier before the others
// have left this one. Here what it wrote is read one phase later, which is right.
// OMEN: none
#include "../corpus.h"
enum { PHASES = 4 };
int x[PHASES + 1];
pthread_barrier_t b;
NOINLINE void put(int i) { x[i] = i; }
NOINLINE int get(int i) { return x[i]; }
void *fast(void *p) {
  for (int i = 0; i < PHASES; i++) {
    pthread_barrier_wait(&b);
    put(i);
  }
  pthread_barrier_wait(&b);
  return p;
}
void *slow(void *p) {
  long sum = 0;
  for (int i = 0; i < PHASES; i++) {
    pthread_barrier_wait(&b);
    sum += get(i == 0 ? PHASES : i - 1);
  }
  pthread_barrier_wait(&b);
  return (void *)sum;
}
int main(void) {
  pthread_barrier_init(&b, NULL, 3);
  pthread_t extra = start(slow, NULL);
  both(slow, fast);
  finish(extra);
  return 0;
}
