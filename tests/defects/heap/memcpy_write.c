// memcpy into a block that is a byte too small.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
static char from[64] = "a text that is copied";
int main(void) {
  char *p = malloc((size_t)(32 - bad));
  memcpy(p, from, 32); // @BAD
  printf("%.10s\n", p);
  free(p);
  return 0;
}
