// memchr looks for what is not there, one byte too far.
// OMEN: defect out-of-bounds read heap
#include "../defects.h"
int main(void) {
  char *p = malloc(21);
  memset(p, 'x', 21);
  void *at = memchr(p, '\n', (size_t)(21 + bad)); // @BAD
  printf("%d\n", at == NULL || bad);
  free(p);
  return 0;
}
