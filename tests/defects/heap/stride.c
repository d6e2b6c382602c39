// A loop in steps of 16 bytes, whose last step is outside.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
struct cell {
  int mark;
  int rest[3];
};
int main(void) {
  struct cell *c = calloc(12, sizeof *c);
  for (int i = 0; i < 12 + bad; i++) c[i].mark = i; // @BAD
  printf("%d\n", c[11].mark);
  free(c);
  return 0;
}
