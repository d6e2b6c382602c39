// On the stack of a thread.
// OMEN: defect out-of-bounds write stack
#include "../defects.h"
static void *worker(void *p) {
  int a[8];
  for (int i = 0; i < 8 + bad; i++) a[i] = i; // @BAD
  printf("%d\n", a[7]);
  return p;
}
int main(void) {
  finish(start(worker, NULL));
  return 0;
}
