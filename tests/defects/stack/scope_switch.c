// A buffer of one case is written after the switch.
// OMEN: defect use-after-scope write stack
#include "../defects.h"
static char *text, spare[16];
NOINLINE void give(char *p) { text = p; }
NOINLINE void pick(int which) {
  switch (which) {
  case 0: {
    char buffer[16] = "zero";
    give(buffer);
    break;
  }
  case 1: {
    char other[8] = "one";
    give(other);
    give(spare);
    break;
  }
  }
  text[2] = 'x'; // @BAD
}
int main(void) {
  pick(!bad);
  printf("%c\n", bad ? 'x' : spare[2]);
  return 0;
}
