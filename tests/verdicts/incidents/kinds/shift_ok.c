// Cut to what there is.
// OMEN: no-incident
// OMEN: verdict width WIDEN SHIFT class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
volatile int width = 8;
volatile unsigned mask;
void *user(void *arg) {
  for (int i = 0; i < 3; i++) mask = 1u << (width & 31); // @SHIFT
  return arg;
}
void *widen(void *arg) {
  width = 40; // @WIDEN
  return arg;
}
int main(void) {
  both(user, widen);
  return 0;
}
