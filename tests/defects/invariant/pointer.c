// A pointer that must never be NULL.
// OMEN: defect invariant write
// OMEN: options --invariant 'current != 0'
#include "../defects.h"
static int one = 1;
int *volatile current = &one;
NOINLINE void drop(void) {
  current = bad ? NULL : &one; // @BAD
}
int main(void) {
  drop();
  current = &one;
  printf("%d\n", *current);
  return 0;
}
