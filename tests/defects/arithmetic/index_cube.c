// The middle index of three is too large.
// OMEN: defect out-of-bounds read
// OMEN: asan-blind it looks at whole objects only
#include "../defects.h"
static short cube[4][3][5];
NOINLINE short at(int x, int y, int z) {
  return cube[x][y][z]; // @BAD
}
int main(void) {
  cube[1][2][4] = 9;
  int n = at(1, 2 + bad, 4);
  printf("%d\n", bad ? 9 : n);
  return 0;
}
