// printf's %s reads a string that was freed.
// OMEN: defect use-after-free read heap
#include "../defects.h"
int main(void) {
  char *s = strdup("text");
  char line[100];
  if (bad) free(s);
  int n = snprintf(line, sizeof line, "%.4s", s); // @BAD
  printf("%d\n", n <= 4);
  if (!bad) free(s);
  return 0;
}
