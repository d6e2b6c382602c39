// SCAN: none
#include "scan.h"
static pthread_once_t o = PTHREAD_ONCE_INIT;
static int x;
static void init(void) { x = 7; }
static void *first(void *arg) {
  pthread_once(&o, init);
  if (x) puts("x");
  return arg;
}
static void *second(void *arg) {
  pthread_once(&o, init);
  if (x) puts("x");
  return arg;
}
TWO_THREADS(first, second)
