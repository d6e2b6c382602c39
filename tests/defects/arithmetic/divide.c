// A division by 0.
// OMEN: defect division
// OMEN: end signal 8
#include "../defects.h"
NOINLINE int mean(int sum, int n) {
  return sum / n; // @BAD
}
int main(void) {
  printf("%d\n", mean(12, bad ? 0 : 4));
  return 0;
}
