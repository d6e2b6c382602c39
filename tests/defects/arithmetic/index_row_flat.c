// A pointer that walks through all rows is fine; an index of a row is not.
// OMEN: defect out-of-bounds read
// OMEN: asan-blind it looks at whole objects only
#include "../defects.h"
static int m[4][5];
NOINLINE int sum(const int *p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += p[i];
  return s;
}
NOINLINE int at(int r, int c) {
  return m[r][c]; // @BAD
}
int main(void) {
  memset(m, 0, sizeof m);
  int *flat = &m[0][0];
  for (int i = 0; i < 20; i++) flat[i] = 1;
  printf("%d %d\n", sum(m[0], 20), at(bad ? 1 : 2, bad ? -1 : 1));
  return 0;
}
