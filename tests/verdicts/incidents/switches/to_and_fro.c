// The state goes from thread to thread three times. The last step is one that nobody expected.
// OMEN: incident assertion FAIL cause race state SECOND:w THIRD:r
// OMEN: or cause race state THIRD:w FAIL:r
// OMEN: or cause race state FIRST:w SECOND:r
// OMEN: or cause races state SECOND:w THIRD:r + state THIRD:w FAIL:r
// OMEN: verdict state SECOND:w THIRD:r class spec-violated consequence assertion
// OMEN: maybe state THIRD:w FAIL:r class spec-violated consequence assertion
// OMEN: maybe state FIRST:w SECOND:r class spec-violated consequence assertion
// OMEN: maybe state FIRST:w SECOND:r class k-witness-harmless
// OMEN: maybe state FIRST:w FAIL:r class k-witness-harmless
// OMEN: maybe state FIRST SECOND:w class single-ordering
// OMEN: maybe state FIRST:w SECOND:w class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <assert.h>
volatile int state;
void *one(void *arg) {
  if (state == 0) state = 1; // @FIRST
  if (state == 2) state = 3; // @THIRD
  return arg;
}
void *other(void *arg) {
  if (state == 1) state = 2; // @SECOND
  assert(state != 3); // @FAIL
  return arg;
}
int main(void) {
  both(one, other);
  return 0;
}
