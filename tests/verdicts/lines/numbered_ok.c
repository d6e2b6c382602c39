// The value is written again as it is; all lines are as the schedule has it.
// OMEN: verdict value SHOW SET class k-witness-harmless
#include "lines.h"
volatile int value = 5;
void *show(void *p) {
  printf("value %d\n", value); // @SHOW
  return p;
}
void *set(void *p) {
  value = 5; // @SET
  return p;
}
int main(void) {
  all(show, set, talk);
  return 0;
}
