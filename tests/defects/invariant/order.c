// Two bounds are moved in the wrong order: between the two writes they cross.
// OMEN: defect invariant write
// OMEN: options --invariant 'low <= high'
#include "../defects.h"
static volatile double low = 1, high = 2;
int main(void) {
  if (bad) {
    low = 5; // @BAD
    high = 6;
  } else {
    high = 6;
    low = 5;
  }
  printf("%g %g\n", low, high);
  return 0;
}
