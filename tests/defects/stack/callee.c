// A callee writes behind the array that it was given.
// OMEN: defect out-of-bounds write stack
#include "../defects.h"
NOINLINE void fill(short *a, int n) {
  for (int i = 0; i < n; i++) a[i] = (short)(i * i); // @BAD
}
int main(void) {
  short a[10];
  fill(a, 10 + bad);
  printf("%d\n", a[9]);
  return 0;
}
