// A shift by the width of the type.
// OMEN: defect shift
#include "../defects.h"
NOINLINE unsigned mask(int bits) {
  return 1u << bits; // @BAD
}
int main(void) {
  printf("%d\n", mask(31 + bad) != 3);
  return 0;
}
