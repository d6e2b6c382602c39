// A loop that goes one too far reads the element behind an array.
// OMEN: defect out-of-bounds read heap
#include "../defects.h"
NOINLINE int sum(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += a[i]; // @BAD
  return s;
}
int main(void) {
  int *a = calloc(6, sizeof *a);
  a[0] = 1;
  printf("%d\n", sum(a, 6 + bad) != 0);
  free(a);
  return 0;
}
