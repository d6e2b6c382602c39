// memcpy out of a block that is smaller than what is copied.
// OMEN: defect out-of-bounds read heap
#include "../defects.h"
static char to[64];
int main(void) {
  char *p = malloc(30);
  memset(p, 'x', 30);
  memcpy(to, p, (size_t)(30 + bad)); // @BAD
  printf("%.10s\n", to);
  free(p);
  return 0;
}
