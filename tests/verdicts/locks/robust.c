// A robust mutex that checks errors.
// OMEN: options --ignore-mutexes
// OMEN: verdict * * * class single-ordering
#include "../../corpus/corpus.h"
pthread_mutex_t m;
int x;
void *worker(void *p) {
  MUST(pthread_mutex_lock(&m) == 0);
  x = x * 2 + 1;
  MUST(pthread_mutex_unlock(&m) == 0);
  return p;
}
int main(void) {
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &a);
  both(worker, worker);
  printf("%d\n", x);
  return 0;
}
