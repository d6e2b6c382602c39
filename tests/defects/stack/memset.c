// memset of a local array with a wrong size.
// OMEN: defect out-of-bounds write stack
#include "../defects.h"
int main(void) {
  char name[20];
  memset(name, 'x', sizeof name + (size_t)bad); // @BAD
  printf("%.20s\n", name);
  return 0;
}
