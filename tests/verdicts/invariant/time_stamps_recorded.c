// The same, recorded in the order that breaks it; the run goes on.
// OMEN: options --invariant 'stamp > 0'
// OMEN: verdict step STEP SET class spec-violated consequence invariant
// OMEN: finding invariant STEP
#include "../../corpus/corpus.h"
volatile int step = -1;
int stamp = 5;
void *clock_thread(void *p) {
  stamp += 5 * step; // @STEP
  return p;
}
void *setter(void *p) {
  step = 1; // @SET
  return p;
}
int main(void) {
  both(clock_thread, setter);
  return 0;
}
