// Who is the last to take the lock decides over the exit status; the race decides over a detour only.
// OMEN: verdict hint ASK SET class k-witness-harmless
// OMEN: maybe hint SET SET class k-witness-harmless
#include "../../corpus/corpus.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
volatile int hint;
int tours, last;
void *worker(void *p) {
  if (!hint) { // @ASK
    hint = 1;  // @SET
    pthread_mutex_lock(&m);
    tours++;
    pthread_mutex_unlock(&m);
  }
  pthread_mutex_lock(&m);
  last = (int)(long)p;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t[4];
  for (long i = 0; i < 4; i++) t[i] = start(worker, (void *)i);
  for (int i = 0; i < 4; i++) finish(t[i]);
  return last == 3 ? 0 : last + 10;
}
