// A local table is read one behind its end.
// OMEN: defect out-of-bounds read stack
#include "../defects.h"
NOINLINE int pick(int seed, int at) {
  int t[5];
  for (int i = 0; i < 5; i++) t[i] = seed * i;
  return t[at]; // @BAD
}
int main(void) {
  printf("%d\n", pick(3, 4 + bad) == 12 || bad);
  return 0;
}
