// The element before a local array.
// OMEN: defect out-of-bounds write stack
#include "../defects.h"
NOINLINE long work(int at) {
  long a[4] = {1, 2, 3, 4};
  a[at] = 9; // @BAD
  return a[1];
}
int main(void) {
  printf("%ld\n", work(-bad));
  return 0;
}
