// A recursive mutex, locked twice.
// OMEN: options --ignore-mutexes
// OMEN: verdict * * * class single-ordering
#include "../../corpus/corpus.h"
pthread_mutex_t m;
int x;
static void add(int by) {
  pthread_mutex_lock(&m);
  x += by;
  pthread_mutex_unlock(&m);
}
void *worker(void *p) {
  pthread_mutex_lock(&m);
  add(2);
  x++;
  add(3);
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &a);
  both(worker, worker);
  printf("%d\n", x);
  return 0;
}
