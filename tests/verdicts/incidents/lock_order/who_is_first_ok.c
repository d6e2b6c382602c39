// Sorted afterwards.
// OMEN: no-incident
// OMEN: verdict hits A B class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <assert.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int order[2], n;
volatile int hits;
void *small(void *arg) {
  hits++; // @A
  pthread_mutex_lock(&lock);
  order[n++] = 1;
  pthread_mutex_unlock(&lock);
  return arg;
}
void *large(void *arg) {
  hits++; // @B
  pthread_mutex_lock(&lock);
  order[n++] = 2;
  pthread_mutex_unlock(&lock);
  return arg;
}
int main(void) {
  both(small, large);
  if (order[0] > order[1]) {
    int first = order[0];
    order[0] = order[1];
    order[1] = first;
  }
  assert(order[0] <= order[1]);
  return 0;
}
