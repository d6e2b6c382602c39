// Between two globals.
// OMEN: defect out-of-bounds write global
#include "../defects.h"
char first[10], second[10];
NOINLINE void set(char *p) {
  *p = 1; // @BAD
}
int main(void) {
  set(&first[9 + bad]);
  set(second);
  printf("%d %d\n", first[0], second[0]);
  return 0;
}
