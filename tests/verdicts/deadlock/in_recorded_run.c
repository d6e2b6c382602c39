// The recorded run itself hangs.
// OMEN: verdict skip ASK SET class spec-violated consequence deadlock
// OMEN: exit 124
#include "../../corpus/corpus.h"
pthread_barrier_t barrier;
volatile int skip = 1;
void *one(void *p) {
  skip = 0; // @SET
  pthread_barrier_wait(&barrier);
  return p;
}
void *two(void *p) {
  if (!skip) // @ASK
    pthread_barrier_wait(&barrier);
  return p;
}
int main(void) {
  MUST(pthread_barrier_init(&barrier, NULL, 2) == 0);
  both(two, one);
  return 0;
}
