// SCAN: race x
#include "scan.h"
static int x;
static pthread_t start(void *(*f)(void *), void *arg) {
  pthread_t t;
  if (pthread_create(&t, NULL, f, arg)) abort();
  return t;
}
static void *worker(void *arg) {
  x++;
  return arg;
}
int main(void) {
  pthread_t t = start(worker, NULL);
  x = 1;
  pthread_join(t, NULL);
  return 0;
}
