// A thread frees what main still uses after the join.
// OMEN: defect use-after-free read heap
#include "../defects.h"
static void *worker(void *p) {
  if (bad) free(p);
  return NULL;
}
int main(void) {
  long *p = malloc(sizeof *p);
  *p = 3;
  finish(start(worker, p));
  printf("%d\n", *p == 3 || bad); // @BAD
  if (!bad) free(p);
  return 0;
}
