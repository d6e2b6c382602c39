// Eight bytes are stored where only the first four belong to the block.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
int main(void) {
  char *p = malloc(20);
  memset(p, 'x', 20);
  uint64_t v = 0x6161616161616161;
  char *at = p + (bad ? 16 : 12);
  *(uint64_t *)at = v; // @BAD
  printf("%.16s\n", p + 2 * bad);
  free(p);
  return 0;
}
