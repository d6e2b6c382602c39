// A pointer to a variable of an inner block is followed after the block.
// OMEN: defect use-after-scope read stack
#include "../defects.h"
static int *kept;
NOINLINE void keep(int *p) { kept = p; }
NOINLINE int after(void) {
  static int good = 3;
  {
    int inner = 3;
    keep(&inner);
    if (!bad) keep(&good);
  }
  return *kept; // @BAD
}
int main(void) {
  int n = after();
  printf("%d\n", bad ? 3 : n);
  return 0;
}
