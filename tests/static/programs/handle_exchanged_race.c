// SCAN: race counter
// An atomic exchange changes the handle.
#include "scan.h"
int counter;
static _Atomic(pthread_t) t;
static pthread_t u;
static void *work(void *x) {
  counter++;
  return 0;
}
static void *none(void *x) { return 0; }
int main(void) {
  pthread_create((pthread_t *)&t, 0, work, 0);
  pthread_create(&u, 0, none, 0);
  atomic_exchange(&t, u);
  pthread_join(*(pthread_t *)&t, 0);
  counter = 5;
  pthread_exit(0);
}
