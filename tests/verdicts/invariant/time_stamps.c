// The papers' fmm: time stamps are positive. The step is read before it is set.
// OMEN: options --invariant 'stamp > 0'
// OMEN: verdict step STEP SET class spec-violated consequence invariant
#include "../../corpus/corpus.h"
volatile int step = -1;
int stamp = 5;
void *setter(void *p) {
  step = 1; // @SET
  return p;
}
void *clock_thread(void *p) {
  stamp += 5 * step; // @STEP
  return p;
}
int main(void) {
  both(setter, clock_thread);
  return 0;
}
