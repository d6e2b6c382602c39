// Before the beginning of an aligned block.
// OMEN: defect out-of-bounds read heap
#include "../defects.h"
int main(void) {
  void *m;
  MUST(posix_memalign(&m, 256, 100) == 0);
  int *p = memset(m, 0, 100);
  int v = p[bad ? -1 : 24]; // @BAD
  printf("%d\n", v == 0 || bad);
  free(m);
  return 0;
}
