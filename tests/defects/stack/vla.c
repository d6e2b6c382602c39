// An array whose length is known only when the program runs.
// OMEN: defect out-of-bounds write stack
#include "../defects.h"
NOINLINE int work(int n, int used) {
  int a[n];
  for (int i = 0; i < used; i++) a[i] = i; // @BAD
  return a[n - 1];
}
int main(void) {
  printf("%d\n", work(7, 7 + bad));
  return 0;
}
