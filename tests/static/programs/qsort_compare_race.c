// SCAN: race compared
#define _GNU_SOURCE
#include "scan.h"
#include <stdlib.h>
int compared;
static int by_value(const void *a, const void *b) {
  compared++;
  return *(const int *)a - *(const int *)b;
}
static int by_value_r(const void *a, const void *b, void *with) {
  ++*(int *)with;
  return *(const int *)a - *(const int *)b;
}
static void *work(void *a) {
  qsort(a, 4, sizeof(int), by_value);
  return 0;
}
int main(void) {
  pthread_t t;
  int x[4] = {3, 1, 2, 0}, y[4] = {9, 2, 4, 1};
  pthread_create(&t, 0, work, x);
  qsort(y, 4, sizeof *y, by_value);
  qsort_r(y, 4, sizeof *y, by_value_r, &compared);
  pthread_join(t, 0);
  return 0;
}
