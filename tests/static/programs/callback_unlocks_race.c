// SCAN: race counter
// A callback of a library gives back the lock that its caller holds.
#define _GNU_SOURCE
#include "scan.h"
#include <search.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static void *root;
static int by(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void visit(void *n) { pthread_mutex_unlock(&m); }
static void *work(void *x) {
  pthread_mutex_lock(&m);
  tdestroy(root, visit);
  counter++;
  return 0;
}
static void *other(void *x) {
  pthread_mutex_lock(&m);
  counter++;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  static int one = 1;
  tsearch(&one, &root, by);
  return two_threads(work, other);
}
