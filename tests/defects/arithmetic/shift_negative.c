// A shift by a negative number.
// OMEN: defect shift
#include "../defects.h"
NOINLINE int scaled(int v, int by) {
  return v >> by; // @BAD
}
int main(void) {
  printf("%d\n", scaled(64, bad ? -1 : 2) != 5);
  return 0;
}
