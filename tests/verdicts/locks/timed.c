// A lock that is waited for with a limit.
// OMEN: options --ignore-mutexes
// OMEN: verdict * * * class single-ordering
#include "../../corpus/corpus.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *worker(void *p) {
  struct timespec t = from_now(CLOCK_REALTIME, 3600);
  if (pthread_mutex_timedlock(&m, &t)) return p;
  x++;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  both(worker, worker);
  printf("%d\n", x);
  return 0;
}
