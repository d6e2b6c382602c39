// The exit status is 3 whatever the race does; all lines are free.
// OMEN: exit 3
// OMEN: verdict result KEEP SET class k-witness-harmless
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
  return kept ? 3 : 0;
}
