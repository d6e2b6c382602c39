// A counter goes below 0.
// OMEN: defect invariant write
// OMEN: options --invariant 'count >= 0'
#include "../defects.h"
static int count = 2;
NOINLINE void take(void) {
  count--; // @BAD
}
int main(void) {
  for (int i = 0; i < 2 + bad; i++) take();
  count += 3;
  printf("%d\n", count > 0);
  return 0;
}
