// realloc of an array of the function.
// OMEN: defect invalid-free
#include "../defects.h"
int main(void) {
  char fixed[64];
  memset(fixed, 0, sizeof fixed);
  char *volatile p = bad ? fixed : NULL;
  char *volatile q = realloc(p, 128); // @BAD
  puts("done");
  if (!bad) free(q);
  return 0;
}
