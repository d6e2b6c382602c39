// The time is printed, which is another in every run.
// OMEN: verdict hits A A class k-witness-harmless
#include "../../corpus/corpus.h"
int hits;
void *worker(void *p) {
  hits++; // @A
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  if (p) printf("%ld.%09ld\n", (long)t.tv_sec, t.tv_nsec);
  return p;
}
int main(void) {
  pthread_t a = start(worker, NULL), b = start(worker, &hits);
  finish(a);
  finish(b);
  printf("%ld\n", (long)time(NULL));
  return 0;
}
