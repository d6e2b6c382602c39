// Only one of the six orders in which the lock is taken is survived: a bug, but not of the race beside it.
// OMEN: verdict hits A A class k-witness-harmless
#include "../../corpus/corpus.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int order[3], n, hits, value = 7;
void *worker(void *p) {
  hits++; // @A
  pthread_mutex_lock(&m);
  order[n++] = (int)(long)p;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++) t[i] = start(worker, (void *)i);
  for (int i = 0; i < 3; i++) finish(t[i]);
  int *volatile box = order[0] == 0 && order[1] == 1 ? &value : NULL;
  return *box == 7 ? 0 : 1;
}
