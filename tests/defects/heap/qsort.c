// qsort of one element more than there are. The comparison meets it, too.
// OMEN: defect out-of-bounds any heap at CALL
// OMEN: maybe out-of-bounds read heap at COMPARE
#include "../defects.h"
static int by_value(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b; // @COMPARE
  return (x > y) - (x < y);
}
int main(void) {
  int *a = malloc(4 * sizeof *a);
  for (int i = 0; i < 4; i++) a[i] = 4 - i;
  qsort(a, (size_t)(4 + bad), sizeof *a, by_value); // @CALL
  printf("%d\n", a[0] == 1 || bad);
  free(a);
  return 0;
}
