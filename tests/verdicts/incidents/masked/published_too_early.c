// The user crashes if the box is not there yet, and the length is written before the box: whoever has the box has the
// length. So the race on the length has one order only, once the crash is prevented.
// OMEN: incident crash OPEN cause race box PUBLISH OPEN
// OMEN: verdict box PUBLISH OPEN class spec-violated consequence crash
// OMEN: verdict length WRITE READ class single-ordering
// OMEN: levels O2
#include "../../../corpus/corpus.h"
int value = 7;
int *volatile box;
volatile int length, got, sum;
void *maker(void *arg) {
  length = 3;   // @WRITE
  box = &value; // @PUBLISH
  return arg;
}
void *user(void *arg) {
  got = *box;   // @OPEN
  sum = length; // @READ
  return arg;
}
int main(void) {
  both(maker, user);
  return 0;
}
