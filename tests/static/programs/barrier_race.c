// SCAN: race x
#include "scan.h"
static pthread_barrier_t b;
static int x;
static void *first(void *arg) {
  x = 1;
  pthread_barrier_wait(&b);
  return arg;
}
static void *second(void *arg) {
  if (x) puts("x");
  pthread_barrier_wait(&b);
  return arg;
}
int main(void) {
  pthread_barrier_init(&b, NULL, 2);
  return two_threads(first, second);
}
