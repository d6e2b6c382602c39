// SCAN: race it
// A large struct by value among variable arguments.
#include "scan.h"
struct s {
  int *a, *b, *c, *d;
};
static int *kept;
__attribute__((noinline)) static void keep(int n, ...) {
  va_list l;
  va_start(l, n);
  struct s v = va_arg(l, struct s);
  kept = v.c;
  va_end(l);
}
static void *work(void *x) {
  ++*kept;
  return 0;
}
int main(void) {
  pthread_t t;
  int *it = calloc(1, 4);
  struct s v = {0, 0, it, 0};
  keep(1, v);
  pthread_create(&t, 0, work, 0);
  *it = 5;
  pthread_join(t, 0);
  return 0;
}
