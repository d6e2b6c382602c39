// The old address is used after realloc moved the block.
// OMEN: defect use-after-free write heap
#include "../defects.h"
int main(void) {
  char *volatile p = malloc(16), *volatile next = malloc(16);
  char *volatile q = realloc(p, 100000);
  MUST(q && q != p);
  char *at = bad ? p : q;
  at[0] = 'x'; // @BAD
  puts("done");
  free(q);
  free(next);
  return 0;
}
