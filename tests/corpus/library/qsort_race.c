// qsort moves elements that the other thread reads.
// OMEN: race a A:rw B:r
// OMEN: race a A:w B:r
// OMEN: twin qsort_ok.c
#include "../corpus.h"
int a[16] = {9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 9, 8, 7, 6, 5, 4};
static int compare(const void *x, const void *y) { return *(const int *)x - *(const int *)y; }
NOINLINE void sort(int n) { qsort(a, n, sizeof *a, compare); } // @A
NOINLINE int look(int i) { return a[i]; } // @B
void *first(void *p) {
  sort(8);
  return p;
}
void *second(void *p) {
  return (void *)(long)look(7);
}
int main(void) {
  both(first, second);
  printf("%d\n", a[0]);
  return a[0] != 2;
}
