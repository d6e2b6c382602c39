// A loop writes one behind a local array.
// OMEN: defect out-of-bounds write stack
#include "../defects.h"
int main(void) {
  int a[9];
  for (int i = 0; i < 9 + bad; i++) a[i] = i; // @BAD
  printf("%d\n", a[5]);
  return 0;
}
