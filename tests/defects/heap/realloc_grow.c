// A buffer is grown by too little.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
int main(void) {
  char *p = malloc(8);
  memset(p, 'a', 8);
  p = realloc(p, (size_t)(40 - bad));
  memset(p + 8, 'b', 31);
  p[39] = 0; // @BAD
  printf("%.20s\n", p);
  free(p);
  return 0;
}
