// visits_inside.c with the sum under a lock.
// OMEN: no-incident
// OMEN: verdict visits VISIT VISIT class k-witness-harmless
#include "../../../corpus/corpus.h"
#include <assert.h>
static volatile int sum, visits;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *add(void *arg) {
  for (int i = 1; i <= 2; i++) {
    visits++; // @VISIT
    pthread_mutex_lock(&m);
    sum = sum + i;
    pthread_mutex_unlock(&m);
  }
  return arg;
}
int main(void) {
  both(add, add);
  assert(sum == 6);
  return 0;
}
