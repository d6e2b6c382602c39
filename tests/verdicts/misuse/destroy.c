// Torn down while a thread is inside.
// OMEN: verdict closing ASK SAY class spec-violated consequence misuse
#include "../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, inside = PTHREAD_MUTEX_INITIALIZER;
volatile int closing;
void *closer(void *p) {
  if (closing) pthread_mutex_destroy(&lock); // @ASK
  return p;
}
void *worker(void *p) {
  pthread_mutex_lock(&lock);
  closing = 1; // @SAY
  pthread_mutex_lock(&inside);
  pthread_mutex_unlock(&inside);
  pthread_mutex_unlock(&lock);
  return p;
}
int main(void) {
  both(closer, worker);
  return 0;
}
