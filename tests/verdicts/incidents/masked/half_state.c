// The changer first says that it changes, then clears the length. A user that comes between stops at the assertion: every
// run with the changer held before its second write ends there. One that came before both goes on with the old length.
// OMEN: incident assertion ASK cause race changing SET ASK
// OMEN: or cause race changing DONE ASK
// OMEN: verdict changing SET ASK class spec-violated consequence assertion
// OMEN: verdict length CHANGE USE class k-witness-harmless
// OMEN: maybe changing DONE ASK class spec-violated consequence assertion
// OMEN: maybe changing DONE ASK class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <assert.h>
volatile int changing, length = 3, got;
void *changer(void *arg) {
  changing = 1; // @SET
  length = 4;   // @CHANGE
  changing = 0; // @DONE
  return arg;
}
void *user(void *arg) {
  assert(!changing); // @ASK
  got = length;      // @USE
  return arg;
}
int main(void) {
  both(changer, user);
  return 0;
}
