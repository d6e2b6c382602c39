// Looked at and used in one line: the two looks belong together, not what comes between.
// OMEN: incident crash USER cause race box USER CLEARER
// OMEN: verdict box USER CLEARER class spec-violated consequence crash
// OMEN: levels O2
#include "../../../corpus/corpus.h"
int value = 7, *volatile box = &value;
volatile int got;
void *user(void *arg) {
  if (box) got = *box; // @USER
  return arg;
}
void *clearer(void *arg) {
  box = NULL; // @CLEARER
  return arg;
}
int main(void) {
  both(user, clearer);
  return 0;
}
