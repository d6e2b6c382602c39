// A loop that goes one too far writes the byte behind a block.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
int main(void) {
  char *p = malloc(10);
  for (int i = 0; i < 10 + bad; i++) p[i] = (char)('a' + i); // @BAD
  printf("%.10s\n", p);
  free(p);
  return 0;
}
