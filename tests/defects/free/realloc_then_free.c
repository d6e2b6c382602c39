// realloc moved the block; the old address is freed.
// OMEN: defect double-free
#include "../defects.h"
int main(void) {
  char *volatile p = malloc(16), *volatile next = malloc(16);
  char *volatile q = realloc(p, 100000);
  MUST(q && q != p);
  free(q);
  if (!bad) p = NULL;
  free(p); // @BAD
  free(next);
  puts("done");
  return 0;
}
