// As opened_first, but the opener looks whether there is something.
// OMEN: no-incident
// OMEN: verdict box OPEN FILL class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
int *volatile box;
int value = 7;
void *opener(void *arg) {
  int *b = box; // @OPEN
  volatile int got = b ? *b : 0;
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
