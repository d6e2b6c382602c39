// A counter of eight bits never gets below 0.
// OMEN: defect infinite-loop
#include "../defects.h"
static volatile int low;
int main(void) {
  low = !bad;
  int rounds = 0;
  for (unsigned char i = 10; i >= low; i--) // @BAD
    rounds = 1;
  printf("%d\n", rounds);
  return 0;
}
