// An array of an inner scope.
// OMEN: defect out-of-bounds write stack
#include "../defects.h"
int main(void) {
  int total = 0;
  for (int round = 0; round < 2; round++) {
    char part[6];
    int n = round ? 6 + bad : 6;
    for (int i = 0; i < n; i++) part[i] = (char)i; // @BAD
    total += part[round];
  }
  printf("%d\n", total);
  return 0;
}
