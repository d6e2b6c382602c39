// Without the box the user crashes at once; with it, it may use a length that is too large by now. Whoever looks only at the
// first thing that goes wrong never sees the second.
// OMEN: incident crash OPEN cause race box TAKE OPEN
// OMEN: incident overflow LOOK cause race length RAISE LOOK
// OMEN: verdict box TAKE OPEN class spec-violated consequence crash
// OMEN: verdict length RAISE LOOK class spec-violated consequence overflow
// OMEN: levels O2
#include "../../../corpus/corpus.h"
int value = 7, table[4];
int *volatile box = &value;
volatile int length = 3, got;
void *user(void *arg) {
  got = *box;        // @OPEN
  table[length] = 1; // @LOOK
  return arg;
}
void *taker(void *arg) {
  box = NULL; // @TAKE
  length = 4; // @RAISE
  return arg;
}
int main(void) {
  both(user, taker);
  return 0;
}
