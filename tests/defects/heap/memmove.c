// memmove makes room at the beginning, and pushes the last element out of the block.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
int main(void) {
  int *a = calloc(10, sizeof *a);
  size_t used = (size_t)(9 + bad);
  memmove(a + 1, a, used * sizeof *a); // @BAD
  printf("%d\n", a[1]);
  free(a);
  return 0;
}
