// qsort of one half while the other thread reads the other half.
// OMEN: none
#include "../corpus.h"
int a[16] = {9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 9, 8, 7, 6, 5, 4};
static int compare(const void *x, const void *y) { return *(const int *)x - *(const int *)y; }
NOINLINE void sort(int n) { qsort(a, n, sizeof *a, compare); }
NOINLINE int look(int i) { return a[i]; }
void *first(void *p) {
  sort(8);
  return p;
}
void *second(void *p) {
  return (void *)(long)look(8);
}
int main(void) {
  both(first, second);
  printf("%d\n", a[0]);
  return a[0] != 2;
}
