// SCAN: race value
#include "scan.h"
#include <stdarg.h>
#include <stdlib.h>
struct item { int value; };
static void add(int n, ...) {
  va_list l, m;
  va_start(l, n);
  va_copy(m, l);
  for (int i = 0; i < n; i++) (void)va_arg(l, struct item *);
  for (int i = 0; i < n; i++) va_arg(m, struct item *)->value++;
  va_end(m);
  va_end(l);
}
static void *work(void *a) {
  add(9, a, a, a, a, a, a, a, a, a);
  return 0;
}
int main(void) {
  pthread_t t;
  struct item *it = calloc(1, sizeof *it);
  pthread_create(&t, 0, work, it);
  it->value++;
  pthread_join(t, 0);
  return 0;
}
