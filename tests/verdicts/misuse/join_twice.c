// Whoever finds the worker joins it; with the order flipped both do.
// OMEN: verdict joined ASK SAY class spec-violated consequence misuse
#include "../../corpus/corpus.h"
pthread_t worker;
volatile int joined;
void *work(void *p) { return p; }
void *owner(void *p) {
  joined = 1; // @SAY
  pthread_join(worker, NULL);
  return p;
}
void *other(void *p) {
  if (!joined) pthread_join(worker, NULL); // @ASK
  return p;
}
int main(void) {
  worker = start(work, NULL);
  both(owner, other);
  return 0;
}
