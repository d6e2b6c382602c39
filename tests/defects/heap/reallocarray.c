// reallocarray of n elements, and a write to the n-th.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
int main(void) {
  short *p = reallocarray(NULL, 9, sizeof *p);
  for (int i = 0; i < 9; i++) p[i] = (short)i;
  p[8 + bad] = 1; // @BAD
  printf("%d\n", p[7]);
  free(p);
  return 0;
}
