// The least int divided by -1.
// OMEN: defect division
// OMEN: end signal 8
#include "../defects.h"
#include <limits.h>
NOINLINE int quotient(int a, int b) {
  return a / b; // @BAD
}
int main(void) {
  printf("%d\n", quotient(INT_MIN, bad ? -1 : 1) < 0);
  return 0;
}
