// The first to take the lock is given the place at the front, and only one of the two can stand there.
// OMEN: incident assertion FRONT cause order LARGE SMALL
// OMEN: verdict hits A B class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <assert.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int order[2], n;
volatile int hits;
void *small(void *arg) {
  hits++;                    // @A
  pthread_mutex_lock(&lock); // @SMALL
  order[n++] = 1;
  pthread_mutex_unlock(&lock); // @SMALL
  return arg;
}
void *large(void *arg) {
  hits++;                    // @B
  pthread_mutex_lock(&lock); // @LARGE
  order[n++] = 2;
  pthread_mutex_unlock(&lock); // @LARGE
  return arg;
}
int main(void) {
  both(small, large);
  assert(order[0] <= order[1]); // @FRONT
  return 0;
}
