// After a buffer was made smaller in place, its old end is no part of it.
// OMEN: defect out-of-bounds read heap
#include "../defects.h"
int main(void) {
  char *p = malloc(64);
  memset(p, 'a', 64);
  p = realloc(p, bad ? 20 : 60);
  char c = p[50]; // @BAD
  printf("%d\n", c == 'a' || bad);
  free(p);
  return 0;
}
