// SCAN: none
#include "scan.h"
static int *p;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *first(void *arg) {
  pthread_mutex_lock(&m);
  free(p);
  p = NULL;
  pthread_mutex_unlock(&m);
  return arg;
}
static void *second(void *arg) {
  pthread_mutex_lock(&m);
  if (p) *p = 2;
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  p = malloc(sizeof *p);
  *p = 1;
  return two_threads(first, second);
}
