// SCAN: race b
// qsort moves pointers within an array.
#include "scan.h"
static int a = 2, b = 1;
static int *v[2] = {&a, &b};
static int by(const void *x, const void *y) { return **(int *const *)x - **(int *const *)y; }
static void *work(void *x) {
  *v[0] = 7;
  return 0;
}
int main(void) {
  pthread_t t;
  qsort(v, 2, sizeof *v, by);
  pthread_create(&t, 0, work, 0);
  b = 5;
  pthread_join(t, 0);
  return 0;
}
