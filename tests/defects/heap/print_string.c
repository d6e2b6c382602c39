// printf's %s reads a string that has no end.
// OMEN: defect out-of-bounds read heap
#include "../defects.h"
int main(void) {
  char *p = malloc(4);
  memcpy(p, "abcd", 4);
  if (!bad) p[3] = 0;
  char line[4096];
  snprintf(line, 4, "%s", "x");
  int n = snprintf(line, sizeof line, "%s", p); // @BAD
  printf("%d\n", n >= 3);
  free(p);
  return 0;
}
