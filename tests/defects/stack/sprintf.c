// sprintf into a local array.
// OMEN: defect out-of-bounds write stack
#include "../defects.h"
int main(void) {
  char text[6];
  sprintf(text, "<%d>", bad ? 12345 : 123); // @BAD
  printf("%.3s\n", text);
  return 0;
}
