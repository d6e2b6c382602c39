// Lines come in any order, as the lock is taken; the total is lost by a race.
// OMEN: verdict total ADD ADD class output-differs consequence output
// OMEN: verdict hits A A class k-witness-harmless
#include "../../corpus/corpus.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int total, hits;
void *worker(void *p) {
  hits++; // @A
  pthread_mutex_lock(&m);
  printf("%s\n", (char *)p);
  pthread_mutex_unlock(&m);
  total += 5; // @ADD
  return p;
}
int main(void) {
  char *names[] = {"a", "b", "c"};
  pthread_t t[3];
  for (int i = 0; i < 3; i++) t[i] = start(worker, names[i]);
  for (int i = 0; i < 3; i++) finish(t[i]);
  printf("total %d\n", total);
  return 0;
}
