// sprintf of a number that is longer than was thought.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
int main(void) {
  char *p = malloc(8);
  sprintf(p, "%d.", bad ? 1234567 : 123456); // @BAD
  printf("%.6s\n", p);
  free(p);
  return 0;
}
