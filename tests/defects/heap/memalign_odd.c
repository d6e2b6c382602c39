// memalign with a size that is no multiple of the alignment.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
#include <malloc.h>
int main(void) {
  char *p = memalign(128, 37);
  memset(p, 'x', 37);
  p[36 + bad] = 'y'; // @BAD
  printf("%.30s\n", p);
  free(p);
  return 0;
}
