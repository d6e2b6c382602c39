// SCAN: race counter
// The handle was read before the second thread was made.
#include "scan.h"
int counter;
pthread_t t;
static void *work(void *x) {
  counter++;
  return 0;
}
static void *none(void *x) { return 0; }
int main(void) {
  pthread_create(&t, 0, none, 0);
  pthread_t first = t;
  pthread_create(&t, 0, work, 0);
  pthread_join(first, 0);
  counter = 5;
  pthread_exit(0);
}
