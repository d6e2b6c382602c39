// A loop that counts down, and does not stop at 0.
// OMEN: defect out-of-bounds read heap
#include "../defects.h"
NOINLINE long weigh(const short *a, int first, int last) {
  long s = 0;
  for (int i = last; i >= first; i--) s = s * 3 + a[i]; // @BAD
  return s;
}
int main(void) {
  short *a = calloc(11, sizeof *a);
  a[0] = 1;
  printf("%d\n", weigh(a, -bad, 10) == 1 || bad);
  free(a);
  return 0;
}
