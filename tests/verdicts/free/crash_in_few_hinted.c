// One of six orders in which the lock is taken crashes; the race decides over a detour only.
// OMEN: verdict hint ASK SET class k-witness-harmless
// OMEN: maybe hint SET SET class k-witness-harmless
#include "../../corpus/corpus.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, detour = PTHREAD_MUTEX_INITIALIZER;
int order[3], n, value = 7, tours;
volatile int hint;
void *worker(void *p) {
  if (!hint) { // @ASK
    hint = 1;  // @SET
    for (int i = 0; i < 3; i++) {
      pthread_mutex_lock(&detour);
      tours++;
      pthread_mutex_unlock(&detour);
    }
  }
  pthread_mutex_lock(&m);
  order[n++] = (int)(long)p;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++) t[i] = start(worker, (void *)i);
  for (int i = 0; i < 3; i++) finish(t[i]);
  int *volatile box = order[0] == 1 && order[1] == 2 ? NULL : &value;
  return *box == 7 ? 0 : 1;
}
