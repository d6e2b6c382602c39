// Two arrays side by side: behind the one is not yet in the other.
// OMEN: defect out-of-bounds write stack
#include "../defects.h"
NOINLINE void set(char *p, char c) {
  *p = c; // @BAD
}
int main(void) {
  char a[11] = "aaaaaaaaaa", b[11] = "bbbbbbbbbb";
  set(&a[10 + bad], 0);
  printf("%.10s %.10s\n", a, b);
  return 0;
}
