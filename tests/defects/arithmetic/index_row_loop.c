// A loop over a row of a matrix on the heap goes on into the next one.
// OMEN: defect out-of-bounds write
// OMEN: asan-blind it looks at whole objects only
#include "../defects.h"
typedef int row[6];
NOINLINE void fill(row *m, int r, int n) {
  for (int i = 0; i < n; i++) m[r][i] = i; // @BAD
}
int main(void) {
  row *m = calloc(4, sizeof *m);
  fill(m, 1, 6 + bad);
  printf("%d\n", m[1][5]);
  free(m);
  return 0;
}
