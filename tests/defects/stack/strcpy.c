// strcpy of a string that is too long for a local array.
// OMEN: defect out-of-bounds write stack
#include "../defects.h"
static const char *volatile names[] = {"short", "much too long"};
int main(void) {
  char name[8];
  strcpy(name, names[bad]); // @BAD
  printf("%.4s\n", name);
  return 0;
}
