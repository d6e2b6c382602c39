// The element before an array is written: a search that finds nothing gives -1.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
NOINLINE int search(const long *a, int n, long what) {
  for (int i = 0; i < n; i++)
    if (a[i] == what) return i;
  return -1;
}
int main(void) {
  long *a = calloc(8, sizeof *a), *b = calloc(8, sizeof *b);
  a[3] = b[3] = 7;
  int at = search(b, 8, bad ? 9 : 7);
  b[at] = 0; // @BAD
  printf("%ld %ld\n", a[3], b[2]);
  free(a);
  free(b);
  return 0;
}
