// The box is changed for another.
// OMEN: no-incident
// OMEN: verdict box TAKE OPEN class k-witness-harmless
// OMEN: verdict note NOTE READ class k-witness-harmless
// OMEN: levels O0 O2
#include "../../../corpus/corpus.h"
int value = 7, other = 8, got;
volatile int note, seen;
int *volatile box = &value;
void *opener(void *arg) {
  seen = note; // @READ
  got = *box;  // @OPEN
  return arg;
}
void *taker(void *arg) {
  note = 1;     // @NOTE
  box = &other; // @TAKE
  return arg;
}
int main(void) {
  both(opener, taker);
  return 0;
}
