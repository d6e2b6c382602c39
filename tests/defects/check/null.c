// A null pointer is followed.
// OMEN: defect crash
// OMEN: end signal 11
#include "../defects.h"
static int one = 1;
static int *volatile p;
int main(void) {
  if (!bad) p = &one;
  printf("%d\n", *p); // @BAD
  return 0;
}
