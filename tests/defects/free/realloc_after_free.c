// realloc of what was freed.
// OMEN: defect double-free
#include "../defects.h"
int main(void) {
  char *volatile p = malloc(24);
  free(p);
  if (!bad) p = NULL;
  char *volatile q = realloc(p, 48); // @BAD
  puts("done");
  if (!bad) free(q);
  return 0;
}
