// A loop whose step is 0.
// OMEN: defect infinite-loop
#include "../defects.h"
static volatile int step;
int main(void) {
  step = !bad;
  volatile int i = 0;
  while (i < 10) // @BAD
    i += step;   // @BAD
  printf("%d\n", i);
  return 0;
}
