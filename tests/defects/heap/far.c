// An index that is a thousand elements off, in no object at all.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
int main(void) {
  int *a = malloc(2000 * sizeof *a), *behind = malloc(100000);
  memset(a, 0, 2000 * sizeof *a);
  a[1990 + 10 * bad] = 5; // @BAD
  printf("%d\n", a[1990] == 5 || bad);
  free(a);
  free(behind);
  return 0;
}
