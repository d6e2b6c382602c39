// As half_state.c, but who comes before both uses the old length, which is too large.
// OMEN: incident assertion ASK cause race changing SET|DONE ASK
// OMEN: incident overflow USE cause race length CHANGE USE
// OMEN: or cause race changing ASK DONE
// OMEN: maybe changing SET ASK class k-witness-harmless
// OMEN: maybe changing SET ASK class spec-violated consequence assertion
// OMEN: maybe changing DONE ASK class spec-violated consequence assertion
// OMEN: maybe changing DONE ASK class k-witness-harmless
// OMEN: verdict length CHANGE USE class spec-violated consequence overflow
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <assert.h>
volatile int changing, length = 4;
int table[4];
void *changer(void *arg) {
  changing = 1; // @SET
  length = 3;   // @CHANGE
  changing = 0; // @DONE
  return arg;
}
void *user(void *arg) {
  assert(!changing); // @ASK
  table[length] = 1; // @USE
  return arg;
}
int main(void) {
  both(changer, user);
  return 0;
}
