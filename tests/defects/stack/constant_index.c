// An index that the compiler knows, in a function that it does not inline.
// OMEN: defect out-of-bounds write stack
// OMEN: constant
#include "../defects.h"
NOINLINE void put(char *p) {
  p[bad ? 16 : 15] = 'x'; // @BAD
}
int main(void) {
  char a[16];
  memset(a, '.', sizeof a);
  put(a);
  printf("%.15s\n", a);
  return 0;
}
