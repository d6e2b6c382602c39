// Rows and columns are mixed up in a matrix that is not square.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
enum { ROWS = 4, COLUMNS = 6 };
NOINLINE void fill(short *m, int rows, int columns) {
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < columns; c++) m[r * COLUMNS + c] = (short)(r + c); // @BAD
}
int main(void) {
  short *m = calloc(ROWS * COLUMNS, sizeof *m);
  fill(m, bad ? COLUMNS : ROWS, bad ? ROWS : COLUMNS);
  printf("%d\n", m[3]);
  free(m);
  return 0;
}
