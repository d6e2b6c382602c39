// memcpy out of what was freed.
// OMEN: defect use-after-free read heap
#include "../defects.h"
static char line[64];
int main(void) {
  char *p = malloc(64);
  memset(p, 'x', 64);
  if (bad) free(p);
  memcpy(line, p, 40); // @BAD
  printf("%d\n", (int)strlen(line) >= 0);
  if (!bad) free(p);
  return 0;
}
