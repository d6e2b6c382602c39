// SCAN: none
#include "scan.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void locked(void) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
}
static void bare(void) { x--; }
static void (*volatile act)(void) = locked;
static void use(void) { bare(); }
static void *unused = (void *)use;
static void *first(void *arg) {
  act();
  return arg;
}
static void *second(void *arg) {
  act();
  return arg;
}
TWO_THREADS(first, second)
