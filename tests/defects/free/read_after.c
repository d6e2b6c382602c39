// What was freed is read.
// OMEN: defect use-after-free read heap
#include "../defects.h"
int main(void) {
  int *p = malloc(4 * sizeof *p);
  p[2] = 5;
  if (bad) free(p);
  int v = p[2]; // @BAD
  printf("%d\n", v == 5 || bad);
  if (!bad) free(p);
  return 0;
}
