// A block so large that the allocator gives its pages back at once.
// OMEN: defect use-after-free read heap
#include "../defects.h"
int main(void) {
  char *p = malloc(1 << 20);
  memset(p, 1, 1 << 20);
  if (bad) free(p);
  char c = p[77777]; // @BAD
  printf("%d\n", c == 1 || bad);
  if (!bad) free(p);
  return 0;
}
