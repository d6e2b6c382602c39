// Whoever takes the box away writes a note first, and whoever opens it reads the note first: in every failing run both
// pairs are turned round. Only the box matters.
// OMEN: incident crash OPEN cause race box TAKE OPEN
// OMEN: verdict box TAKE OPEN class spec-violated consequence crash
// OMEN: verdict note NOTE READ class k-witness-harmless
// OMEN: levels O0 O2
#include "../../../corpus/corpus.h"
int value = 7, got;
volatile int note, seen;
int *volatile box = &value;
void *opener(void *arg) {
  seen = note; // @READ
  got = *box;  // @OPEN
  return arg;
}
void *taker(void *arg) {
  note = 1;   // @NOTE
  box = NULL; // @TAKE
  return arg;
}
int main(void) {
  both(opener, taker);
  return 0;
}
