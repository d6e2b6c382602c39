// A block of a certain alignment ends where it was asked to end.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
int main(void) {
  double *p = aligned_alloc(64, 64);
  MUST(p && (uintptr_t)p % 64 == 0);
  for (int i = 0; i < 8 + bad; i++) p[i] = i; // @BAD
  printf("%g\n", p[7]);
  free(p);
  return 0;
}
