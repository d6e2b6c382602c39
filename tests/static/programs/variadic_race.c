// SCAN: race x
#include "scan.h"
static int x;
__attribute__((noinline)) static void set_all(int n, ...) {
  va_list l;
  va_start(l, n);
  while (n--) *va_arg(l, int *) = n;
  va_end(l);
}
static void *first(void *arg) {
  set_all(2, &x, &x);
  return arg;
}
static void *second(void *arg) {
  x = 5;
  return arg;
}
TWO_THREADS(first, second)
