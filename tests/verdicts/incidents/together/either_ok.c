// Nothing divides: one is added.
// OMEN: no-incident
// OMEN: verdict x DROPX READX class k-witness-harmless
// OMEN: verdict y DROPY READY class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
volatile int x = 2, y = 3, share;
void *divider(void *arg) {
  int n = x; // @READX
  n *= y;    // @READY
  share = 12 / (n + 1);
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
