// Freed, then a hundred other blocks of the size are had: the use is still seen.
// OMEN: defect use-after-free read heap
#include "../defects.h"
static void *blocks[100];
int main(void) {
  int *p = malloc(40);
  p[1] = 1;
  if (bad) free(p);
  for (int i = 0; i < 100; i++) memset(blocks[i] = malloc(40), 0, 40);
  int v = p[1]; // @BAD
  printf("%d\n", v || bad);
  for (int i = 0; i < 100; i++) free(blocks[i]);
  if (!bad) free(p);
  return 0;
}
