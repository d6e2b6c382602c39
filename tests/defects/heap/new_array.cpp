// new[] of n elements, and a write to the n-th.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
int main() {
  int *a = new int[15];
  for (int i = 0; i < 15; i++) a[i] = i;
  a[14 + bad] = 3; // @BAD
  printf("%d\n", a[13]);
  delete[] a;
  return 0;
}
