// A block of 13 bytes ends within a word: the byte behind it is none of it, although the allocator keeps 24.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
int main(void) {
  char *p = malloc(13);
  int n = 12 + bad;
  memset(p, 'x', 12);
  p[n] = 0; // @BAD
  printf("%.12s\n", p);
  free(p);
  return 0;
}
