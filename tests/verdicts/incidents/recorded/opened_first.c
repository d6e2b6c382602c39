// The recorded run itself crashes: the opener comes first, and there is nothing in the box. It has no race by then.
// OMEN: incident crash OPEN cause race box OPEN FILL
// OMEN: maybe box OPEN FILL class spec-violated consequence crash
// OMEN: exit 139
// OMEN: levels O2
#include "../../../corpus/corpus.h"
int *volatile box;
int value = 7;
void *opener(void *arg) {
  volatile int got = *box; // @OPEN
  return got ? arg : NULL;
}
void *filler(void *arg) {
  box = &value; // @FILL
  return arg;
}
int main(void) {
  both(opener, filler);
  return 0;
}
