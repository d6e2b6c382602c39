// The second index of an array of arrays stays inside, the first does not.
// OMEN: defect out-of-bounds read global
#include "../defects.h"
static int grid[3][5];
NOINLINE int at(int row, int column) {
  return grid[row][column]; // @BAD
}
int main(void) {
  grid[1][1] = 4;
  printf("%d\n", at(2 + bad, 4) == 0 || bad);
  return 0;
}
