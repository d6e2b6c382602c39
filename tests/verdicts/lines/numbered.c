// One line is the race's doing alone, "value 5" or "value 6"; all others are as the schedule has it.
// OMEN: verdict value SHOW SET class output-differs consequence output
#include "lines.h"
volatile int value = 5;
void *show(void *p) {
  printf("value %d\n", value); // @SHOW
  return p;
}
void *set(void *p) {
  value = 6; // @SET
  return p;
}
int main(void) {
  all(show, set, talk);
  return 0;
}
