// free of a global.
// OMEN: defect invalid-free
#include "../defects.h"
static char fixed[64];
static char *volatile p = fixed;
int main(void) {
  if (!bad) p = malloc(64);
  free(p); // @BAD
  puts("done");
  return 0;
}
