// An error path frees what the end of the function frees, too.
// OMEN: defect double-free
#include "../defects.h"
static char *volatile last;
NOINLINE int work(int fails) {
  char *p = last = malloc(64);
  int result = 0;
  if (fails) {
    if (bad) free(p);
    result = -1;
  }
  free(p); // @BAD
  return result;
}
int main(void) {
  printf("%d\n", work(1));
  return 0;
}
