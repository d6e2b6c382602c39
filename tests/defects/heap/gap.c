// Between two blocks: behind the end of the first, before the beginning of the second.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
int main(void) {
  char *a = malloc(24), *b = malloc(24);
  memset(a, 1, 24);
  memset(b, 2, 24);
  char *between = a < b ? a + 24 : b + 24;
  if (!bad) between--;
  *between = 3; // @BAD
  printf("%d %d\n", a[0], b[0]);
  free(a);
  free(b);
  return 0;
}
