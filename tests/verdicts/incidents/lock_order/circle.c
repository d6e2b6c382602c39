// Three locks in a circle, with a counter beside them.
// OMEN: incident deadlock * cause order RING RING
// OMEN: or cause atomicity RING RING
// OMEN: verdict hits HIT HIT class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
pthread_mutex_t fork_[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int meals[3];
volatile int hits;
void *dine(void *arg) {
  int me = (int)(intptr_t)arg;
  hits++;                          // @HIT
  pthread_mutex_lock(&fork_[me]);  // @RING
  meals[me]++;
  pthread_mutex_lock(&fork_[(me + 1) % 3]);
  pthread_mutex_unlock(&fork_[(me + 1) % 3]);
  pthread_mutex_unlock(&fork_[me]); // @RING
  return arg;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) t[i] = start(dine, (void *)(intptr_t)i);
  for (int i = 0; i < 3; i++) finish(t[i]);
  return 0;
}
