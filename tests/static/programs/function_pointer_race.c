// SCAN: race x
#include "scan.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void locked(void) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
}
static void bare(void) { x--; }
static void (*volatile act)(void) = bare;
static void use(void) { bare(); }
static void *unused = (void *)use;
static void *first(void *arg) {
  act();
  return arg;
}
static void *second(void *arg) {
  locked();
  return arg;
}
TWO_THREADS(first, second)
