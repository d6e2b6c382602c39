// SCAN: race p
// free through a table of functions.
#include "scan.h"
struct ops {
  void *(*get)(size_t);
  void (*put)(void *);
} ops = {malloc, free};
static void *work(void *x) {
  ops.put(x);
  return 0;
}
int main(void) {
  pthread_t t;
  int *p = ops.get(16);
  *p = 1;
  pthread_create(&t, 0, work, p);
  *p = 5;
  pthread_join(t, 0);
  return 0;
}
