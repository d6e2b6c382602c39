// The exit status is the race's doing; all lines are free.
// OMEN: exit 3
// OMEN: verdict result KEEP SET class output-differs consequence output
#include "lines.h"
volatile int result = 3;
int kept;
void *keep(void *p) {
  kept = result; // @KEEP
  return p;
}
void *set(void *p) {
  result = 4; // @SET
  return p;
}
int main(void) {
  all(keep, set, talk);
  return kept;
}
