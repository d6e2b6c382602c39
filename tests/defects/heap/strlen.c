// strlen of a block in which no 0 is.
// OMEN: defect out-of-bounds read heap
#include "../defects.h"
int main(void) {
  char *p = malloc(24);
  memset(p, 'x', 24);
  if (!bad) p[23] = 0;
  size_t n = strlen(p); // @BAD
  printf("%d\n", n >= 23);
  free(p);
  return 0;
}
