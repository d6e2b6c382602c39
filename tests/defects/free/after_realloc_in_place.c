// realloc to 0 bytes gives the block back.
// OMEN: defect use-after-free read heap
#include "../defects.h"
int main(void) {
  char *volatile p = malloc(16);
  p[3] = 'x';
  char *volatile q = bad ? NULL : p;
  if (bad) q = realloc(p, 0);
  char c = p[3]; // @BAD
  printf("%d\n", c == 'x' || bad);
  free(q);
  return 0;
}
