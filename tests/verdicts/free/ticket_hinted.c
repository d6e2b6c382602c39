// Who draws which number under the lock is free, and printed; the race decides over a detour only.
// OMEN: verdict hint ASK SET class k-witness-harmless
// OMEN: maybe hint SET SET class k-witness-harmless
#include "../../corpus/corpus.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
volatile int hint;
int tours, next, drew[3];
void *worker(void *p) {
  if (!hint) { // @ASK
    hint = 1;  // @SET
    pthread_mutex_lock(&m);
    tours++;
    pthread_mutex_unlock(&m);
  }
  pthread_mutex_lock(&m);
  drew[(long)p] = ++next;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++) t[i] = start(worker, (void *)i);
  for (int i = 0; i < 3; i++) finish(t[i]);
  for (int i = 0; i < 3; i++) printf("%d drew %d\n", i, drew[i]);
  return 0;
}
