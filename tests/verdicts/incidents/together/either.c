// Either of two words that are set to nothing is enough to divide by nothing. A run in which both were can be saved only
// by turning both orders round.
// OMEN: incident undefined DIVIDE cause race x DROPX READX
// OMEN: or cause race y DROPY READY
// OMEN: or cause races x DROPX READX + y DROPY READY
// OMEN: verdict x DROPX READX class spec-violated consequence undefined
// OMEN: verdict y DROPY READY class spec-violated consequence undefined
// OMEN: levels O2
#include "../../../corpus/corpus.h"
volatile int x = 2, y = 3, share;
void *divider(void *arg) {
  int n = x; // @READX
  n *= y;    // @READY
  share = 12 / n; // @DIVIDE
  return arg;
}
void *dropper(void *arg) {
  x = 0; // @DROPX
  y = 0; // @DROPY
  return arg;
}
int main(void) {
  both(divider, dropper);
  return 0;
}
