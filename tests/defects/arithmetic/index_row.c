// An index into a row of a matrix that ends up in the next row.
// OMEN: defect out-of-bounds
// OMEN: asan-blind it looks at whole objects only
#include "../defects.h"
static char board[8][8];
NOINLINE char at(int row, int column) {
  return board[row][column]; // @BAD
}
int main(void) {
  board[2][0] = 1;
  printf("%d\n", at(1, 7 + bad) == 0 || bad);
  return 0;
}
