// The same block is freed twice.
// OMEN: defect double-free
#include "../defects.h"
int main(void) {
  char *volatile p = malloc(20);
  free(p);
  if (!bad) p = NULL;
  free(p); // @BAD
  puts("done");
  return 0;
}
