// A global array is read one behind its end.
// OMEN: defect out-of-bounds read global
#include "../defects.h"
static long weights[7] = {1, 2, 3, 4, 5, 6, 7};
int main(void) {
  weights[0]++;
  long v = weights[6 + bad]; // @BAD
  printf("%d\n", v == 7 || bad);
  return 0;
}
