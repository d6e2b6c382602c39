// In the third of four nested calls of one function.
// OMEN: defect out-of-bounds write stack
#include "../defects.h"
NOINLINE int down(int depth) {
  int a[4] = {depth, depth, depth, depth};
  volatile int at = bad && depth == 2 ? 4 : 3;
  a[at] = 0; // @BAD
  return depth ? a[0] + down(depth - 1) : a[0];
}
int main(void) {
  printf("%d\n", down(3));
  return 0;
}
