// Memory of alloca.
// OMEN: defect out-of-bounds write stack
#include "../defects.h"
#include <alloca.h>
NOINLINE int work(size_t n) {
  char *p = alloca(n);
  memset(p, 1, n);
  p[n - 1 + (size_t)bad] = 2; // @BAD
  return p[0];
}
int main(void) {
  printf("%d\n", work(50));
  return 0;
}
