// The last takes them the other way round.
// OMEN: no-incident
// OMEN: verdict hits HIT HIT class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
pthread_mutex_t fork_[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int meals[3];
volatile int hits;
void *dine(void *arg) {
  int me = (int)(intptr_t)arg, first = me == 2 ? 0 : me, second = me == 2 ? 2 : me + 1;
  hits++; // @HIT
  pthread_mutex_lock(&fork_[first]);
  pthread_mutex_lock(&fork_[second]);
  meals[me]++;
  pthread_mutex_unlock(&fork_[second]);
  pthread_mutex_unlock(&fork_[first]);
  return arg;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) t[i] = start(dine, (void *)(intptr_t)i);
  for (int i = 0; i < 3; i++) finish(t[i]);
  return 0;
}
