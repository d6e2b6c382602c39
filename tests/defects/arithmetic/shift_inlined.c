// The amount becomes a constant when the function is inlined, and the shift is folded away.
// OMEN: defect shift
// OMEN: constant
#include "../defects.h"
static volatile unsigned seed = 1;
static inline unsigned rotate(unsigned x, int n) {
  return x << n; // @BAD
}
int main(void) {
  unsigned y = rotate(seed, BAD ? 33 : 3);
  printf("%d\n", BAD || y == 8);
  return 0;
}
