// A pointer to a local is kept in a global, and used when the call is over.
// OMEN: defect use-after-return read stack
#include "../defects.h"
static int *volatile kept;
static int lasting[4] = {1, 2, 3, 4};
NOINLINE void keep(void) {
  int local[4] = {1, 2, 3, 4};
  kept = bad ? local : lasting;
  kept[1] = 2;
}
int main(void) {
  keep();
  int v = kept[2]; // @BAD
  printf("%d\n", v == 3 || bad);
  return 0;
}
